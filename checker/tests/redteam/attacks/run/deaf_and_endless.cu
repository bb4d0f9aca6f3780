// Attack: ignores all signals and never returns
// Verdict: timed_out
// Stage: run
#include "square_port.hpp"

#include <csignal>

volatile int forever;

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    for (int signal = 1; signal < NSIG; ++signal) std::signal(signal, SIG_IGN);
    while (true) forever = 1;
}
