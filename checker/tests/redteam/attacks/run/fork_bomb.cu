// Attack: starts processes without end
// Verdict: forbidden
// Stage: run
#include "square_port.hpp"

#include <unistd.h>

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    while (true) fork();
}
