// Attack: touches all 4 GiB of the shared memory
// Verdict: out_of_memory or timed_out or crashed
// Stage: run
#include "square_port.hpp"

#include "wire/message.hpp"
#include <cstring>

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    auto* arena = reinterpret_cast<char*>(workbook::wire::arena_address);
    for (std::size_t at = std::size_t{64} << 20; at < workbook::wire::arena_bytes; at += 4096)
        arena[at] = 1;
    while (true) arena[4096] = 1;
}
