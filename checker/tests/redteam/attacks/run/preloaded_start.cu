// Attack: starts itself once more with a library of its own in LD_PRELOAD
// Verdict: forbidden
// Stage: run
#include "square_port.hpp"

#include <cstdlib>
#include <unistd.h>

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    setenv("LD_PRELOAD", "/tmp/libcudart.so.13", 1);
    execl("/proc/self/exe", "learner", nullptr);
}
