#include "harness/values.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace workbook {

double ulp_of(ElementType type, double value) {
    // Binary digits and the exponent of the smallest normal number: IEEE 754, binary32 and
    // binary64.
    const bool single = type == ElementType::f32;
    const int digits =
        single ? std::numeric_limits<float>::digits : std::numeric_limits<double>::digits;
    const int lowest = single ? std::numeric_limits<float>::min_exponent - 1
                              : std::numeric_limits<double>::min_exponent - 1;
    const int exponent = value == 0 ? lowest : std::max(std::ilogb(value), lowest);
    return std::ldexp(1.0, exponent - (digits - 1));
}

bool agrees(ElementType type, double actual, double expected, const Tolerance& tolerance) {
    if (std::isnan(expected) || std::isnan(actual))
        return std::isnan(expected) && std::isnan(actual);
    // The difference of a wide reference to an infinite output says nothing; its rounded value
    // does.
    const double rounded = type == ElementType::f32 ? static_cast<float>(expected) : expected;
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
