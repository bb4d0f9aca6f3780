// Attack: has the assembler put the solution into its program
// Verdict: does_not_compile
// Stage: compile
#include "square_port.hpp"

asm(".pushsection .rodata\n.globl found\nfound: .incbin "
    "\"../../../solutions/01_launch/03_square_port/square_port.cu\"\n.popsection");

void square(const std::int64_t*, std::int64_t*, std::size_t) {}
