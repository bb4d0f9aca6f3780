// Attack: prints without end
// Verdict: too_much_output
// Stage: run
#include "square_port.hpp"

#include <cstdio>

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    while (true) std::puts("passed, 3 of 3 points");
}
