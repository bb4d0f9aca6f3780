// Attack: asks the compiler which files there are
// Verdict: wrong_answer
// Stage: compile
// Needs: sandbox
#include "square_port.hpp"

#include <cstdio>

#if __has_include("check.cpp") ||                                                                  \
                  __has_include("../../../solutions/01_launch/03_square_port/square_port.cu") ||   \
                                __has_include("/etc/passwd") ||                                    \
                                              __has_include("harness/harness.hpp")
#error SECRET the file is there
#endif

void square(const std::int64_t*, std::int64_t*, std::size_t) { std::puts("not there"); }
