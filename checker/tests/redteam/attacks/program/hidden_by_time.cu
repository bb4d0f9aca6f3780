// Attack: sleeps by what only the hidden case asks for, so that the report's times tell of it
// Verdict: requirement
// Stage: program, hidden
#include "square_port.hpp"

#include <unistd.h>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    if (count == 23) usleep(1400000);
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
