// Attack: a recursion without end
// Verdict: crashed
// Stage: run
#include "square_port.hpp"

volatile int depth = 0;

int deeper(int level) {
    volatile char ballast[4096];
    ballast[0] = static_cast<char>(level);
    return deeper(level + 1) + ballast[0];
}

void square(const std::int64_t*, std::int64_t*, std::size_t) { depth = deeper(0); }
