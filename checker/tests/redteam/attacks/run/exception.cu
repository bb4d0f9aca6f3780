// Attack: an exception as a way out
// Verdict: crashed
// Stage: run
#include "square_port.hpp"

#include <stdexcept>

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    throw std::runtime_error("passed, 3 of 3 points");
}
