// Attack: a command of the shell
// Verdict: forbidden
// Stage: run
#include "square_port.hpp"

#include <cstdlib>

volatile int result;

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    result = std::system("sleep 600 & echo passed > /tmp/redteam_was_here");
}
