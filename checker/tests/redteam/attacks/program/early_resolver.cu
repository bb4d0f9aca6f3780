// Attack: ends the program while the loader still looks for its functions
// Verdict: exited or crashed or forbidden
// Stage: program
// Needs: x86-64
#include "square_port.hpp"

#ifndef __CUDA_ARCH__
asm(".type chosen, @gnu_indirect_function\n"
    ".globl chosen\n"
    "chosen: mov $231,%eax; xor %edi,%edi; syscall");
#endif
extern "C" void chosen();
void (*const early)() = chosen;

void square(const std::int64_t*, std::int64_t*, std::size_t) { early(); }
