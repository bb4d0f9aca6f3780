// Attack: leaves it to the engine to fill memory that it shares with the program, while the first call is prepared
// Verdict: out_of_memory
// Stage: program
// Environment: WORKBOOK_HOST_MEMORY=256
#include "square_port.hpp"

#include <cstdio>

static const bool early = [] {
    constexpr std::size_t bytes = std::size_t{3} << 30;
    void* block = nullptr;
    cudaMallocManaged(&block, bytes);
    cudaMemsetAsync(block, 1, bytes); // runs when it is waited for
    return true;
}();

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    std::printf("BREACH: the memory is taken, and the call is made\n");
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
