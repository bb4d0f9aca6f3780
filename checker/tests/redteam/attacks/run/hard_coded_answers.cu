// Attack: a table of answers for the numbers that are always the same
// Verdict: wrong_answer
// Stage: run
#include "square_port.hpp"

void square(const std::int64_t*, std::int64_t* output, std::size_t count) {
    constexpr std::int64_t table[] = {0,          1,          1,          2147395600,
                                      2147488281, 2147488281, 4294836225, 4294967296};
    for (std::size_t i = 0; i < count && i < 8; ++i) output[i] = table[i];
}
