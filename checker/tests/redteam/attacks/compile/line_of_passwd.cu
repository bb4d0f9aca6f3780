// Attack: names another file as its own, of which the compiler then shows a line
// Verdict: does_not_compile
// Stage: compile
#include "square_port.hpp"
#line 1 "/etc/passwd"
int x = nobody;

void square(const std::int64_t*, std::int64_t*, std::size_t) {}
