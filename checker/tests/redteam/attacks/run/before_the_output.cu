// Attack: writes in front of the output
// Verdict: crashed
// Stage: run
#include "square_port.hpp"

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    if (count > 0) output[-1] = 1;
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
