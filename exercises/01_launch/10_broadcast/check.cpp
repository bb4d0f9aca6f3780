// Checks of lesson 10. The references are nested loops. All comparisons are exact: the data are
// integers, so small that float adds them without rounding.
#include "broadcast.hpp"

#include "harness/harness.hpp"

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, add_views, outer_sum, add_scalar, add_row)
WORKBOOK_PROMISE(uses_gpu, add_views, outer_sum, add_scalar, add_row)

namespace {

struct Size {
    int rows, columns;
    std::size_t count() const {
        return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
    }
};

// Hardly any of them is a square: who mixes up rows and columns shall not get away with it.
const Size sizes[] = {{4, 4},   {1, 1},   {1, 1000}, {1000, 1}, {2, 3},     {3, 2},
                      {31, 33}, {33, 31}, {0, 7},    {7, 0},    {100, 257}, {1025, 63}};

std::vector<float> numbers(std::size_t count) {
    const auto integers = random_integers<int>(count, -1'000'000, 1'000'000);
    return {integers.begin(), integers.end()};
}

struct Strides {
    std::ptrdiff_t row, column;
};

std::string text_of(Size size) {
    return std::to_string(size.rows) + " rows, " + std::to_string(size.columns) + " columns";
}

// What element(i, j) says for each element of out.
template <class Element>
std::vector<float> matrix_of(Size size, Element element) {
    std::vector<float> expected;
    for (int i = 0; i < size.rows; ++i)
        for (int j = 0; j < size.columns; ++j) expected.push_back(element(i, j));
    return expected;
}

void check_result(const Run& run, std::size_t argument, Size size,
                  const std::vector<float>& expected) {
    REQUIRE_THAT(run, completed());
    REQUIRE_THAT(run, outputs_shaped(argument, static_cast<std::size_t>(size.rows),
                                     static_cast<std::size_t>(size.columns), expected));
    if (size.count() != 0) REQUIRE_THAT(run, launched(1));
    REQUIRE_THAT(run, copied(0, host_to_device) && copied(0, device_to_host) &&
                          copied(0, device_to_device));
}

void check_views(Size size, Strides a_strides, Strides b_strides) {
    INFO(text_of(size) << "; strides of a: " << a_strides.row << ", " << a_strides.column
                       << "; of b: " << b_strides.row << ", " << b_strides.column);
    // Exactly as many elements as the view reaches: one step too far is outside.
    const auto reach = [&](Strides strides) {
        return size.count() == 0
                   ? 0
                   : static_cast<std::size_t>((size.rows - 1) * strides.row +
                                              (size.columns - 1) * strides.column + 1);
    };
    const auto a = numbers(reach(a_strides)), b = numbers(reach(b_strides));
    const Run run = WORKBOOK_RUN(add_views, device_in(a), a_strides.row, a_strides.column,
                                 device_in(b), b_strides.row, b_strides.column,
                                 device_out<float>(size.count()), size.rows, size.columns);
    const auto at = [](const std::vector<float>& v, Strides strides, int i, int j) {
        return v[static_cast<std::size_t>(i * strides.row + j * strides.column)];
    };
    check_result(run, 6, size, matrix_of(size, [&](int i, int j) {
                     return at(a, a_strides, i, j) + at(b, b_strides, i, j);
                 }));
}

std::vector<float> column_of(Size size) { return numbers(static_cast<std::size_t>(size.rows)); }
std::vector<float> row_of(Size size) { return numbers(static_cast<std::size_t>(size.columns)); }

} // namespace

TEST_CASE("add_views: two matrices") {
    for (const Size size : sizes) check_views(size, {size.columns, 1}, {size.columns, 1});
}

TEST_CASE("add_views: strides of all kinds", "[weight:2]") {
    for (const Size size : sizes) {
        check_views(size, {1, size.rows}, {size.columns, 1}); // a is stored column after column
        check_views(size, {size.columns + 5, 1}, {0, 0});     // rows with a gap; one number
        check_views(size, {0, 1}, {1, 0});
        check_views(size, {2 * size.columns, 2}, {0, 3}); // every second element; every third
    }
}

TEST_CASE("outer_sum: a column and a row make a matrix", "[weight:2]") {
    for (const Size size : sizes) {
        INFO(text_of(size));
        const auto column = column_of(size), row = row_of(size);
        const Run run = WORKBOOK_RUN(outer_sum, device_in(column), device_in(row),
                                     device_out<float>(size.count()), size.rows, size.columns);
        check_result(run, 2, size, matrix_of(size, [&](int i, int j) {
                         return column[static_cast<std::size_t>(i)] +
                                row[static_cast<std::size_t>(j)];
                     }));
    }
}

TEST_CASE("add_scalar: one number for all") {
    for (const Size size : sizes) {
        INFO(text_of(size));
        const auto matrix = numbers(size.count()), scalar = numbers(1);
        const Run run = WORKBOOK_RUN(add_scalar, device_in(matrix), device_in(scalar),
                                     device_out<float>(size.count()), size.rows, size.columns);
        std::vector<float> expected = matrix;
        for (float& value : expected) value += scalar[0];
        check_result(run, 2, size, expected);
    }
}

TEST_CASE("add_row: a row for every row") {
    for (const Size size : sizes) {
        INFO(text_of(size));
        const auto matrix = numbers(size.count()), row = row_of(size);
        const Run run = WORKBOOK_RUN(add_row, device_in(matrix), device_in(row),
                                     device_out<float>(size.count()), size.rows, size.columns);
        const auto columns = static_cast<std::size_t>(size.columns);
        check_result(
            run, 2, size, matrix_of(size, [&](int i, int j) {
                return matrix[static_cast<std::size_t>(i) * columns + static_cast<std::size_t>(j)] +
                       row[static_cast<std::size_t>(j)];
            }));
    }
}
