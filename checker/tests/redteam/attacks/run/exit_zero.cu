// Attack: exit(0) in place of the work
// Verdict: exited
// Stage: run
#include "square_port.hpp"

#include <cstdlib>

void square(const std::int64_t*, std::int64_t*, std::size_t) { std::exit(0); }
