// Attack: a loop without end on the host
// Verdict: timed_out
// Stage: run
#include "square_port.hpp"

volatile int forever;

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    while (true) forever = 1;
}
