// Attack: brings a main() of its own
// Verdict: does_not_compile
// Stage: program
#include "square_port.hpp"

int main() { return 0; }

void square(const std::int64_t*, std::int64_t*, std::size_t) {}
