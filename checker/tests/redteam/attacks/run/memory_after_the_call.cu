// Attack: leaves it to the engine to fill the device's memory when the call is over, and only the checker waits
// Verdict: out_of_memory
// Stage: run
// Environment: WORKBOOK_HOST_MEMORY=256
#include "square_port.hpp"

#include "tests/redteam/attacks/raw_engine.hpp"

__global__ void fill(char* block, std::size_t bytes) {
    const std::size_t step = std::size_t{gridDim.x} * blockDim.x * 4096;
    for (std::size_t at = (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x) * 4096; at < bytes;
         at += step)
        block[at] = 1;
}

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    constexpr std::size_t bytes = std::size_t{12} << 30;
    char* block = nullptr;
    cudaMalloc(&block, bytes);
    fill<<<32, 256>>>(block, bytes);
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
    raw_engine::hide_the_end();
}
