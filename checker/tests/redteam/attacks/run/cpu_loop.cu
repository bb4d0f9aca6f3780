// Attack: computes on the CPU
// Verdict: requirement
// Stage: run
#include "square_port.hpp"

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
