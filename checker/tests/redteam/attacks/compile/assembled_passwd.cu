// Attack: has the assembler put a file of the system into its program
// Verdict: does_not_compile
// Stage: compile
#include "square_port.hpp"

asm(".pushsection .rodata\n.globl found\nfound: .incbin \"/etc/passwd\"\n.popsection");

void square(const std::int64_t*, std::int64_t*, std::size_t) {}
