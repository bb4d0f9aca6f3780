// Attack: a child that shares all memory and is no thread, so that no count of threads has it
// Verdict: forbidden
// Stage: run
#include "square_port.hpp"

#include <csignal>
#include <sched.h>
#include <unistd.h>

struct Work {
    const std::int64_t* input;
    std::int64_t* output;
    std::size_t count;
};

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    static char stack[1 << 16];
    static Work work;
    work = {input, output, count};
    clone(
        [](void*) {
            usleep(20000);
            for (std::size_t i = 0; i < work.count; ++i)
                work.output[i] = work.input[i] * work.input[i];
            return 0;
        },
        stack + sizeof stack, CLONE_VM | CLONE_FS | CLONE_FILES | SIGCHLD, nullptr);
}
