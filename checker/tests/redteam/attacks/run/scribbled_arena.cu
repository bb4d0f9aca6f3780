// Attack: overwrites the memory that it shares with the checker
// Verdict: not_started
// Stage: run
#include "square_port.hpp"

#include "wire/message.hpp"
#include <cstring>

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    auto* arena = reinterpret_cast<char*>(workbook::wire::arena_address);
    std::memset(arena, 0x41, workbook::wire::mailbox_bytes);
    std::memset(arena + (1u << 30), 0x41, 1 << 20);
}
