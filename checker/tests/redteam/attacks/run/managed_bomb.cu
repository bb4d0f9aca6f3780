// Attack: managed memory of more than the device has, of which it fills a part on the host
// Verdict: any
// Stage: run
// Environment: WORKBOOK_HOST_MEMORY=256
#include "square_port.hpp"

#include <cstdio>
#include <cstring>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    char* managed = nullptr;
    for (std::size_t bytes = std::size_t{1} << 45; bytes >= 1 << 30; bytes /= 2)
        if (cudaMallocManaged(&managed, bytes) == cudaSuccess) break;
    for (std::size_t i = 0; managed && i < 800; ++i) std::memset(managed + (i << 20), 1, 1 << 20);
    if (managed) std::puts("BREACH: memory without bound");
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
