// Checks of lesson 10. The references are nested loops. All comparisons are exact: the data are
// quarters, so small that float adds them without rounding.
#include "broadcast.hpp"

#include "harness/harness.hpp"

#include <algorithm>
#include <cstdlib>

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, add_views, add_views_within, outer_sum, add_scalar, add_row)
WORKBOOK_PROMISE(uses_gpu, add_views, add_views_within, outer_sum, add_scalar, add_row)

namespace {

struct Size {
    int rows, columns;
    std::size_t count() const {
        return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
    }
};

// Hardly any of them is a square: a program that mixes up rows and columns must fail.
const Size sizes[] = {{4, 4},   {1, 1},   {1, 1000}, {1000, 1}, {2, 3},     {3, 2},
                      {31, 33}, {33, 31}, {0, 7},    {7, 0},    {100, 257}, {1025, 63}};

std::vector<float> numbers(std::size_t count) {
    const auto integers = random_integers<int>(count, -1'000'000, 1'000'000);
    std::vector<float> values(integers.begin(), integers.end());
    for (float& value : values) value /= 4; // a sum of integers would lose them
    return values;
}

struct Strides {
    std::ptrdiff_t row, column;
};

// Exactly as many elements as a view reaches, so that one step too far is outside; `first`: where
// element (0, 0) lies.
struct View {
    std::vector<float> memory;
    std::ptrdiff_t first = 0;
    Strides strides;

    View(Size size, Strides its) : strides(its) {
        if (size.count() == 0) return;
        const std::ptrdiff_t down = (size.rows - 1) * strides.row;
        const std::ptrdiff_t along = (size.columns - 1) * strides.column;
        first = -(std::min<std::ptrdiff_t>(down, 0) + std::min<std::ptrdiff_t>(along, 0));
        memory = numbers(static_cast<std::size_t>(std::abs(down) + std::abs(along) + 1));
    }
    float at(int i, int j) const {
        return memory[static_cast<std::size_t>(first + i * strides.row + j * strides.column)];
    }
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
    const View a(size, a_strides), b(size, b_strides);
    const bool backwards = a.first != 0 || b.first != 0;
    const Run run =
        backwards ? WORKBOOK_RUN(add_views_within, device_in(a.memory), a.first, a.strides.row,
                                 a.strides.column, device_in(b.memory), b.first, b.strides.row,
                                 b.strides.column, device_out<float>(size.count()), size.rows,
                                 size.columns)
                  : WORKBOOK_RUN(add_views, device_in(a.memory), a.strides.row, a.strides.column,
                                 device_in(b.memory), b.strides.row, b.strides.column,
                                 device_out<float>(size.count()), size.rows, size.columns);
    check_result(run, backwards ? 8 : 6, size,
                 matrix_of(size, [&](int i, int j) { return a.at(i, j) + b.at(i, j); }));
}

// Kernels that ran in part, of arrays that 32 bits cannot count: what came out means nothing. The
// last elements may be those of a block that did not run.
void check_far(const Run& run) {
    const std::size_t of_an_int = std::size_t{1} << 31;
    REQUIRE_THAT(run, completed());
    for (const Reach::Row& array : run.record().trace.reach.allocations)
        if (array.end <= of_an_int * sizeof(float))
            FAIL("the kernel came no further than element "
                 << array.end / sizeof(float) << " of " << array.bytes / sizeof(float)
                 << ": is there an int or an unsigned where a long long has to be?");
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

TEST_CASE("add_views: strides below 0") {
    for (const Size size : sizes) {
        check_views(size, {-size.columns, 1}, {size.columns, -1}); // upside down; mirrored
        check_views(size, {size.columns, 1}, {-1, -2 * size.rows});
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

// The virtual GPU repeats a part of the elements and runs some of the blocks; what was computed in
// 32 bits is out of bounds.
TEST_CASE("more elements than an int can count", "[weight:0.5]") {
    if (!Session::current().options().device.is_virtual) {
        SUCCEED("this takes much memory");
        return;
    }
    const Size size{33'000, 65'536}; // above 2^31
    constexpr std::size_t part = std::size_t{1} << 18;
    auto matrix = device_in(numbers(part));
    auto out = device_out<float>(part);
    matrix.spec.repeats = out.spec.repeats = size.count() / part;
    const auto column = device_in(column_of(size)), row = device_in(row_of(size)),
               scalar = device_in(numbers(1));
    const VirtualGpu some_blocks{.sampling = true};
    const int rows = size.rows, columns = size.columns;
    INFO(text_of(size));
    {
        INFO("outer_sum");
        check_far(WORKBOOK_RUN_IN(some_blocks, outer_sum, column, row, out, rows, columns));
    }
    {
        INFO("add_scalar");
        check_far(WORKBOOK_RUN_IN(some_blocks, add_scalar, matrix, scalar, out, rows, columns));
    }
    {
        INFO("add_row");
        check_far(WORKBOOK_RUN_IN(some_blocks, add_row, matrix, row, out, rows, columns));
    }
    {
        INFO("add_views; strides of a: " << columns << ", 1; of b: 1, " << rows);
        check_far(WORKBOOK_RUN_IN(some_blocks, add_views, matrix, std::ptrdiff_t{columns},
                                  std::ptrdiff_t{1}, matrix, std::ptrdiff_t{1},
                                  std::ptrdiff_t{rows}, out, rows, columns));
    }
}
