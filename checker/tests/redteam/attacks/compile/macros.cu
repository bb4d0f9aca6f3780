// Attack: gives other meanings to the words of those who come after
// Verdict: wrong_answer
// Stage: compile
#include "square_port.hpp"

#include <cstdio>

#define main other_main
#undef WORKBOOK_CALLABLE
#define WORKBOOK_CALLABLE(function) WORKBOOK_CALLABLE_##function
#define cudaMemcpy(...) cudaSuccess
#define return                                                                                     \
    throw 0;                                                                                       \
    return
#pragma GCC poison serve_call

void square(const std::int64_t*, std::int64_t*, std::size_t) { std::puts("passed"); }
