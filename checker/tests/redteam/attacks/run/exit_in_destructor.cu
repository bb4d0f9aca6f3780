// Attack: a static object whose destructor exits with code 0
// Verdict: not_started
// Stage: run
#include "square_port.hpp"

#include <cstdlib>

struct Leaver {
    ~Leaver() { std::_Exit(0); }
};

void square(const std::int64_t*, std::int64_t*, std::size_t) { static Leaver leaver; }
