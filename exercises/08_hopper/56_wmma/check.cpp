// Checks of lesson 56. The reference is three nested loops in double over what the halves hold.
// Nearly all data are whole numbers so small that halves hold them and float adds their products
// without rounding, in any order: there, every bit must agree.
#include "wmma.hpp"

#include "harness/fragments.hpp"
#include "harness/harness.hpp"
#include "harness/products.hpp"
#include "harness/shared_work.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

using namespace workbook;
using namespace workbook::matrices;

WORKBOOK_PROMISE(does_not_wait, tile_product, band_product, multiply_tiles, multiply_blocks,
                 multiply)
WORKBOOK_PROMISE(reports_errors, tile_product, band_product, multiply_tiles, multiply_blocks,
                 multiply)
WORKBOOK_PROMISE(uses_gpu, tile_product, band_product, multiply_tiles, multiply_blocks, multiply)
WORKBOOK_PROMISE(fills_gpu, multiply_tiles)
WORKBOOK_EXCEPT(any_address, "matrices begin at multiples of 32 bytes", tile_product, band_product,
                multiply_tiles, multiply_blocks)

namespace {

// D = A B + C, as the arrays lie in memory. Where rows (of B: columns) do not follow each other,
// there is NaN between them.
struct Problem {
    int m, n, k;
    int lda, ldb, ldc, ldd;
    Matrix A, B, C;
    int steps = -1; // of band_product; -1: there is C
};

Problem empty_problem(int m, int n, int k, int gap = 0) {
    Problem x{m, n, k, k + 8 * gap, k + 24 * gap, n + 4 * gap, n + 12 * gap, {}, {}, {}};
    x.A.assign(area(m, x.lda), nothing);
    x.B.assign(area(n, x.ldb), nothing);
    x.C.assign(area(m, x.ldc), nothing);
    return x;
}

// C is far larger than the products, so that it is missed, and odd or even at random.
Problem whole_problem(int m, int n, int k, int gap = 0) {
    Problem x = empty_problem(m, n, k, gap);
    fill_rows(x.A, m, k, x.lda, whole_numbers(m, k));
    fill_rows(x.B, n, k, x.ldb, whole_numbers(n, k));
    fill_rows(x.C, m, n, x.ldc, whole_floats(area(m, n), 10'000, 90'000));
    return x;
}

// A one in each row of A: row i of A B is a row of B, whose elements say 1 + 16 p + j, for rows p
// and columns j up to 15.
Problem picking_problem(int m, int n, int k) {
    Problem x = empty_problem(m, n, k);
    const auto order = random_permutation(k);
    for (int i = 0; i < m; ++i)
        for (int p = 0; p < k; ++p) x.A[area(i, k) + p] = order[i % k] == static_cast<unsigned>(p);
    for (int j = 0; j < n; ++j)
        for (int p = 0; p < k; ++p)
            x.B[area(j, k) + p] = static_cast<float>(1 + p % side * side + j % side);
    std::fill(x.C.begin(), x.C.end(), 0.0f);
    return x;
}

std::vector<half> halves(const Matrix& values) {
    std::vector<half> result;
    result.reserve(values.size());
    for (const float value : values) result.push_back(__float2half(value));
    return result;
}

// How a right program reads the arrays.
Way right_way(const Problem& x) {
    Way way{reads(x.A, x.lda, 1), reads(x.B, 1, x.ldb), reads(x.C, x.ldc, 1), 0, x.k};
    if (x.steps >= 0) way.to = side * x.steps;
    if (x.steps >= 0) way.c = [](int, int) { return 0.0; };
    return way;
}

// What a wrong D is, if it comes of a usual mistake. `depth`: of a step, or round.
std::string looks_like(const Numbers& D, const Problem& x, int depth) {
    const Way right = right_way(x);
    const bool has_c = x.steps < 0;
    // The first way that gives this D.
    std::string hint;
    const auto is = [&](const std::string& meaning, auto change) {
        if (!hint.empty()) return;
        Way way = right;
        change(way);
        if (D == product(x.m, x.n, way)) hint = meaning;
    };
    is("no product is added", [](Way& way) { way.to = 0; });
    if (has_c) {
        is("this is A B: C is not added", [](Way& way) { way.c = [](int, int) { return 0.0; }; });
        is("C is added twice",
           [&](Way& way) { way.c = [&](int i, int j) { return 2 * right.c(i, j); }; });
    }
    // Arrays that are read or stored along the wrong way.
    for (int which = 1; hint.empty() && which < 16; ++which) {
        const bool a = which & 1, b = which & 2, c = which & 4, d = which & 8;
        if ((d && x.m != x.n) || (c && !has_c)) continue;
        const Way way{a ? reads(x.A, 1, x.lda) : right.a, b ? reads(x.B, x.ldb, 1) : right.b,
                      c ? reads(x.C, 1, x.ldc) : right.c, right.from, right.to};
        if (D != (d ? transposed(product(x.m, x.n, way), x.m) : product(x.m, x.n, way))) continue;
        if (which == 12) return "A B is turned, as if stored column after column, and then C added";
        const std::string as_if = " is read as if its ", lay = " lay one after the other: it is ";
        if (a) hint += "A" + as_if + "columns" + lay + "row-major. ";
        if (b) hint += "B" + as_if + "rows" + lay + "column-major. ";
        if (c) hint += "C" + as_if + "columns" + lay + "row-major. ";
        if (d) hint += "D is stored column after column, or A and B are exchanged. ";
        hint.pop_back();
    }
    for (const int other : {side, x.k, x.n, x.m, x.lda, x.ldb, x.ldc, x.ldd}) {
        const std::string end = " are read as if they began " + std::to_string(other) +
                                " elements after another: the leading dimension is ";
        is("rows of A" + end + std::to_string(x.lda),
           [&](Way& way) { way.a = reads(x.A, other, 1); });
        is("columns of B" + end + std::to_string(x.ldb),
           [&](Way& way) { way.b = reads(x.B, 1, other); });
        if (has_c)
            is("rows of C" + end + std::to_string(x.ldc),
               [&](Way& way) { way.c = reads(x.C, other, 1); });
    }
    if (depth == block_depth)
        is("what stands behind the end of a row of A, and of a column of B, is multiplied, too: "
           "there, zeros belong into the tiles",
           [&](Way& way) {
               way.to = (x.k + depth - 1) / depth * depth;
               way.a = [&](int i, int p) {
                   const auto at = area(i, x.k) + p;
                   return at < x.A.size() ? x.A[at] : 0.0;
               };
               way.b = [&](int p, int j) {
                   const auto at = area(j, x.k) + p;
                   return at < x.B.size() ? x.B[at] : 0.0;
               };
           });
    if (right.to <= depth) return hint;
    // Steps or rounds.
    const int last = (right.to - 1) / depth * depth;
    const std::string step = depth == side ? "step" : "round";
    const auto first_a = [&](Way& way) {
        way.a = [&](int i, int p) { return right.a(i, p % depth); };
    };
    const auto first_b = [&](Way& way) {
        way.b = [&](int p, int j) { return right.b(p % depth, j); };
    };
    is("these are the products of the last " + step + " alone: do the sums begin anew?",
       [&](Way& way) { way.from = last; });
    is("the last " + step + " is missing", [&](Way& way) { way.to = last; });
    is("the first " + step + " is missing", [&](Way& way) { way.from = depth; });
    is("each " + step + " multiplies the first tile of A", first_a);
    is("each " + step + " multiplies the first tile of B", first_b);
    is("each " + step + " multiplies the first tile of A and of B",
       [&](Way& way) { first_a(way), first_b(way); });
    is("of each round, the products of columns 16 to 31 of A are missing", [&](Way& way) {
        way.a = [&](int i, int p) { return p % depth < side ? right.a(i, p) : 0.0; };
    });
    return hint;
}

// The functions that compute whole products.
struct Step {
    const char* name;
    int depth;
    std::size_t output;
    Run (*call)(const Problem&, std::uint64_t schedule);
};

// Whatever D holds before, behind the ends of its rows it holds it afterwards.
Matrix old_values(const Problem& x) {
    Matrix D(area(x.m, x.ldd));
    for (std::size_t i = 0; i < D.size(); ++i) D[i] = -static_cast<float>(i % 1000) - 0.5f;
    return D;
}

const Step by_tiles{"multiply_tiles", side, 6, [](const Problem& x, std::uint64_t schedule) {
                        return WORKBOOK_RUN_SCHEDULED(
                            schedule, multiply_tiles, device_in(halves(x.A)), x.lda,
                            device_in(halves(x.B)), x.ldb, device_in(x.C), x.ldc,
                            device_inout(old_values(x)), x.ldd, x.m, x.n, x.k);
                    }};
#define WORKBOOK_STEP(function)                                                                    \
    [](const Problem& x, std::uint64_t schedule) {                                                 \
        return WORKBOOK_RUN_SCHEDULED(schedule, function, device_in(halves(x.A)),                  \
                                      device_in(halves(x.B)), device_in(x.C),                      \
                                      device_out<float>(area(x.m, x.n)), x.m, x.n, x.k);           \
    }
const Step by_blocks{"multiply_blocks", block_depth, 3, WORKBOOK_STEP(multiply_blocks)};
const Step any_shape{"multiply", block_depth, 3, WORKBOOK_STEP(multiply)};

std::string shape(const Problem& x) {
    std::ostringstream text;
    text << "m = " << x.m << ", n = " << x.n << ", k = " << x.k;
    if (x.lda != x.k)
        text << ", lda = " << x.lda << ", ldb = " << x.ldb << ", ldc = " << x.ldc
             << ", ldd = " << x.ldd;
    return text.str();
}

// What tile (row, column) of a wrong D is, if it is that of other rows of A, columns of B or of
// another tile of C.
std::string other_tile(const Numbers& D, const Problem& x, int row, int column) {
    const int rows = x.m / side, columns = x.n / side;
    if (row >= rows || column >= columns || x.steps >= 0) return {};
    const Way right = right_way(x);
    Numbers tile;
    for (int i = 0; i < side * side; ++i)
        tile.push_back(D[area(row * side + i / side, x.n) + column * side + i % side]);
    const auto is = [&](int of_a, int of_b, int c_row, int c_column) {
        return tile == product(side, side,
                               {[&](int i, int p) { return right.a(of_a * side + i, p); },
                                [&](int p, int j) { return right.b(p, of_b * side + j); },
                                [&](int i, int j) {
                                    return right.c(c_row * side + i, c_column * side + j);
                                },
                                0, x.k});
    };
    std::ostringstream text;
    text << "the tile of D from " << place('D', row * side, column * side) << " on is made ";
    for (int i = 0; i < std::max(rows, columns); ++i)
        for (int j = 0; j < std::max(rows, columns); ++j) {
            const bool a_and_b = i < rows && j < columns && is(i, j, row, column);
            if (a_and_b)
                text << "from rows " << i * side << " to " << i * side + side - 1
                     << " of A and columns " << j * side << " to " << j * side + side - 1
                     << " of B";
            else if (i < rows && j < columns && is(row, column, i, j))
                text << "with the tile of C from " << place('C', i * side, j * side) << " on";
            else
                continue;
            return text.str();
        }
    return {};
}

// Whose element (row, column) of D is.
std::string owner(const Step& step, int row, int column) {
    std::ostringstream text;
    text << place('D', row, column) << " is in ";
    if (step.depth == side) {
        text << "the tile in row " << row / side << ", column " << column / side << " of tiles";
    } else {
        const int r = row % block_side, c = column % block_side;
        text << "sums[" << r % piece_rows / side << "][" << c % piece_columns / side << "] of warp "
             << r / piece_rows * (block_side / piece_columns) + c / piece_columns << " of block ("
             << column / block_side << ", " << row / block_side << ")";
    }
    return text.str();
}

// `found` has rows of `pitch` elements, of which the first n are D.
void compare(const Run& run, std::size_t output, const Problem& x, int pitch, int depth,
             const Step* step) {
    REQUIRE_THAT(run, completed());
    const Numbers right = product(x.m, x.n, right_way(x));
    Matrix expected = pitch == x.n ? Matrix(right.size()) : old_values(x);
    fill_rows(expected, x.m, x.n, pitch, Matrix(right.begin(), right.end()));
    const Matrix found = run.output<float>(output);
    if (found == expected) return;
    Numbers D;
    for (int i = 0; i < x.m; ++i)
        for (int j = 0; j < x.n; ++j) D.push_back(found[area(i, pitch) + j]);
    std::string hint = looks_like(D, x, depth);
    const bool has_nan = std::ranges::any_of(D, [](double d) { return d != d; });
    if (hint.empty() && has_nan && x.lda != x.k)
        hint = "NaN lies between the end of a row and the beginning of the next one, and in D now: "
               "the leading dimension says where the next row begins";
    if (hint.empty() && has_nan && x.steps >= 0)
        hint = "NaN lies behind the last of these steps, and in D now";
    const auto wrong = std::mismatch(found.begin(), found.end(), expected.begin()).first;
    const int at = static_cast<int>(wrong - found.begin());
    if (hint.empty() && at % pitch >= x.n)
        hint = "this is behind the end of a row of D, and was to stay as it was";
    if (hint.empty()) hint = other_tile(D, x, at / pitch / side, at % pitch / side);
    if (hint.empty()) hint = step ? owner(*step, at / pitch, at % pitch) : "the tile is wrong";
    INFO(hint);
    REQUIRE_THAT(run, outputs_shaped(output, x.m, pitch, expected).by_any_thread());
}

Run check(const Step& step, const Problem& x, std::uint64_t schedule = 0) {
    INFO(step.name << ", " << shape(x));
    const Run run = step.call(x, schedule);
    compare(run, step.output, x, step.depth == side ? x.ldd : x.n, step.depth, &step);
    return run;
}

void check_shapes(const Step& step, const std::vector<std::array<int, 3>>& shapes, int gap = 0) {
    for (const auto& [m, n, k] : shapes) check(step, whole_problem(m, n, k, gap));
}

Run check_tile(Problem x, const char* what) {
    x.steps = 1;
    INFO("tile_product, " << what);
    const Run run = WORKBOOK_RUN(tile_product, device_in(halves(x.A)), device_in(halves(x.B)),
                                 device_out<float>(side * side));
    compare(run, 2, x, side, side, nullptr);
    return run;
}

Run check_band(int k, int steps) {
    Problem x = whole_problem(side, side, k);
    x.steps = steps;
    for (Matrix* matrix : {&x.A, &x.B})
        for (int r = 0; r < side; ++r)
            for (int p = side * steps; p < k; ++p) (*matrix)[area(r, k) + p] = nothing;
    INFO("band_product, k = " << k << ", steps = " << steps);
    const Run run = WORKBOOK_RUN(band_product, device_in(halves(x.A)), device_in(halves(x.B)),
                                 device_out<float>(side * side), k, steps);
    compare(run, 2, x, side, side, nullptr);
    return run;
}

// A tensor core multiplies without rounding. An H100's cuts each of 16 products and the sum before
// them 25 bits behind the largest one's point, and the new sum to 24 bits (decision 19): that is
// less than 20 * 2^-24 of the sum of all magnitudes for each step of 16, and less than 2^-16 of it
// for 200 columns. Older GPUs keep fewer bits. Sums in half are off by 2^-11 after each step.
void check_rounded(const Step& step, int m, int n, int k) {
    Problem x = empty_problem(m, n, k);
    for (Matrix* matrix : {&x.A, &x.B, &x.C}) *matrix = random_reals<float>(matrix->size(), 0.5, 2);
    for (Matrix* matrix : {&x.A, &x.B})
        for (float& value : *matrix) value = __half2float(__float2half(value));
    INFO(step.name << ", " << shape(x) << ", fractions");
    const Run run = step.call(x, 0);
    REQUIRE_THAT(run, completed());
    CHECK_THAT(run, output_close(step.output, product(x.m, x.n, right_way(x)), relative(1e-4)));
}

// Sums above 65504, the largest half, and odd numbers above 2048: a half holds neither.
Problem large_problem(int m, int n, int k) {
    Problem x = empty_problem(m, n, k);
    for (Matrix* matrix : {&x.A, &x.B}) *matrix = whole_floats(matrix->size(), 61, 91);
    x.C = whole_floats(x.C.size(), -5, 5);
    return x;
}

void check_on_tensor_cores(const Run& run, const char* kernel) {
    const Ptx ptx = learner_ptx().kernel(kernel);
    CHECK_THAT(run, SetsFragments(ptx));
    CHECK_THAT(ptx, has_no(R"(^\s*(@\S+\s+)?(fma|mul)\.\S*f(16|32|64))",
                           "products are made by ordinary instructions: all of them are to be made "
                           "by tensor cores, which mma_sync does"));
}

// What every product moves: bytes of A and B for tiles of D with so many rows and columns.
void check_traffic(const Run& run, const Problem& x, int tile) {
    const double products = static_cast<double>(x.m) * x.n * x.k, d_bytes = 4.0 * x.m * x.n;
    CHECK_THAT(run, launched(1));
    CHECK_THAT(run, allocated_nothing());
    CHECK_THAT(run,
               traffic("global_load_bytes", at_most(2 * products / tile * sizeof(half) + d_bytes),
                       "each tile of D is to read its rows of A and its columns of B once, "
                       "and C once"));
    CHECK_THAT(run, traffic("global_store_bytes", at_most(d_bytes),
                            "each element of D is to be written once, when its sum is complete"));
    CHECK_THAT(run, traffic("local_requests", at_most(0),
                            "fragments are in local memory, which is slow, and not in registers: a "
                            "register has no index. Are all loops over fragments unrolled?"));
}

} // namespace

TEST_CASE("1: which element goes where") {
    check_tile(picking_problem(side, side, side),
               "each row of A has a single 1, so each row of D is a row of B; B(p, j) is "
               "1 + 16 p + j");
}
TEST_CASE("1: whole numbers", "[weight:2]") {
    check_tile(whole_problem(side, side, side), "whole numbers");
    const Run run = check_tile(large_problem(side, side, side),
                               "whole numbers whose sums are too large, or odd, for a half");
    check_on_tensor_cores(run, "tile_kernel");
}

TEST_CASE("2: so many steps", "[weight:2]") {
    check_band(16, 1);
    check_band(64, 1);
    check_band(64, 2);
    check_band(64, 3);
    check_band(48, 0);
}
TEST_CASE("2: all steps") {
    check_band(32, 2);
    check_band(0, 0);
    check_band(1040, 65);
    check_on_tensor_cores(check_band(80, 5), "band_kernel");
}

TEST_CASE("3: one tile, and C") {
    check_shapes(by_tiles, {{16, 16, 16}, {16, 16, 48}, {16, 16, 0}});
}
TEST_CASE("3: many tiles", "[weight:2]") {
    check(by_tiles, picking_problem(32, 48, 16));
    const std::vector<std::array<int, 3>> shapes{{64, 64, 32},     {16, 80, 32},    {80, 16, 16},
                                                 {48, 112, 80},    {0, 16, 16},     {16, 0, 16},
                                                 {32'784, 16, 16}, {16, 32'784, 16}};
    check_shapes(by_tiles, shapes);
}
TEST_CASE("3: rows that do not follow each other", "[weight:2]") {
    check_shapes(by_tiles, {{16, 16, 16}, {16, 48, 32}, {64, 32, 16}, {48, 112, 80}}, 1);
}
TEST_CASE("3: sums are floats") {
    check(by_tiles, large_problem(32, 48, 64));
    check_rounded(by_tiles, 32, 48, 208);
}
TEST_CASE("3: a warp for each tile") {
    const Problem x = whole_problem(48, 112, 80);
    const Run run = check(by_tiles, x);
    CHECK_THAT(run, launched_with(grid(6), block(32 * warps_of_tiles)));
    check_traffic(run, x, side);
    CHECK_THAT(run, work_shared(6 * warps_of_tiles, at_most(2.2),
                                "each warp is to compute one tile: one of them computes those of "
                                "others"));
    check_on_tensor_cores(run, "tiles_kernel");
}

TEST_CASE("4: one round", "[weight:2]") {
    check(by_blocks, picking_problem(128, 128, 32));
    check(by_blocks, whole_problem(128, 128, 32));
    check(by_blocks, whole_problem(256, 128, 32));
}
TEST_CASE("4: all rounds") {
    check_shapes(by_blocks, {{128, 128, 64}, {128, 256, 96}, {128, 128, 0}});
    check(by_blocks, large_problem(128, 128, 64));
}
TEST_CASE("4: six loads for eight products", "[weight:2]") {
    const Problem x = whole_problem(256, 128, 64);
    const Run run = check(by_blocks, x);
    check_traffic(run, x, block_side);
    check_on_tensor_cores(run, "blocks_kernel");
    const double products = static_cast<double>(x.m) * x.n * x.k / (side * side * side);
    CHECK_THAT(run,
               traffic("shared_load_bytes", at_most(products * 6 / 8 * side * side * sizeof(half)),
                       "each fragment is to be loaded once for a warp, and used for all the "
                       "products that need it: 6 fragments for 8 products"));
}

TEST_CASE("5: any shape", "[weight:2]") {
    // Rows and columns beyond what a short holds, too.
    const std::vector<std::array<int, 3>> shapes{
        {128, 128, 32}, {16, 16, 16},    {128, 128, 8}, {128, 128, 33}, {129, 128, 32},
        {128, 130, 32}, {1, 1, 1},       {17, 33, 15},  {127, 131, 71}, {7, 300, 100},
        {128, 8, 0},    {9, 1, 0},       {0, 5, 3},     {5, 0, 3},      {32'800, 1, 1},
        {1, 32'800, 1}, {256, 128, 320}, {512, 256, 64}};
    check_shapes(any_shape, shapes);
}
TEST_CASE("5: sums are floats") {
    check(any_shape, large_problem(37, 41, 50));
    check_rounded(any_shape, 37, 41, 203);
}
TEST_CASE("5: each element is read once for a block") {
    const Problem x = whole_problem(130, 120, 50);
    const Run run = check(any_shape, x);
    check_on_tensor_cores(run, "blocks_kernel");
    // Two blocks, one below the other: each needs all of B.
    const double bytes = sizeof(half) * (x.m + 2.0 * x.n) * x.k + sizeof(float) * x.m * x.n;
    CHECK_THAT(run, traffic("global_load_bytes", at_most(bytes),
                            "a block is to read each element that it needs of A, B and C once"));
    CHECK_THAT(run, traffic("global_store_bytes", at_most(4.0 * x.m * x.n),
                            "each element of D is to be written once"));
}
TEST_CASE("5: any order of blocks and warps") {
    for (const std::uint64_t seed : random_integers<std::uint64_t>(2, 1, 1'000'000)) {
        check(by_tiles, whole_problem(48, 32, 32, 1), seed);
        check(by_blocks, whole_problem(128, 128, 64), seed);
        check(any_shape, whole_problem(33, 130, 40), seed);
    }
}

WORKBOOK_GAIN(gain) {
    const int size = static_cast<int>(gain.size(128, 1024));
    const Problem x = whole_problem(size, size, size);
    Matrix D(area(size, size));
    gain.about("matrices of ", size, " x ", size);
    WORKBOOK_GAIN_CALL(gain, multiply, device_in(halves(x.A)), device_in(halves(x.B)),
                       device_in(x.C), device_out<float>(D.size()), size, size, size);
    gain.beside("Three nested loops", [&] {
        for (int i = 0; i < size; ++i)
            for (int j = 0; j < size; ++j) {
                float sum = x.C[area(i, size) + j];
                for (int p = 0; p < size; ++p)
                    sum += x.A[area(i, size) + p] * x.B[area(j, size) + p];
                D[area(i, size) + j] = sum;
            }
    });
    if (gain.on_gpu()) return;
    const std::uint64_t products = area(size, size) * size;
    const std::uint64_t own = gain.count("shared_load_bytes");
    gain.say("Your warps made ", products / (side * side * side), " products of tiles, and read ",
             in_bytes(own), " from shared memory for them.");
    gain.say("In lesson 61, where a multiplication is for one element and not for a tile, it is ",
             products / 32, " multiplications and ", in_bytes(products), ".");
}
