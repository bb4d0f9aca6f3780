// Attack: kills all that it may
// Verdict: forbidden
// Stage: run
#include "square_port.hpp"

#include <csignal>

void square(const std::int64_t*, std::int64_t*, std::size_t) { kill(-1, SIGKILL); }
