// Products of matrices as a right or a wrong program makes them: a check compares a wrong result
// with what usual mistakes give.
#pragma once

#include "harness/matrices.hpp"

#include <algorithm>
#include <functional>
#include <limits>

namespace workbook::matrices {

using Numbers = std::vector<double>;

// What lies between rows that do not follow each other.
inline constexpr float nothing = std::numeric_limits<float>::quiet_NaN();

// Puts `rows` rows of `columns` values each into a matrix whose rows begin `pitch` elements apart.
inline void fill_rows(Matrix& matrix, int rows, int columns, int pitch, const Matrix& values) {
    for (int r = 0; r < rows; ++r)
        std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(area(r, columns)), columns,
                    matrix.begin() + static_cast<std::ptrdiff_t>(area(r, pitch)));
}

// How a program reads an array: element (row, column) of it, `nothing` where it has none.
using Reads = std::function<double(int row, int column)>;
inline Reads reads(const Matrix& array, int row_step, int column_step) {
    return [&array, row_step, column_step](int row, int column) -> double {
        const auto at = area(row, row_step) + area(column, column_step);
        return at < array.size() ? array[at] : nothing;
    };
}

// How it makes A B + C: from columns `from` to `to` - 1 of A, and these rows of B.
struct Way {
    Reads a, b, c;
    int from, to;
};

// The m x n elements that come of it, row after row.
inline Numbers product(int m, int n, const Way& way) {
    Numbers result(area(m, n)), b(area(way.to - way.from, n));
    for (int p = way.from; p < way.to; ++p)
        for (int j = 0; j < n; ++j) b[area(p - way.from, n) + j] = way.b(p, j);
    for (int i = 0; i < m; ++i) {
        double* row = &result[area(i, n)];
        for (int j = 0; j < n; ++j) row[j] = way.c(i, j);
        for (int p = way.from; p < way.to; ++p) {
            const double a = way.a(i, p);
            for (int j = 0; j < n; ++j) row[j] += a * b[area(p - way.from, n) + j];
        }
    }
    return result;
}

// A square matrix with rows and columns exchanged.
inline Numbers transposed(const Numbers& matrix, int side) {
    Numbers other(matrix.size());
    for (int i = 0; i < side; ++i)
        for (int j = 0; j < side; ++j) other[area(i, side) + j] = matrix[area(j, side) + i];
    return other;
}

} // namespace workbook::matrices
