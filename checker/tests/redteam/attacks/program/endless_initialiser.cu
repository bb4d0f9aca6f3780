// Attack: the program never gets as far as main()
// Verdict: timed_out
// Stage: program
#include "square_port.hpp"

volatile int forever;
const int early = [] {
    while (true) forever = 1;
    return 1;
}();

void square(const std::int64_t*, std::int64_t*, std::size_t) {}
