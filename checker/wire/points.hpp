// What cases earn, and how points are written: the same in a check program, in a report of
// `workbook check` and in one of `workbook grade`.
#pragma once

#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>

namespace workbook::wire {

template <class Cases>
double weight_of(const Cases& cases) {
    double sum = 0;
    for (const auto& one : cases) sum += one.weight;
    return sum;
}

// The part of `most` that those cases earn that passed, by their weights.
template <class Cases>
double earned_points(const Cases& cases, double most) {
    const double all = weight_of(cases);
    double earned = 0;
    for (const auto& one : cases) earned += one.passed ? one.weight : 0;
    return all > 0 ? most * earned / all : 0;
}

// To a hundredth of a point. Adding zero turns -0 into 0.
inline double rounded_points(double points) { return std::round(points * 100) / 100 + 0.0; }

// "2", "1.5", "0.33"
inline std::string points_text(double points) {
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, rounded_points(points),
                                   std::chars_format::general, 10);
    return {text, end.ptr};
}

// 2 and not 2.0 where a number is whole.
template <class Json>
Json whole_or_fraction(double number) {
    const bool is_whole = number == std::floor(number) && std::fabs(number) < 1e15;
    return is_whole ? Json(static_cast<std::int64_t>(number)) : Json(number);
}

} // namespace workbook::wire
