// Attack: a timer that wakes a stopped program up, whose handler squares when the call is over
// Verdict: requirement or wrong_answer or not_started or forbidden
// Stage: run
#include "square_port.hpp"

#include <csignal>
#include <ctime>
#include <unistd.h>

static const std::int64_t* from;
static std::int64_t* to;
static std::size_t left;

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    from = input, to = output, left = count;
    std::signal(SIGCONT, [](int) {
        for (std::size_t i = 0; i < left; ++i) to[i] = from[i] * from[i];
    });
    sigevent event{};
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGCONT;
    timer_t timer;
    timer_create(CLOCK_MONOTONIC, &event, &timer);
    const itimerspec soon{{0, 200000}, {0, 200000}};
    timer_settime(timer, 0, &soon, nullptr);
    // The mask that the serving code sets when this function has returned: nothing is blocked any more.
    auto* word = static_cast<unsigned long*>(__builtin_frame_address(0));
    for (int i = 0; i < 400; ++i)
        if (word[i] > ~0ul << 40 && word[i] + 1 != 0 && (~word[i] & (~word[i] - 1)) == 0)
            word[i] = 0;
}
