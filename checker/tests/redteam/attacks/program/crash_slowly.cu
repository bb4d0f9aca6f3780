// Attack: takes nearly all the time of a start, and crashes in each call, so that it is started again and again
// Verdict: timed_out or crashed
// Stage: program
// Options: --limit 5
#include "square_port.hpp"

#include <cstdlib>
#include <unistd.h>

// A start may take 4.5 s here (30 s, where deadlines are not short).
const int late = usleep(3'500'000);

void square(const std::int64_t*, std::int64_t*, std::size_t) { std::abort(); }
