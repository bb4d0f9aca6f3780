// Lesson 54, what the checker calls. Given: read it, do not edit it.
//
// What you write, in grid_sync.cu, are two functions of the host and two kernels:
//
//     int blocks_at_once(Kernel* kernel)
//
//     bool launch_together(Kernel* kernel, int blocks, const float* x, std::size_t n, float* work,
//                          float* out)
//
//     __global__ void together_kernel(const float* x, std::size_t n, float* work, float* out)
//
//     __global__ void keeping_kernel(const float* x, std::size_t n, float* work, float* out)
//
// blocks_at_once says how many blocks of threads_per_block threads of this kernel, without dynamic
// shared memory, the current device can hold at the same time, on all of its multiprocessors.
//
// launch_together launches the kernel cooperatively, with so many blocks of threads_per_block
// threads in the default stream, and returns true. If they do not all fit on the device at once, or
// if `blocks` is less than 1, it returns false: nothing is launched, and no error is left behind.
//
// The kernels divide all values by their peak, the largest magnitude among them:
//
//     out[i] = x[i] / peak, for i from 0 to n - 1
//
// by any number of blocks, whose threads share the values evenly, and which wait for each other in
// between. keeping_kernel reads each value once, if no thread has more than `kept` of them.
//
// given.hpp has the two phases. Your functions are called as follows. All pointers are device
// pointers: x and out have n elements, work has most_blocks. n is 1 to
// 2'000'000'000, values are finite, and one at least is not 0. No function waits for the device. An
// error that CUDA reports is thrown, but for a grid that does not fit.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>

constexpr int threads_per_block = 256; // of all launches
constexpr int most_blocks = 8192;      // more than fit on any GPU at once
constexpr int kept = 16;               // values that a thread of keeping_kernel can keep

// blocks_at_once of one of two given kernels: 0, a slim one, or 1, one with 40 KiB of shared
// memory.
int fitting_blocks(int which);
WORKBOOK_CALLABLE(fitting_blocks);

// launch_together with one of them: each block writes to out[b] how many blocks it has met. work
// and out have most_blocks elements.
bool meet(int which, int blocks, float* work, float* out);
WORKBOOK_CALLABLE(meet);

// launch_together with together_kernel, and with keeping_kernel.
bool normalise_on(int blocks, const float* x, std::size_t n, float* work, float* out);
WORKBOOK_CALLABLE(normalise_on);
bool keep_on(int blocks, const float* x, std::size_t n, float* work, float* out);
WORKBOOK_CALLABLE(keep_on);

// The same with as many blocks as there is work for, and as fit at once. The work is spread over
// the whole GPU.
void normalise(const float* x, std::size_t n, float* work, float* out);
WORKBOOK_CALLABLE(normalise);
void normalise_keeping(const float* x, std::size_t n, float* work, float* out);
WORKBOOK_CALLABLE(normalise_keeping);

// Without a cooperative launch: two launches, a phase each. Given, to be measured against.
void normalise_by_two(const float* x, std::size_t n, float* work, float* out);
WORKBOOK_CALLABLE(normalise_by_two);
