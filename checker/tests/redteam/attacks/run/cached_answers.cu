// Attack: answers by the count alone, with what another run would have expected
// Verdict: wrong_answer
// Stage: run
#include "square_port.hpp"

void square(const std::int64_t*, std::int64_t* output, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
        output[i] = static_cast<std::int64_t>(i * 2654435761u % 46340) * 46340;
}
