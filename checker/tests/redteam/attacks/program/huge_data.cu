// Attack: wants so much memory before it begins that the kernel does not even start it
// Verdict: crashed or not_taken
// Stage: program
// Needs: x86-64
#include "square_port.hpp"

asm(".pushsection .lbss, \"aw\", @nobits\n.skip 0x600000000000\n.popsection");

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
