// Attack: closes every file that it did not open
// Verdict: exited
// Stage: run
#include "square_port.hpp"

#include <unistd.h>

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    for (int file = 0; file < 1024; ++file) close(file);
}
