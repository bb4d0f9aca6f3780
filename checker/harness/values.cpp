#include "harness/values.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace workbook {

double ulp_of(ElementType type, double value) {
    // Binary digits and the exponent of the smallest normal number: IEEE 754, binary32 and
    // binary64; a bfloat16 has a float's exponents and 8 digits.
    const bool wide = type != ElementType::f32 && type != ElementType::bf16;
    const int digits = type == ElementType::bf16 ? 8
                       : wide                    ? std::numeric_limits<double>::digits
                                                 : std::numeric_limits<float>::digits;
    const int lowest = wide ? std::numeric_limits<double>::min_exponent - 1
                            : std::numeric_limits<float>::min_exponent - 1;
    const int exponent = value == 0 ? lowest : std::max(std::ilogb(value), lowest);
    return std::ldexp(1.0, exponent - (digits - 1));
}

namespace {

double rounded_to(ElementType type, double value) {
    if (type == ElementType::f32) return static_cast<float>(value);
    if (type == ElementType::bf16) return static_cast<double>(Bf16(static_cast<float>(value)));
    return value;
}

} // namespace

bool agrees(ElementType type, double actual, double expected, const Tolerance& tolerance) {
    if (std::isnan(expected) || std::isnan(actual))
        return std::isnan(expected) && std::isnan(actual);
    // The difference of a wide reference to an infinite output says nothing; its rounded value
    // does.
    const double rounded = rounded_to(type, expected);
    if (std::isinf(actual) || std::isinf(rounded)) return actual == rounded;
    if (tolerance.is_exact())
        return actual == expected && std::signbit(actual) == std::signbit(expected);
    const double difference = std::abs(actual - expected);
    if (tolerance.most_ulp > 0 && difference <= tolerance.most_ulp * ulp_of(type, expected))
        return true;
    if (tolerance.relative == 0 && tolerance.absolute == 0) return false;
    return difference <= tolerance.absolute + tolerance.relative * std::abs(expected);
}

} // namespace workbook
