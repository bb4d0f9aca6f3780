// Attack: takes the engine's open files out of its process
// Verdict: forbidden
// Stage: run
#include "square_port.hpp"

#include <sys/syscall.h>
#include <unistd.h>

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    for (int process = 1; process < 1000; ++process) {
        if (process == getpid()) continue;
        const long other = syscall(SYS_pidfd_open, process, 0);
        for (int file = 0; other >= 0 && file < 64; ++file)
            syscall(SYS_pidfd_getfd, other, file, 0);
    }
}
