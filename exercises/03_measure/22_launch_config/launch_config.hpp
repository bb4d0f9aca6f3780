// Lesson 22, what the checker calls. Given: read it, do not edit it.
//
// What launch_config.cu is for:
//
//     resident_threads(kernel, block, shared_per_thread)   threads on a multiprocessor at a time
//     choose_shape(kernel, n, shared_per_thread)           block and grid for n elements
//
// shared_per_thread is the number of bytes of dynamic shared memory for each thread of a block.
// kernel is the address of a __global__ function, which means nothing outside of the program.
// So given.hpp has six kernels; given.cu calls these functions with them: the functions below. An
// error that CUDA reports is thrown.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>

struct LaunchShape {
    int block = 0; // threads
    int grid = 0;  // blocks
};

constexpr int kernels = 6;
// 0  plain    nothing special
// 1  bounded  __launch_bounds__(192): the promise that a block never has more threads
// 2  heavy    many registers for each thread
// 3  tile     a tile of 12 KiB in shared memory for each block
// 4  private  120 bytes of dynamic shared memory for each thread
// 5  narrow   __launch_bounds__(96), and 40 KiB in shared memory for each block

// resident_threads of kernel `which`, for blocks of `block` threads, on the current device: how
// many of its threads a multiprocessor holds at a time. 0 if a launch with such blocks would be
// refused. block is 1 to 1024.
int threads_of(int which, int block);
WORKBOOK_CALLABLE(threads_of);

// choose_shape of kernel `which` for n elements.
//   block  a multiple of 32, as many resident threads as any such block gives, or at least nine
//          tenths of them
//   grid   as many blocks as the whole GPU holds at a time, but no more than n elements need; 0 if
//          n is 0. n is up to 2^40.
LaunchShape shape_of(int which, std::size_t n);
WORKBOOK_CALLABLE(shape_of);

// shape_of on the computer's first GPU, then on its second one, each made current (cudaSetDevice);
// if there is only one, twice on that. shapes: host pointer, 2 elements.
void shapes_on_two(int which, std::size_t n, LaunchShape* shapes);
WORKBOOK_CALLABLE(shapes_on_two);

// out[i] = in[i] + 1 by kernel `which`, in your shape. in, out: device pointers, n elements each.
void launch_in_shape(int which, const float* in, float* out, std::size_t n);
WORKBOOK_CALLABLE(launch_in_shape);
