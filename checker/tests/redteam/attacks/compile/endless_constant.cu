// Attack: computes a constant without end while it is compiled
// Verdict: does_not_compile
// Stage: compile, slow
#include "square_port.hpp"

constexpr unsigned long long endless() {
    unsigned long long sum = 0;
    for (int i = 0; i < 200000; ++i)
        for (int k = 0; k < 200000; ++k) sum += static_cast<unsigned long long>(i) * k;
    return sum;
}
constexpr auto forever = endless();

void square(const std::int64_t*, std::int64_t*, std::size_t) {}
