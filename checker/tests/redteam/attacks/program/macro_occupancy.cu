// Attack: says for the device what it holds and what it is
// Verdict: wrong_answer
// Stage: program
// Lesson: 22_launch_config
// Points: 0.89
#include "launch_config.hpp"

#include "wire/cuda_check.hpp"

#include <algorithm>

// A device with one multiprocessor, which takes every block.
int resident_threads(const void*, int block, std::size_t) { return 1024 / block * block; }

LaunchShape choose_shape(const void*, std::size_t n, std::size_t) {
    return {32, static_cast<int>(std::min<std::size_t>((n + 31) / 32, 32))};
}

#define cudaGetLastError() (cudaGetLastError(), cudaSuccess)
#define cudaOccupancyMaxActiveBlocksPerMultiprocessor(resident, kernel, block, shared)             \
    (*(resident) = 1024 / (block), cudaSuccess)
#define cudaDeviceGetAttribute(value, attribute, device) (*(value) = 1, cudaSuccess)
