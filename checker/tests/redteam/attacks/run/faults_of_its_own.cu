// Attack: wants to be told of each page that the checker or the kernel touches, and to decide what stands there
// Verdict: requirement
// Stage: run
#include "square_port.hpp"

#include <cstdio>
#include <sys/syscall.h>
#include <unistd.h>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    for (const int flags : {0, 1 /* of user mode only */})
        if (syscall(SYS_userfaultfd, flags) >= 0) std::printf("BREACH\n");
    if (syscall(SYS_fanotify_init, 0, 0) >= 0) std::printf("BREACH: it watches files\n");
    if (syscall(SYS_open_by_handle_at, 3, nullptr, 0) >= 0)
        std::printf("BREACH: a file by its number\n");
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
