// Attack: a child of its own that goes on with the engine's connection
// Verdict: forbidden
// Stage: run
#include "square_port.hpp"

#include <unistd.h>

void square(const std::int64_t*, std::int64_t*, std::size_t count) {
    if (fork() != 0) return;
    void* block = nullptr;
    while (cudaMalloc(&block, count) == cudaSuccess) usleep(1000);
    _exit(0);
}
