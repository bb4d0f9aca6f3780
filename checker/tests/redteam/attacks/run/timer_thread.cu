// Attack: has the C library call it back from a timer, when the call is over
// Verdict: forbidden
// Stage: run
#include "square_port.hpp"

#include <csignal>
#include <ctime>

static const std::int64_t* from;
static std::int64_t* to;
static std::size_t left;

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    from = input, to = output, left = count;
    sigevent event{};
    event.sigev_notify = SIGEV_THREAD;
    event.sigev_notify_function = [](sigval) {
        for (std::size_t i = 0; i < left; ++i) to[i] = from[i] * from[i];
    };
    timer_t timer;
    timer_create(CLOCK_MONOTONIC, &event, &timer);
    const itimerspec soon{{0, 500000}, {0, 500000}};
    timer_settime(timer, 0, &soon, nullptr);
}
