// Lesson 09, what the checker calls. Given: read it, do not edit it.
//
// What you write, in map_functor.cu, is a template, which no checker can call:
//
//     map(n, out, op, in...)    out[i] = op(in[i]...) for every i from 0 to n - 1
//
// n may be 0. out and in... are device pointers to n elements each, of any types; there may be any
// number of inputs, none included. op is any object that can be called on the device with one
// element of each input; it is copied, never pointed to, and called once for each i. What op
// returns is converted to the type of out's elements and to no other. One kernel, whose work is
// spread over the whole GPU; map does not wait for it. An error that CUDA reports is thrown.
//
// probe.cu uses your template in the functions below. calibrate is yours.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>
#include <cstdint>

// All pointers are device pointers to n elements each. There may be more elements than 32 bits can
// count.
void map_difference(const int* a, const int* b, int* out, std::size_t n); // a - b
WORKBOOK_CALLABLE(map_difference);
void map_third(const int* x, double* out, std::size_t n); // x / 3.0
WORKBOOK_CALLABLE(map_third);
void map_root(const float* x, float* out, std::size_t n); // the square root of x
WORKBOOK_CALLABLE(map_root);
// a * b + c in 64 bits
void map_three(const int* a, const std::int64_t* b, const int* c, std::int64_t* out, std::size_t n);
WORKBOOK_CALLABLE(map_three);
void map_line(const int* x, int slope, int offset, int* out, std::size_t n); // slope * x + offset
WORKBOOK_CALLABLE(map_line);
void map_fill(double value, double* out, std::size_t n); // value, from no input
WORKBOOK_CALLABLE(map_fill);
// x, with an op that adds 1 to *calls whenever it is called
void map_counted(const int* x, unsigned* calls, int* out, std::size_t n);
WORKBOOK_CALLABLE(map_counted);

// Counts of a detector as energies: out[i] = gain * (counts[i] - pedestal).
void calibrate(const int* counts, float pedestal, float gain, float* out, std::size_t n);
WORKBOOK_CALLABLE(calibrate);
