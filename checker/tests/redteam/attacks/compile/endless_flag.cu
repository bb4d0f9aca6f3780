// Attack: has the assembler print an error of nvcc with a sentence of half a megabyte, which overflows the stack of a search
// Verdict: does_not_compile
// Stage: compile
#include "square_port.hpp"

// What the assembler prints lies behind "x(1): error: ", so it is one message.
asm(".print \"x(1): error: calling a __host__ function The experimental flag 'a\"\n"
    ".rept 400\n"
    ".print \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
    "\"\n"
    ".endr\n"
    ".error \"stop\"\n");

void square(const std::int64_t*, std::int64_t*, std::size_t) {}
