// Attack: prints and exits as the loader does where a library is missing, to blame the grader for it
// Verdict: exited
// Stage: program
#include "square_port.hpp"

#include <cstdio>
#include <cstdlib>

const int early = [] {
    std::fputs(
        "error while loading shared libraries: libcudart.so.13: cannot open shared object file\n",
        stderr);
    std::_Exit(127);
    return 0;
}();

void square(const std::int64_t*, std::int64_t*, std::size_t) {}
