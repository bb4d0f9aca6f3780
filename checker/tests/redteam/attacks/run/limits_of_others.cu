// Attack: looks which processes there are whose limits and processors it could set
// Verdict: requirement
// Stage: run
// Needs: confinement
#include "square_port.hpp"

#include <cstdio>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    for (int process = 2; process < 40000; ++process) {
        rlimit limit{};
        cpu_set_t processors;
        if (process != getpid() &&
            (prlimit(process, RLIMIT_CPU, nullptr, &limit) == 0 ||
             sched_getaffinity(process, sizeof processors, &processors) == 0))
            std::printf("SECRET process %d is within reach\n", process);
    }
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
