// Attack: jumps out of the CUDA runtime's functions at any moment, by a signal
// Verdict: any
// Stage: run
#include "square_port.hpp"

#include <csetjmp>
#include <csignal>
#include <sys/time.h>

static sigjmp_buf back;

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    static volatile int jumps;
    jumps = 0;
    std::signal(SIGALRM, [](int) { siglongjmp(back, 1); });
    const itimerval soon{{0, 500}, {0, 500}}, never{};
    sigsetjmp(back, 1);
    jumps = jumps + 1;
    setitimer(ITIMER_REAL, &soon, nullptr);
    while (jumps < 200) {
        void* block = nullptr;
        cudaMalloc(&block, 100000);
        cudaMemset(block, 0, 100000);
        cudaFree(block);
    }
    setitimer(ITIMER_REAL, &never, nullptr);
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
