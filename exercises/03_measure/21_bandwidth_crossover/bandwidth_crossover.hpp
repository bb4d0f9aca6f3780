// Lesson 21, what the checker calls. Given: read it, do not edit it.
//
// Units: 1 GB = 10^9 bytes, 1 GFLOP = 10^9 operations on floating-point numbers, 1 ms = 10^-3 s.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>
#include <cstdint>

// Bytes that were read and bytes that were written in so many milliseconds, as GB/s. More than
// 0 ms; any number of bytes.
double gigabytes_per_second(std::size_t bytes_read, std::size_t bytes_written, double milliseconds);
WORKBOOK_CALLABLE(gigabytes_per_second);

// The most GFLOP/s that a kernel can reach on a GPU which computes peak_gflops GFLOP/s and moves
// peak_bandwidth GB/s, if it makes `operations` operations for each `bytes` bytes that it moves.
// Both happen at the same time, so the slower one decides. All are above 0.
double attainable_gflops(double operations, double bytes, double peak_gflops,
                         double peak_bandwidth);
WORKBOOK_CALLABLE(attainable_gflops);

// How long the three steps take, in milliseconds.
struct Phases {
    float in = 0;     // the inputs, host to device
    float kernel = 0; // the kernel
    float out = 0;    // the result, device to host
};

// No size is large enough.
constexpr std::size_t never = SIZE_MAX;

struct Crossovers {
    std::size_t on_device = never;   // the data are on the device, and stay there
    std::size_t with_copies = never; // they come from the host and go back to it
};

// From which of the measured sizes on the GPU is faster: at that one and at all larger ones.
// Equally fast is not faster. `never` if it is not faster at the largest size.
//
//   sizes   host pointer, count elements, from small to large; count is 1 or more
//   cpu_ms  host pointer, count elements: what the CPU takes for each size, in milliseconds
//   gpu     host pointer, count elements: what the GPU takes
Crossovers crossovers(const std::size_t* sizes, const float* cpu_ms, const Phases* gpu, int count);
WORKBOOK_CALLABLE(crossovers);

// z[i] = sin(x[i]) * exp(y[i]) for n elements, on the device, twice; the times are those of the
// second round. x, y, z: host pointers, n elements each; n may be 0, and there may be more elements
// than 32 bits can count. Each round copies x and y, launches one kernel (none if n is 0), and
// copies z. An error that CUDA reports is thrown.
Phases time_sinexp(const double* x, const double* y, double* z, std::size_t n);
WORKBOOK_CALLABLE(time_sinexp);
