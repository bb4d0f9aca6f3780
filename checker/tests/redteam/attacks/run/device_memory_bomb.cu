// Attack: takes all memory of the device and keeps it
// Verdict: crashed or wrong_answer
// Stage: run
#include "square_port.hpp"

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    void* block = nullptr;
    for (std::size_t bytes = std::size_t{1} << 40; bytes > 1 << 20; bytes /= 2)
        while (cudaMalloc(&block, bytes) == cudaSuccess) {
        }
    cudaGetLastError();
}
