// Attack: a host function in the stream that never returns
// Verdict: timed_out
// Stage: run
#include "square_port.hpp"

#include <unistd.h>

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    cudaLaunchHostFunc(
        nullptr,
        [](void*) {
            while (true) pause();
        },
        nullptr);
    cudaDeviceSynchronize();
}
