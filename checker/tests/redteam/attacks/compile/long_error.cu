// Attack: makes the compiler print a line of a megabyte, and one with a number that no line has
// Verdict: does_not_compile
// Stage: compile
#include "square_port.hpp"

#define A "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define B A A A A A A A A A A A A A A A A
#define C B B B B B B B B B B B B B B B B
static_assert(false, C C C C C C C C C C C C C C C C);
#line 2147483647
int y = nothing;

void square(const std::int64_t*, std::int64_t*, std::size_t) {}
