// Attack: stops itself, so that no clock can tell what it does
// Verdict: timed_out
// Stage: run
#include "square_port.hpp"

#include <csignal>

void square(const std::int64_t*, std::int64_t*, std::size_t) { std::raise(SIGSTOP); }
