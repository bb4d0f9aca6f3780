// Attack: kills the process that started it
// Verdict: forbidden
// Stage: run
#include "square_port.hpp"

#include <csignal>
#include <unistd.h>

void square(const std::int64_t*, std::int64_t*, std::size_t) { kill(getppid(), SIGKILL); }
