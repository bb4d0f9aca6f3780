// Attack: a child of a child that is to outlive the check
// Verdict: forbidden
// Stage: run
#include "square_port.hpp"

#include <unistd.h>

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    if (fork() == 0) {
        setsid();
        if (fork() == 0) sleep(600);
        _exit(0);
    }
}
