// Attack: takes nearly all the time of a call in every call, for the grader to wait for all of them
// Verdict: timed_out
// Stage: program
// Options: --limit 5
#include "square_port.hpp"

#include <unistd.h>

// A call may take 1.5 s here (10 s, where deadlines are not short).
void square(const std::int64_t*, std::int64_t*, std::size_t) { usleep(1'200'000); }
