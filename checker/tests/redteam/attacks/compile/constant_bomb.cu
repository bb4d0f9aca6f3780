// Attack: a constant of a hundred million elements, computed while it is compiled
// Verdict: does_not_compile
// Stage: compile
#include "square_port.hpp"

#include <array>

constexpr std::array<long, 100'000'000> much = [] {
    std::array<long, 100'000'000> numbers{};
    for (std::size_t i = 1; i < numbers.size(); ++i) numbers[i] = numbers[i - 1] * 3 + 1;
    return numbers;
}();

void square(const std::int64_t*, std::int64_t* output, std::size_t) { *output = much.back(); }
