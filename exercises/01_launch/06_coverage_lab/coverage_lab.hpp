// Lesson 06, what the checker calls. Given: read it, do not edit it.
//
// Throughout there is an array of n elements, and a launch of `blocks` blocks of `threads` threads
// whose kernel has no guard. blocks is from 1 to 2147483647, threads from 1 to 1024, as CUDA
// allows.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>
#include <cstdint>

// What a launch does to the array and to what lies behind it.
struct Coverage {
    std::uint64_t written;   // elements of the array that are written
    std::uint64_t untouched; // elements of the array that keep what was in them
    std::uint64_t beyond;    // places behind the array that are written: n, n + 1, ...
};

// Given: the two launches that are predicted. x, y, out: device pointers to as many elements as the
// launch touches. Neither waits for the device.
//
// out[i] = x[i] + y[i], with i = blockIdx.x * blockDim.x + threadIdx.x
void launch_add(const int* x, const int* y, int* out, int blocks, int threads);
WORKBOOK_CALLABLE(launch_add);
// The same with i = blockIdx.x * 128 + threadIdx.x: its author was sure that blocks have 128
// threads, for ever.
void launch_add_128(const int* x, const int* y, int* out, int blocks, int threads);
WORKBOOK_CALLABLE(launch_add_128);

// Predicts launch_add, from the numbers alone: nothing is launched. n may be 0.
Coverage predict_add(int blocks, int threads, std::uint64_t n);
WORKBOOK_CALLABLE(predict_add);

// Predicts launch_add_128: written[i] becomes 1 if element i is written, 0 if not, for every i from
// 0 to n - 1. written: host pointer to n elements.
void predict_add_128(int blocks, int threads, std::size_t n, int* written);
WORKBOOK_CALLABLE(predict_add_128);

// Whether launch_add_128 writes element i, of an array that is large enough. predict_add_128, which
// is given, asks it for every i from 0 to n - 1.
bool writes_128(std::uint64_t blocks, std::uint64_t threads, std::uint64_t i);
WORKBOOK_CALLABLE(writes_128);

// Finds out what launch_add really does, by an experiment.
//
//   x, y      device pointers, `room` elements each, none of them negative; their sums are no
//             larger than 1000000
//   out       device pointer to `room` elements, with whatever earlier experiments left there: the
//             array that matters is the first n of them, the rest is what lies behind it
//   room      at least n, and at least blocks * threads
//
// Calls launch_add(x, y, out, blocks, threads) once, and counts what that launch has written: what
// is in `out` afterwards decides, not a formula. An error that CUDA reports is thrown.
Coverage observe_add(const int* x, const int* y, int* out, std::size_t room, int blocks,
                     int threads, std::size_t n);
WORKBOOK_CALLABLE(observe_add);

// Given: observe_add for two launches, one after the other, into the same memory. Returns what it
// said of the second.
Coverage observe_second(const int* x, const int* y, int* out, std::size_t room, int first_blocks,
                        int first_threads, int blocks, int threads, std::size_t n);
WORKBOOK_CALLABLE(observe_second);
