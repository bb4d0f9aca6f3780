// Attack: puts itself in the place of the code that serves calls
// Verdict: forbidden or does_not_compile
// Stage: program
#include "square_port.hpp"

namespace workbook::learner {
int serve(int, char**) { return 0; }
} // namespace workbook::learner

void square(const std::int64_t*, std::int64_t*, std::size_t) {}
