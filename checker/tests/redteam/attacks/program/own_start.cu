// Attack: brings the first function of a program
// Verdict: does_not_compile
// Stage: program
#include "square_port.hpp"

extern "C" void _start() {}

void square(const std::int64_t*, std::int64_t*, std::size_t) {}
