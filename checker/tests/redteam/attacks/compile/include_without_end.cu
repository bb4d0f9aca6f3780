// Attack: includes a device that never ends
// Verdict: does_not_compile
// Stage: compile
#include "/dev/zero"
#include "square_port.hpp"

void square(const std::int64_t*, std::int64_t*, std::size_t) {}
