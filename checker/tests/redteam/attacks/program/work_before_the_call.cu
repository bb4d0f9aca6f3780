// Attack: has work wait on the device before the first call, to run in it and to stand in no record
// Verdict: requirement
// Stage: program
#include "square_port.hpp"

#include <cstdio>

static cudaEvent_t done;

__global__ void work() {}

static const bool early = [] {
    cudaEventCreate(&done);
    work<<<1, 1>>>();
    cudaEventRecord(done);
    return true;
}();

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    // The first question makes nothing run.
    if (early && cudaEventQuery(done) == cudaErrorNotReady) std::printf("BREACH: it waits\n");
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
