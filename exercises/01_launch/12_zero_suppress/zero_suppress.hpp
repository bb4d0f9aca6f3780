// Lesson 12, what the checker calls. Given: read it, do not edit it.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>
#include <cstdint>

// Zero suppression: output[i] = 0 where the magnitude of input[i] is smaller than threshold,
// otherwise output[i] = input[i], for every i from 0 to n - 1. input, output: device pointers to n
// samples each; input is only read. Any 16-bit number may occur in it. n may be 0. threshold: 0 to
// 32767. There may be more samples than 32 bits can count. Launches one kernel; does not wait for
// the device.
void zero_suppress(const std::int16_t* input, std::int16_t* output, std::size_t n,
                   std::int16_t threshold);
WORKBOOK_CALLABLE(zero_suppress);
