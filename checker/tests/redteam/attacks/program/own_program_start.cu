// Attack: puts itself in the place of the function that calls main()
// Verdict: forbidden or exited
// Stage: program
#include "square_port.hpp"

#include <cstdlib>

extern "C" int __libc_start_main(int (*)(int, char**, char**), int, char**, void (*)(), void (*)(),
                                 void (*)(), void*) {
    std::_Exit(0);
}

void square(const std::int64_t*, std::int64_t*, std::size_t) {}
