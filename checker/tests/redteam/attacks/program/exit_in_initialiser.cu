// Attack: the initialiser of a global variable ends the program with exit code 0
// Verdict: exited
// Stage: program
#include "square_port.hpp"

#include <cstdlib>

const int early = (std::exit(0), 1);

void square(const std::int64_t*, std::int64_t*, std::size_t) {}
