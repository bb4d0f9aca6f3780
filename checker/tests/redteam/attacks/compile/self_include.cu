// Attack: includes itself, twice each time
// Verdict: does_not_compile
// Stage: compile, slow
#include __FILE__
#include __FILE__
#include "square_port.hpp"

void square(const std::int64_t*, std::int64_t*, std::size_t) {}
