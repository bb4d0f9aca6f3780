// Attack: makes the compiler work and take memory without end
// Verdict: does_not_compile
// Stage: compile, slow
#include "square_port.hpp"

template <int Depth, int Number>
struct Bomb {
    static constexpr int value =
        Bomb<Depth - 1, 2 * Number>::value + Bomb<Depth - 1, 2 * Number + 1>::value;
};
template <int Number>
struct Bomb<0, Number> {
    static constexpr int value = Number;
};
constexpr int boom = Bomb<28, 0>::value;

void square(const std::int64_t*, std::int64_t*, std::size_t) {}
