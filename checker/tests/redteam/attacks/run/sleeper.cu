// Attack: sleeps for an hour
// Verdict: timed_out
// Stage: run
#include "square_port.hpp"

#include <unistd.h>

void square(const std::int64_t*, std::int64_t*, std::size_t) { sleep(3600); }
