// Attack: has the assembler write 100 GB
// Verdict: does_not_compile
// Stage: compile
#include "square_port.hpp"

asm(".pushsection .rodata\n.fill 100000000000, 1, 65\n.popsection");

void square(const std::int64_t*, std::int64_t*, std::size_t) {}
