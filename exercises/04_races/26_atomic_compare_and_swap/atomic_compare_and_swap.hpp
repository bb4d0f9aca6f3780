// Lesson 26, what the checker calls. Given: read it, do not edit it.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>
#include <cstdint>

// All pointers are device pointers. No function waits for the device. n may be 0; in raise_peaks
// there may be more readings than 32 bits can count.

// Every reading raises the peak of its sensor: readings[i] replaces peaks[sensors[i]] if it is
// higher. before[i] is what that peak was right before reading i had its turn, as with every atomic
// function. One thread for each reading; the order in which they have their turns is open.
//
// What "higher" means: numbers are compared as numbers, +0 is higher than -0 (so that the outcome
// has the same bits in any order), and NaN is never higher than anything. Peaks are never NaN.
// A reading that is not higher than the peak it sees leaves without an atomic operation.
void raise_peaks(const float* readings, const std::uint32_t* sensors, std::size_t n, float* peaks,
                 float* before);
WORKBOOK_CALLABLE(raise_peaks);

// A value and where it was found, in one word of 8 bytes.
struct alignas(8) Candidate {
    float value;
    std::uint32_t position;
};

// The smallest of n readings and its position, counted from first_position; among equals, the
// lowest position. *coldest holds the best of earlier calls, with lower positions or higher ones,
// or {infinity, 2^32 - 1} if there was none; it is replaced if one of these readings beats it. NaN
// never does; +0 and -0 are equal. first_position + n < 2^32.
void find_coldest(const float* readings, std::size_t n, std::uint32_t first_position,
                  Candidate* coldest);
WORKBOOK_CALLABLE(find_coldest);
