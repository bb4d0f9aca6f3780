// Attack: the handler of a timer works with the device when the call is over
// Verdict: any
// Stage: run
#include "square_port.hpp"

#include <csignal>
#include <sys/time.h>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    std::signal(SIGALRM, [](int) {
        void* block = nullptr;
        cudaMalloc(&block, 256);
    });
    const itimerval soon{{0, 100}, {0, 100}};
    setitimer(ITIMER_REAL, &soon, nullptr);
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
