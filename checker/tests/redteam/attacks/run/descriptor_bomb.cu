// Attack: opens files until there are no more
// Verdict: not_started
// Stage: run
#include "square_port.hpp"

#include <fcntl.h>

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    while (open("/dev/null", O_RDONLY) >= 0) {
    }
}
