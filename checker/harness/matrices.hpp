// What the checks of matrix products share: matrices of whole numbers, matrices whose elements say
// where they stand, and that sums are to be in float.
//
// A check includes it besides harness.hpp, and says `using namespace workbook::matrices` for the
// matrices.
#pragma once

#include "harness/ptx.hpp"
#include "harness/random.hpp"

#include <cmath>
#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

namespace workbook {

// Whole numbers from `low` to `high` as floats.
inline std::vector<float> whole_floats(std::size_t count, int low, int high) {
    const auto numbers = random_integers<int>(count, low, high);
    return {numbers.begin(), numbers.end()};
}

// In the compiled code there is no double.
inline PtxMatcher computes_in_float() {
    return has_no(R"(\.f64)", "there is a double on the way: float is asked for, and on most GPUs "
                              "double is 32 or 64 times slower");
}

namespace matrices {

using Matrix = std::vector<float>; // row after row

inline std::size_t area(int rows, int columns) { return static_cast<std::size_t>(rows) * columns; }

// Whole numbers from -8 to 8: sums of 1000 products of such numbers stay far below 2^24. There are
// no zeros, which could be missing without a trace.
inline std::vector<float> whole_numbers(std::size_t count) {
    std::vector<float> values = whole_floats(count, -8, 7);
    for (float& x : values) x += x >= 0;
    return values;
}
inline Matrix whole_numbers(int rows, int columns) { return whole_numbers(area(rows, columns)); }

// Element (r, c) is 1001 + 1000 r + c: an element of a product that is one of these says which.
inline Matrix marked(int rows, int columns) {
    Matrix values(area(rows, columns));
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c)
            values[area(r, columns) + c] = static_cast<float>(1001 + 1000 * r + c);
    return values;
}

inline std::string place(char name, int row, int column) {
    return std::string(1, name) + "(" + std::to_string(row) + ", " + std::to_string(column) + ")";
}

// "A(3, 5)" for a number of a matrix that is `marked`, of less than 1000 rows; other numbers for
// themselves.
inline std::string name_of(char name, float value) {
    const float number = std::abs(value) - 1001;
    if (!(number >= 0 && number < 1e6f) || number != std::floor(number)) {
        std::ostringstream text;
        text << value;
        return text.str();
    }
    const int whole = static_cast<int>(number);
    return place(name, whole / 1000, whole % 1000);
}

} // namespace matrices
} // namespace workbook
