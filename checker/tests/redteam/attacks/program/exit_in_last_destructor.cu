// Attack: a global object whose destructor exits with code 0
// Verdict: not_started
// Stage: program
#include "square_port.hpp"

#include <cstdlib>

struct Leaver {
    ~Leaver() { std::_Exit(0); }
} leaver;

void square(const std::int64_t*, std::int64_t*, std::size_t) {}
