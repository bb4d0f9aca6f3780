// Attack: gives other meanings to the words of those who come after
// Verdict: wrong_answer
// Stage: compile
#include "square_port.hpp"

#include <cstdio>

#define main other_main
#define WORKBOOK_SERVES_CALLS 1
#define cudaMemcpy(...) cudaSuccess
#define return                                                                                     \
    throw 0;                                                                                       \
    return
#pragma GCC poison serve_call

void square(const std::int64_t*, std::int64_t*, std::size_t) { std::puts("passed"); }
