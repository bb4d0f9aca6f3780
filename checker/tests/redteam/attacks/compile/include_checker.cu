// Attack: includes the checker
// Verdict: does_not_compile
// Stage: compile
#include "check.cpp"
#include "square_port.hpp"

void square(const std::int64_t*, std::int64_t*, std::size_t) {}
