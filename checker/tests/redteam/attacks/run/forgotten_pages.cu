// Attack: fills shared memory without a name and forgets it again and again, so that it counts for no process
// Verdict: any
// Stage: run
#include "square_port.hpp"

#include <cstdio>
#include <cstring>
#include <sys/mman.h>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    // Half as much again as it may have, not more: the computer must not be filled.
    static std::size_t filled = 0;
    for (; filled < 800; filled += 16) {
        void* block = mmap(nullptr, 16 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (block == MAP_FAILED) break;
        std::memset(block, 1, 16 << 20);
        madvise(block, 16 << 20, MADV_DONTNEED);
    }
    if (filled >= 800) std::puts("BREACH: memory without bound");
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
