#include "vgpu/exec/texture_gradients.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace vgpu::exec {

namespace {

// Numbers of 10 bits, which operations cut off: found from an H200's answers to 196,608 places.
constexpr int bits = 10;
double last_bit(double number) { return std::ldexp(1., std::ilogb(number) - (bits - 1)); }
double cut(double number) {
    if (number == 0 || !std::isfinite(number)) return number;
    return std::trunc(number / last_bit(number)) * last_bit(number);
}

// 11/8 of it is rounded.
double eleven_eighths(double number) {
    if (number == 0 || !std::isfinite(number)) return number;
    const double unit = last_bit(number);
    return cut(std::floor((11 * (number / unit) + 4) / 8) * unit);
}

// A subtraction has one bit more of the lesser one.
double sum_of(double first, double second) {
    if (std::fabs(first) < std::fabs(second)) std::swap(first, second);
    if (first == 0 || !std::isfinite(first)) return first;
    if (std::signbit(first) == std::signbit(second)) return cut(first + second);
    const double unit = last_bit(first) / 2;
    return cut(first + std::trunc(second / unit) * unit);
}

double length_of(const Gradient& gradient) {
    Gradient parts{};
    std::transform(gradient.begin(), gradient.end(), parts.begin(),
                   [](double part) { return std::fabs(part); });
    std::sort(parts.begin(), parts.end(), std::greater<>());
    return cut(parts[0] + cut(eleven_eighths(parts[1]) + parts[2]) / 4);
}

// 11/16 of a diagonal of what both gradients span.
double diagonal_of(const Gradient& first, const Gradient& second, double sign) {
    Gradient diagonal{};
    for (std::size_t i = 0; i < 3; ++i)
        diagonal[i] = eleven_eighths(std::fabs(sum_of(first[i], sign * second[i]))) / 2;
    return length_of(diagonal);
}

// log2 with 8 bits behind the point, of the 8 bits of a number behind its highest one.
float logarithm(double number) {
    if (!(number > 0)) return -126;
    if (!std::isfinite(number)) return 126;
    const int exponent = std::ilogb(number);
    const double fraction = std::floor(std::ldexp(number, 8 - exponent)) - 256;
    const double part =
        fraction == 0 ? 0 : std::floor(256 * std::log2(1 + (fraction + 0.47) / 256) + 0.5);
    return static_cast<float>(exponent + std::min(part, 255.) / 256);
}

} // namespace

float level_of_gradients(const Gradient& first, const Gradient& second) {
    Gradient one{}, other{};
    std::transform(first.begin(), first.end(), one.begin(), cut);
    std::transform(second.begin(), second.end(), other.begin(), cut);
    return logarithm(std::max({length_of(one), length_of(other), diagonal_of(one, other, 1),
                               diagonal_of(one, other, -1)}));
}

} // namespace vgpu::exec
