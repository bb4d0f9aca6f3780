// Attack: abort()
// Verdict: crashed
// Stage: run
#include "square_port.hpp"

#include <cstdlib>

void square(const std::int64_t*, std::int64_t*, std::size_t) { std::abort(); }
