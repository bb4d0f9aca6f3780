// Lesson 03, what the checker calls. Given: read it, do not edit it.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>
#include <cstdint>

// output[i] = input[i] * input[i] for every i from 0 to count - 1, computed on the GPU.
// input, output: host pointers to count integers each. input is only read; what is in output before
// the call is unspecified. The squares fit into 64 bits. count may be 0: then nothing is written.
// There may be more elements than 32 bits can count.
// When the function returns, the result is complete and all device memory it took is given back.
void square(const std::int64_t* input, std::int64_t* output, std::size_t count);
WORKBOOK_CALLABLE(square);
