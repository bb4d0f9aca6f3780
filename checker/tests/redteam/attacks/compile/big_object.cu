// Attack: has the compiler write an object of 8 GB
// Verdict: does_not_compile
// Stage: compile
#include "square_port.hpp"

char much[8'000'000'000] = {1};

void square(const std::int64_t*, std::int64_t*, std::size_t) {}
