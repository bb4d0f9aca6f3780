// Attack: the handler of a timer writes the squares when the call is over
// Verdict: not_started or requirement or wrong_answer
// Stage: run
#include "square_port.hpp"

#include <csignal>
#include <sys/time.h>

const std::int64_t* from;
std::int64_t* to;
std::size_t left;

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    from = input;
    to = output;
    left = count;
    std::signal(SIGALRM, [](int) {
        for (std::size_t i = 0; i < left; ++i) to[i] = from[i] * from[i];
    });
    const itimerval soon{{0, 100}, {0, 100}};
    setitimer(ITIMER_REAL, &soon, nullptr);
}
