// Attack: kills itself as the kernel kills a program when memory runs out
// Verdict: crashed
// Stage: run
#include "square_port.hpp"

#include <csignal>
#include <unistd.h>

void square(const std::int64_t*, std::int64_t*, std::size_t) { kill(getpid(), SIGKILL); }
