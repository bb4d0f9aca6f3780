// Attack: has the assembler read files as its own text, of which it then shows the lines that it does not understand
// Verdict: does_not_compile
// Stage: compile
#include "square_port.hpp"

asm(".include \"/etc/passwd\"\n.include \"/proc/self/environ\"\n"
    ".include \"../../../solutions/01_launch/03_square_port/square_port.cu\"");

void square(const std::int64_t*, std::int64_t*, std::size_t) {}
