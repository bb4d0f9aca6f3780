// Attack: a function that the loader calls before all others ends the program
// Verdict: exited
// Stage: program
#include "square_port.hpp"

#include <cstdlib>

__attribute__((constructor(101))) static void first() { std::_Exit(0); }

void square(const std::int64_t*, std::int64_t*, std::size_t) {}
