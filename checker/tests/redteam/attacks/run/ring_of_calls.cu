// Attack: asks the kernel for rings that make system calls past the filter
// Verdict: requirement or forbidden
// Stage: run
#include "square_port.hpp"

#include <cstdio>
#include <sys/syscall.h>
#include <unistd.h>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    unsigned char parameters[128] = {};
    if (syscall(SYS_io_uring_setup, 8, parameters) >= 0) std::puts("BREACH: a ring");
    if (syscall(SYS_userfaultfd, 0) >= 0)
        std::puts("BREACH: pages that are filled when they are read");
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
