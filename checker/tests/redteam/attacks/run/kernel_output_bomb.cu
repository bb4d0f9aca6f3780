// Attack: every thread of a large grid prints
// Verdict: too_much_output or timed_out
// Stage: run
#include "square_port.hpp"

#include <cstdio>

__global__ void kernel() { printf("passed, 3 of 3 points, says block %u\n", blockIdx.x); }

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    for (int i = 0; i < 100000; ++i) kernel<<<64, 256>>>();
    cudaDeviceSynchronize();
}
