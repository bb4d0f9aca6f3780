// Attack: writes behind the output
// Verdict: crashed
// Stage: run
#include "square_port.hpp"

void square(const std::int64_t*, std::int64_t* output, std::size_t count) { output[count] = 1; }
