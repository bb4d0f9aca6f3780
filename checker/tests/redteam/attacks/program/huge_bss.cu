// Attack: an array of 2 GB that is all zeros, so that the file stays small, and writes it
// Verdict: out_of_memory or crashed or requirement
// Stage: program
#include "square_port.hpp"

#include <cstring>

static char zeros[2'000'000'000];

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    std::memset(zeros, 1, sizeof zeros);
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
