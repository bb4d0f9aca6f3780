// Attack: _Exit(0), which no handler hears of
// Verdict: exited
// Stage: run
#include "square_port.hpp"

#include <cstdlib>

void square(const std::int64_t*, std::int64_t*, std::size_t) { std::_Exit(0); }
