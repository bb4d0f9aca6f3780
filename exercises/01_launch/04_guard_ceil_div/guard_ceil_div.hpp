// Lesson 04, what the checker calls. Given: read it, do not edit it.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>
#include <cstdint>

// The smallest number of blocks of threads_per_block threads that has a thread for each of n
// elements; 0 for n = 0. threads_per_block is at least 1; the result fits into an unsigned.
unsigned blocks_for(std::size_t n, unsigned threads_per_block);
WORKBOOK_CALLABLE(blocks_for);

// output[i] = input[i] as a double, for every i from 0 to n - 1.
// input, output: device pointers to n elements each. input is only read. n may be 0: then nothing
// happens, and no error is left behind. There may be more elements than 32 bits can count.
// Launches one kernel with blocks_for(n, threads_per_block) blocks of threads_per_block threads (1
// to 1024); these are fewer than 2^31 blocks. Does not wait for the device.
void convert(const std::int64_t* input, double* output, std::size_t n, unsigned threads_per_block);
WORKBOOK_CALLABLE(convert);
