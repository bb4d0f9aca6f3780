// Attack: six hundred thousand undefined symbols, for the tools that read the object
// Verdict: does_not_compile or not_taken or forbidden
// Stage: program, slow
// Needs: x86-64
#include "square_port.hpp"

#ifndef __CUDA_ARCH__
asm(".altmacro\n"
    ".macro one n\n .quad unknown_\\n\n .endm\n"
    ".macro ten n\n .irp d,0,1,2,3,4,5,6,7,8,9\n one \\n\\d\n .endr\n .endm\n"
    ".macro hundred n\n .irp d,0,1,2,3,4,5,6,7,8,9\n ten \\n\\d\n .endr\n .endm\n"
    ".macro thousand n\n .irp d,0,1,2,3,4,5,6,7,8,9\n hundred \\n\\d\n .endr\n .endm\n"
    ".data\n.set i, 0\n.rept 600\n thousand %i\n .set i, i + 1\n.endr\n.text");
#endif

void square(const std::int64_t*, std::int64_t*, std::size_t) {}
