// Attack: a longjmp to where no call has been
// Verdict: crashed
// Stage: run
#include "square_port.hpp"

#include <csetjmp>

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    std::jmp_buf place = {};
    std::longjmp(place, 1);
}
