// Attack: wants 32 GB for each thread, so that the loader ends it
// Verdict: exited or crashed or not_taken
// Stage: program
#include "square_port.hpp"

asm(".pushsection .tbss, \"awT\", @nobits\n.skip 0x800000000\n.popsection");

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
