// Attack: makes the shared memory smaller, so that the checker falls when it looks at it
// Verdict: forbidden or not_started
// Stage: program
#include "square_port.hpp"

#include "wire/message.hpp"

#include <unistd.h>

const int early = ftruncate(workbook::wire::arena_descriptor, 0);

void square(const std::int64_t*, std::int64_t*, std::size_t) {}
