// Building blocks of the .approx functions that f32 and the 16-bit formats share. They avoid the
// host's library so that loops over lanes vectorise.
#pragma once

#include "vgpu/isa/semantics/function_unit.hpp"

#include <numbers>

namespace vgpu::isa::semantics {

// Adding and subtracting 1.5 * 2^52 rounds to the nearest integer, which is then in the low bits.
inline constexpr double to_integer = 0x1.8p52;

template <std::size_t n>
inline double polynomial(double x, const double (&coefficients)[n]) {
    double sum = coefficients[n - 1];
    for (std::size_t i = n - 1; i-- > 0;) sum = sum * x + coefficients[i];
    return sum;
}

constexpr double power_series_of_2(int k) { // ln(2)^k / k!
    double term = 1;
    for (int i = 1; i <= k; ++i) term *= std::numbers::ln2 / i;
    return term;
}

// 2^x for |x| < 1000.
inline double exponential(double x) {
    static constexpr double series[] = {
        power_series_of_2(0), power_series_of_2(1), power_series_of_2(2),  power_series_of_2(3),
        power_series_of_2(4), power_series_of_2(5), power_series_of_2(6),  power_series_of_2(7),
        power_series_of_2(8), power_series_of_2(9), power_series_of_2(10),
    };
    const double shifted = x + to_integer;
    const double fraction = x - (shifted - to_integer);
    const double scale = double_of((bits_of(shifted) + 1023) << 52);
    return polynomial(fraction, series) * scale;
}

// Below 2^-126 the square of the power of half the operand.
inline float ex2(float a) {
    const bool is_small = a < -126.0f;
    const float result = function_unit::power(is_small ? a * 0.5f : a);
    return a != a ? float_of(canonical_nan) : (is_small ? result * result : result);
}

inline float tanh(float a) {
    const double x = a;
    const double magnitude = std::fabs(x) < 20 ? std::fabs(x) : 20.0;
    const double grown = exponential(2 * std::numbers::log2e * magnitude);
    const double far = std::copysign(1 - 2 / (grown + 1), x);
    const double near = x * (1 - x * x / 3);
    const auto result = static_cast<float>(magnitude < 0x1p-10 ? near : far);
    return canonical(a != a ? a : result);
}

} // namespace vgpu::isa::semantics
