// Attack: fills all of what it shares with the checker, and forgets each part at once
// Verdict: any
// Stage: run
#include "square_port.hpp"

#include "wire/message.hpp"
#include <cstdio>
#include <cstring>
#include <sys/mman.h>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    static int i = 0; // once
    auto* part = reinterpret_cast<char*>(workbook::wire::arena_address) + (std::size_t{2} << 30);
    for (; i < 50; ++i, part += 16 << 20) {
        std::memset(part, 1, 16 << 20);
        madvise(part, 16 << 20, MADV_DONTNEED);
    }
    std::puts("BREACH: memory without bound");
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
