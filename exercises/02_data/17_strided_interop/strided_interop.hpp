// Lesson 17, what the checker calls. Given: read it, do not edit it.
//
// What you write, in strided_interop.cu:
//
//     void add(const ArrayInterface& x, const ArrayInterface& y, const ArrayInterface& out,
//              cudaStream_t stream);
//
// out[i, j, ...] = x[i, j, ...] + y[i, j, ...] for all indices. The three describe arrays of float
// of one shape, in device memory that belongs to others: it is not copied, not freed, not kept. out
// may be the same view as x or y; no other overlap with them occurs.
//
// One kernel, put into `stream`; none if there are no elements. It begins when all is done that
// was, at the time of the call, in the streams that the three descriptions name. The host waits for
// nothing: neither for that work nor for the kernel. An error that CUDA reports is thrown; if that
// order cannot be made, no kernel is launched.
//
// What cannot be done is refused before anything is launched: std::invalid_argument, whose text
// begins with the array and the field that are to blame, "y: typestr ..." for instance:
//
//     x, y, out    version    is not 3
//     x, y, out    typestr    is not "<f4"
//     y, out       shape      is not that of x (dimensions included)
//     x, y, out    pointer    is not a multiple of 4, and there are elements
//     x, y, out    strides    one is not a multiple of 4, and there are strides
//     out          readonly   is true
//     out          strides    one is 0 where shape is above 1: two sums for one place
//
// If several apply, any of them is told.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>
#include <cstdint>

constexpr int most_dimensions = 4;

// One array in device memory, as a library describes it to another one: the fields of Python's CUDA
// Array Interface, version 3.
struct ArrayInterface {
    std::uintptr_t pointer;              // device address of the element [0, 0, ...]
    std::int32_t dimensions;             // 0 to 4; without any, the array is one element
    std::int64_t shape[most_dimensions]; // elements along each dimension; 0 or more
    bool has_strides; // false: row after row without gaps, the last index fastest
    std::int64_t strides[most_dimensions]; // in BYTES, to the next element along each dimension;
                                           // below 0 and 0 as well. Undefined without has_strides
    char typestr[8];                       // "<f4" is float: byte order, kind, bytes; ends with a 0
    bool readonly;                         // must not be written
    std::int32_t version;
    std::uintptr_t stream; // the stream in which work on the array may still be going on: 1 the
                           // default stream, 2 that of the thread, else a cudaStream_t; 0: none
};

// From here on: what given.cu does with your function. In these calls `pointer` is counted in bytes
// from the beginning of the array's memory, which is a device pointer.

// add in the default stream. text: host array of `length` characters; becomes what
// std::invalid_argument said, ended by a 0, or "" if nothing was refused.
void add_arrays(const float* x_memory, ArrayInterface x, const float* y_memory, ArrayInterface y,
                float* out_memory, ArrayInterface out, char* text, std::size_t length);
WORKBOOK_CALLABLE(add_arrays);

// In place: the arrays x and out are one.
void add_to(float* x_memory, ArrayInterface x, const float* y_memory, ArrayInterface y);
WORKBOOK_CALLABLE(add_to);

// Three arrays of n floats without gaps, each with work under way in a stream of its own when add
// is called with a fourth stream: x and y are being filled, with multiples of 1 and 1000, out is
// being cleared. Afterwards, in the fourth stream, out is negated.
void add_in_streams(float* x_memory, float* y_memory, float* out_memory, std::size_t n);
WORKBOOK_CALLABLE(add_in_streams);

// The same with x's work in the default stream, or in that of the thread.
void add_in_default_stream(float* x_memory, float* y_memory, float* out_memory, std::size_t n,
                           bool of_thread);
WORKBOOK_CALLABLE(add_in_default_stream);
