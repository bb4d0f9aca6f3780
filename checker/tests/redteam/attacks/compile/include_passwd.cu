// Attack: has the compiler print a file of the system
// Verdict: does_not_compile
// Stage: compile
#include "/etc/passwd"
#include "square_port.hpp"

void square(const std::int64_t*, std::int64_t*, std::size_t) {}
