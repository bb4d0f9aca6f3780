// Arrays with their element type taken away, and how exactly they have to agree.
#pragma once

#include "harness/element_type.hpp"

#include <cstddef>
#include <cstring>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace workbook {

struct Values {
    ElementType type = ElementType::other;
    std::size_t element_bytes = 0;
    std::size_t count = 0;
    std::vector<std::byte> bytes;
};

template <class T>
Values values_of(const std::vector<T>& elements) {
    static_assert(std::is_trivially_copyable_v<T> && !std::is_same_v<T, bool>,
                  "std::vector<bool> has no elements in memory; use std::vector<std::uint8_t>");
    Values values{element_type_of<T>(), sizeof(T), elements.size(), {}};
    values.bytes.resize(elements.size() * sizeof(T));
    if (!elements.empty()) std::memcpy(values.bytes.data(), elements.data(), values.bytes.size());
    return values;
}

// |actual - expected| <= most_ulp ulps of the output's type, or <= absolute + relative *
// |expected|. All zero: the same bits, except that every NaN equals every other.
struct Tolerance {
    double most_ulp = 0;
    double relative = 0;
    double absolute = 0;

    bool is_exact() const { return most_ulp == 0 && relative == 0 && absolute == 0; }
};

// A matrix, row after row.
struct Shape {
    std::size_t rows = 0, columns = 0;
};

// The distance between neighbouring numbers of the type, a floating-point one, around `value`.
double ulp_of(ElementType type, double value);
// Whether an output of floating-point type is near enough. NaN agrees with NaN, an infinity with
// itself and, where `expected` is too large for the type, with the infinity that it rounds to.
bool agrees(ElementType type, double actual, double expected, const Tolerance& tolerance);

} // namespace workbook
