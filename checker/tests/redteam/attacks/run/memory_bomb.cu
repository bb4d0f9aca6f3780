// Attack: takes memory without end
// Verdict: out_of_memory or timed_out
// Stage: run
#include "square_port.hpp"

#include <cstdlib>
#include <cstring>

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    while (true) {
        void* block = std::malloc(16 << 20);
        if (!block) throw std::bad_alloc();
        std::memset(block, 1, 16 << 20);
    }
}
