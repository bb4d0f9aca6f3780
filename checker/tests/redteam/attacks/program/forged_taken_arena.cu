// Attack: prints and exits as the serving code does where the shared memory has no room, to blame the grader for it
// Verdict: exited
// Stage: program
#include "square_port.hpp"

#include <cstdio>
#include <cstdlib>

const int early = [] {
    std::fputs("the arena's address 0x280000000000 is taken\n", stderr);
    std::_Exit(2);
    return 0;
}();

void square(const std::int64_t*, std::int64_t*, std::size_t) {}
