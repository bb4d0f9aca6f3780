// Attack: makes system calls by the numbers of another architecture
// Verdict: forbidden or requirement
// Stage: run
#include "square_port.hpp"

#include <cstdio>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
#ifdef __x86_64__
    int number = 2; // fork
    asm volatile("int $0x80" : "+a"(number)::"memory");
    if (number == 0) std::printf("BREACH\n");
#endif
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
