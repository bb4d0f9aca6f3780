// Lesson 36, what the checker calls. Given: read it, do not edit it.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>
#include <cstdint>

// An array in three parts: elements before the first address that a vector may have, whole vectors,
// and elements that are too few for one more.
struct Split {
    std::size_t head;    // elements
    std::size_t vectors; // vectors
    std::size_t tail;    // elements
};

// Splits the array of n elements that begins at `address`. Vectors begin at multiples of their
// size. As many elements as possible are in vectors.
//
//   address        of the first element; a multiple of element_bytes
//   n              number of elements; may be 0
//   element_bytes  1, 2, 4 or 8
//   vector_bytes   2, 4, 8 or 16; at least element_bytes
//
// Nothing is launched.
Split split(std::uintptr_t address, std::size_t n, std::size_t element_bytes,
            std::size_t vector_bytes);
WORKBOOK_CALLABLE(split);

// values[i] = factor * values[i], for an array that consists of whole vectors.
//
//   values  device pointer, a multiple of 16
//   n       number of elements, a multiple of 4; may be 0, and there may be more elements than 32
//           bits can count
//
// One kernel, whose threads share the vectors evenly, and load and store 16 bytes at a time. The
// work is spread over the whole GPU. Does not wait for the device.
void scale_aligned(float* values, std::size_t n, float factor);
WORKBOOK_CALLABLE(scale_aligned);

// The same for any n and any address that a float may have. One kernel; each element is read once
// and written once, all but at most six of them 16 bytes at a time, by threads that share the
// vectors evenly. The work is spread over the whole GPU. Does not wait for the device.
//
//   n  number of elements; may be 0, and there may be more elements than 32 bits can count
void scale(float* values, std::size_t n, float factor);
WORKBOOK_CALLABLE(scale);

// Given: scale(memory + offset, n, factor). `memory` has more elements, before and behind.
void scale_within(float* memory, std::size_t offset, std::size_t n, float factor);
WORKBOOK_CALLABLE(scale_within);

// pixels[i] = pixels[i] + amount, and 255 where that is more.
//
//   pixels  device pointer, at any address
//   n       number of pixels; may be 0, and there may be more elements than 32 bits can count
//   amount  0 to 255
//
// One kernel; each pixel is read once and written once, all but at most six of them 4 at a time, by
// threads that share these fours evenly. The work is spread over the whole GPU. Does not wait for
// the device.
void brighten(unsigned char* pixels, std::size_t n, int amount);
WORKBOOK_CALLABLE(brighten);

// Given: brighten(memory + offset, n, amount). `memory` has more pixels, before and behind.
void brighten_within(unsigned char* memory, std::size_t offset, std::size_t n, int amount);
WORKBOOK_CALLABLE(brighten_within);
