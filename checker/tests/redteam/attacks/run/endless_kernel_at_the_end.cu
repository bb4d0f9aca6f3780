// Attack: leaves a kernel without end to the engine when the call is over, and only the checker waits
// Verdict: timed_out
// Stage: run
#include "square_port.hpp"

#include "tests/redteam/attacks/raw_engine.hpp"

__device__ int forever;
__global__ void spin() {
    while (true) atomicAdd(&forever, 1);
}

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    spin<<<1, 1>>>();
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
    raw_engine::hide_the_end();
}
