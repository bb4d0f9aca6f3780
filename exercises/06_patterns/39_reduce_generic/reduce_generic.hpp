// Lesson 39, what the checker calls. Given: read it, do not edit it.
//
// What you write, in reduce_generic.cu, is a template, which no checker can call:
//
//     reduce(n, at, identity, op, partials, result)
//
// *result = at(0) op at(1) op ... op at(n - 1), and the identity if n is 0.
//
//   n         number of values
//   at        object that can be called on the device: at(i) is value number i, of type T
//   identity  a T with op(identity, x) == x and op(x, identity) == x for each x
//   op        object that can be called on the device: op(x, y) is a T. It is associative: brackets
//             make no difference. It is commutative: op(x, y) == op(y, x). So the values may be
//             combined in any order.
//   partials  device pointer to most_partials elements of type T, to work in
//   result    device pointer to one T
//
// T is any type that can be copied as bytes, of 16 bytes as well. Two launches, of
// threads_per_block threads, which share the values evenly: the first has a block for every 256
// values, at least one and at most most_partials, and leaves one partial result for each block. The
// functions do not wait for the device. The same values give the same bits each time. at(i) is
// called once for each i. An error that CUDA reports is thrown.
//
// probe.cu uses your template in the last three functions below. The first three are yours.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>
#include <cstdint>

constexpr int threads_per_block = 256; // of every launch
constexpr int most_partials = 1024;    // as many blocks at most in a first launch

// A value and its place in the array. Aligned, so that both are loaded in one piece.
struct alignas(8) Candidate {
    float value;
    std::uint32_t position;
};
constexpr std::uint32_t nowhere = 0xffffffff; // the place of what stands in no array

// The smallest and the largest of some numbers. 16 bytes.
struct alignas(16) Bounds {
    double lowest, highest;
};

// All pointers are device pointers; n may be 0, and is below 2^32 - 1. No value is NaN.

// *result = the product of n values; 1 if there are none.
void product(const double* values, std::size_t n, double* partials, double* result);
WORKBOOK_CALLABLE(product);

// *result = the smallest of n values; infinity if there are none.
void smallest(const float* values, std::size_t n, float* partials, float* result);
WORKBOOK_CALLABLE(smallest);

// *result = the largest of n values, which may be minus infinity, and the first place where it
// stands; minus infinity, nowhere if there are none.
void first_largest(const float* values, std::size_t n, Candidate* partials, Candidate* result);
WORKBOOK_CALLABLE(first_largest);

// *result = the bits that are set in all of n masks.
void common_bits(const std::uint32_t* masks, std::size_t n, std::uint32_t* partials,
                 std::uint32_t* result);
WORKBOOK_CALLABLE(common_bits);

// *result = the sum of the squares of n values, in 64 bits.
void sum_of_squares(const int* values, std::size_t n, std::int64_t* partials, std::int64_t* result);
WORKBOOK_CALLABLE(sum_of_squares);

// *result = the smallest and the largest of n values; infinity, minus infinity if there are none.
void bounds(const double* values, std::size_t n, Bounds* partials, Bounds* result);
WORKBOOK_CALLABLE(bounds);
