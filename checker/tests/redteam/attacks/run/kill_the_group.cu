// Attack: kills its process group
// Verdict: forbidden
// Stage: run
#include "square_port.hpp"

#include <csignal>

void square(const std::int64_t*, std::int64_t*, std::size_t) { kill(0, SIGKILL); }
