// Attack: takes memory in its own process and on the device, each within the limit, under a name that reads like none
// Verdict: out_of_memory
// Stage: run
// Environment: WORKBOOK_HOST_MEMORY=512
#include "square_port.hpp"

#include <cstdlib>
#include <cstring>
#include <sys/prctl.h>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    prctl(PR_SET_NAME, "RssAnon: 0 kB");
    constexpr std::size_t bytes = 340 << 20; // of 512 MiB
    if (void* here = std::malloc(bytes)) std::memset(here, 1, bytes);
    void* there = nullptr;
    if (cudaMalloc(&there, bytes) == cudaSuccess) cudaMemset(there, 1, bytes);
    cudaDeviceSynchronize();
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
