// Attack: timers that wake the program up when it has been stopped, at the end of a call and between two
// Verdict: forbidden
// Stage: run
#include "square_port.hpp"

#include <csignal>
#include <ctime>

static timer_t timers[400]; // each wakes it once: its signal stays blocked

static bool make_timers() {
    std::signal(SIGCONT, [](int) {});
    bool all = true;
    for (timer_t& timer : timers) {
        sigevent event{};
        event.sigev_notify = SIGEV_SIGNAL;
        event.sigev_signo = SIGCONT;
        all = timer_create(CLOCK_MONOTONIC, &event, &timer) == 0 && all;
    }
    return all;
}

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    static const bool are_made = make_timers();
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
    if (!are_made) return;
    long after = 0; // nanoseconds
    for (timer_t& timer : timers) {
        const itimerspec once{{0, 0}, {0, after += 50'000}};
        timer_settime(timer, 0, &once, nullptr);
    }
}
