// Attack: kernels that print to where nothing is read
// Verdict: any
// Stage: run
#include "square_port.hpp"

#include <cstdio>
#include <unistd.h>

__global__ void kernel() { printf("a line that is never read, from block %u\n", blockIdx.x); }

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    int pipes[2];
    if (pipe(pipes) != 0) return;
    const int before = dup(1);
    dup2(pipes[1], 1);
    kernel<<<64, 256>>>();
    cudaDeviceSynchronize();
    dup2(before, 1);
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
