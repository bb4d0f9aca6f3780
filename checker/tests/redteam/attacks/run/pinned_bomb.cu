// Attack: takes pinned memory, which it shares with the device, and fills it
// Verdict: any
// Stage: run
// Environment: WORKBOOK_HOST_MEMORY=256
#include "square_port.hpp"

#include <cstdio>
#include <cstring>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    // Twice as much as it may have, not more: the computer must not be filled.
    static std::size_t filled = 0;
    for (void* pinned = nullptr; filled < 800; filled += 16) {
        if (cudaMallocHost(&pinned, 16 << 20) != cudaSuccess) break;
        std::memset(pinned, 1, 16 << 20);
    }
    if (filled >= 800) std::puts("BREACH: memory without bound");
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
