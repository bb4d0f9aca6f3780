// Attack: a kernel without end, whose program is gone
// Verdict: exited or timed_out
// Stage: run
#include "square_port.hpp"

#include <cstdlib>

__device__ int turns;
__global__ void kernel() {
    while (true) atomicAdd(&turns, 1);
}

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    kernel<<<1, 32>>>();
    cudaStreamQuery(nullptr);
    std::_Exit(0);
}
