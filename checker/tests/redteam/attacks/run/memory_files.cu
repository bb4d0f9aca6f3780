// Attack: opens the memory of every process for writing
// Verdict: not_started
// Stage: run
#include "square_port.hpp"

#include <cstdio>
#include <fcntl.h>
#include <string>
#include <unistd.h>

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    for (int process = 1; process < 70000; ++process) {
        if (process == getpid()) continue;
        const int file = open(("/proc/" + std::to_string(process) + "/mem").c_str(), O_RDWR);
        if (file < 0) continue;
        std::printf("SECRET memory of process %d is open\n", process);
        close(file);
    }
}
