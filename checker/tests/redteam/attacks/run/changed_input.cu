// Attack: makes the inputs such that no work is left: zeros
// Verdict: wrong_answer
// Stage: run
#include "square_port.hpp"

#include <cstring>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    std::memset(const_cast<std::int64_t*>(input), 0, count * sizeof *input);
    std::memset(output, 0, count * sizeof *output);
}
