// Attack: puts itself in the place of malloc() and memcpy()
// Verdict: forbidden or crashed
// Stage: program
#include "square_port.hpp"

extern "C" void* malloc(std::size_t bytes) noexcept {
    static char memory[1 << 24];
    static std::size_t used = 0;
    return memory + (used += (bytes + 63) / 64 * 64);
}
extern "C" void* memcpy(void* to, const void*, std::size_t) noexcept { return to; }

void square(const std::int64_t*, std::int64_t*, std::size_t) {}
