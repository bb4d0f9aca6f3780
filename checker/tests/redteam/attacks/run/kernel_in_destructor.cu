// Attack: an endless kernel at the program's end, when no check asks any more
// Verdict: requirement or timed_out
// Stage: run
#include "square_port.hpp"

__device__ int turns;
__global__ void kernel() {
    while (true) atomicAdd(&turns, 1);
}

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    static const struct Last {
        ~Last() {
            kernel<<<1, 32>>>();
            cudaDeviceSynchronize();
        }
    } last;
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
