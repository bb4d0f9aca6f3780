// Attack: becomes root of a user namespace of its own
// Verdict: forbidden
// Stage: run
#include "square_port.hpp"

#include <sched.h>

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0) return;
}
