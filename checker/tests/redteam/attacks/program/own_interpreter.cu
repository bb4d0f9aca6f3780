// Attack: names a file that is not there as the loader of its program, so that it cannot be started
// Verdict: requirement or not_taken
// Stage: program
#include "square_port.hpp"

asm(".pushsection .interp, \"a\"\n.asciz \"/no/such/loader\"\n.popsection");

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
