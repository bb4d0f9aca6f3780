// Attack: a kernel that calls itself without end
// Verdict: fault or crashed or timed_out
// Stage: run
#include "square_port.hpp"

__device__ __noinline__ std::int64_t deeper(std::int64_t n) { return n + deeper(n + 1) * 3; }
__global__ void kernel(std::int64_t* to) { *to = deeper(threadIdx.x); }

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    std::int64_t* block = nullptr;
    cudaMalloc(&block, sizeof *block);
    kernel<<<1, 32>>>(block);
    cudaDeviceSynchronize();
}
