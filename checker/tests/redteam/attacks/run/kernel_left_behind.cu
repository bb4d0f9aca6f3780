// Attack: a kernel without end that is not waited for
// Verdict: timed_out
// Stage: run
#include "square_port.hpp"

__device__ int forever;
__global__ void kernel() {
    while (true) atomicAdd(&forever, 1);
}

void square(const std::int64_t*, std::int64_t*, std::size_t) { kernel<<<1, 1>>>(); }
