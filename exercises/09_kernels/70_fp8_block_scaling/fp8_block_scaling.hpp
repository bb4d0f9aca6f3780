// Lesson 70, what the checker calls. Given: read it, do not edit it.
//
// e4m3 is a float of 8 bits, here called a code: the sign, 4 bits of exponent E, 3 bits of
// fraction F.
//
//   E = 0                   F * 2^-9: zero and the subnormal numbers
//   E = 1 to 15             (1 + F / 8) * 2^(E - 7); the largest is 448, code 0x7e
//   E = 15 and F = 7        NaN: codes 0x7f and 0xff. There is no infinity.
//
// 32 values in a row share a scale, a power of two; the last ones of an array share one, however
// many they are. The scale 2^(s - 127) is stored as the byte s. It is the smallest one for which no
// finite value of the block, divided by the scale, is larger in magnitude than 448; but not below
// 2^-127, byte 0. Infinities and NaNs do not count; a block without a finite value other than zero
// has the scale 1, byte 127.
//
// All pointers are device pointers and multiples of 16, as cudaMalloc gives them; arrays do not
// overlap. There may be more elements than 32 bits can count. The functions launch one kernel, or
// none if there are no elements, and do not wait for it. An error that CUDA reports is thrown.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>
#include <cstdint>
#include <cuda_bf16.h>

using bf16 = __nv_bfloat16;

constexpr int values_of_a_block = 32; // a block is 32 values with one scale
constexpr int eight = 8;              // values for each thread: 16 bytes of bf16, 8 bytes of codes

// codes[i] = the e4m3 nearest to values[i], rounded once; of two that are equally near, the one
// with an even code. Zeros keep their sign, too. Above 448 it is 448, infinities included, with the
// sign of the value. A NaN becomes 0x7f.
void to_codes(const float* values, std::uint8_t* codes, std::size_t n);
WORKBOOK_CALLABLE(to_codes);

// maxima[i] = the largest magnitude in the group of values[i]: so many values in a row, of which
// infinities and NaNs do not count; 0 if none is left.
//
//   n      a multiple of 32
//   lanes  values in a group: 4 or 32
void group_maxima(const float* values, float* maxima, std::size_t n, int lanes);
WORKBOOK_CALLABLE(group_maxima);

// scales[b] = the byte of the scale for the values 32 b to 32 b + 31 of x. A warp for each block.
//
//   x  32 * blocks elements
void block_scales(const bf16* x, std::uint8_t* scales, std::size_t blocks);
WORKBOOK_CALLABLE(block_scales);

// The scales of all blocks of x, and for each value the code of value / scale, rounded as to_codes
// does.
//
//   x, codes  n elements; n may be any number
//   scales    one for every 32 values that are begun: (n + 31) / 32
//
// The work is spread over the whole GPU. x is read once, 16 bytes at a time, and codes are written
// 8 bytes at a time, except at the end of an array whose n is not a multiple of 8.
void quantize(const bf16* x, std::uint8_t* codes, std::uint8_t* scales, std::size_t n);
WORKBOOK_CALLABLE(quantize);

// values[i] = the number that codes[i] stands for.
void from_codes(const std::uint8_t* codes, float* values, std::size_t n);
WORKBOOK_CALLABLE(from_codes);

// y[i] = the number that codes[i] stands for, times its block's scale, rounded once to bfloat16 (as
// __float2bfloat16 does).
//
//   codes, y  n elements; n may be any number
//   scales    (n + 31) / 32 bytes from 0 to 254
//
// The work is spread over the whole GPU. Codes are read once, 8 bytes at a time, and y is written
// 16 bytes at a time, except at the end as above.
void dequantize(const std::uint8_t* codes, const std::uint8_t* scales, bf16* y, std::size_t n);
WORKBOOK_CALLABLE(dequantize);
