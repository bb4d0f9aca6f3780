// Checks of lesson 69. The reference is three nested loops in 64-bit integers: every bit must agree
// before the scales come. Fragments are compared register by register, so that a wrong one is
// named.
#include "int8_gemm.hpp"

#include "harness/byte_lanes.hpp"
#include "harness/fragments.hpp"
#include "harness/harness.hpp"
#include "harness/products.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

using namespace workbook;
using namespace workbook::matrices;

WORKBOOK_PROMISE(does_not_wait, multiply_words, lanes_of_a, lanes_of_b, tile_product,
                 multiply_blocks, multiply, multiply_scaled)
WORKBOOK_PROMISE(reports_errors, multiply_words, lanes_of_a, lanes_of_b, tile_product,
                 multiply_blocks, multiply, multiply_scaled)
WORKBOOK_PROMISE(uses_gpu, multiply_words, lanes_of_a, lanes_of_b, tile_product, multiply_blocks,
                 multiply, multiply_scaled)
WORKBOOK_PROMISE(fills_gpu, multiply_words)
WORKBOOK_EXCEPT(any_address, "bytes are read as words: arrays begin at multiples of 4 or 16 bytes",
                multiply_words, lanes_of_a, lanes_of_b, tile_product, multiply_blocks)

namespace {

Bytes random_bytes(std::size_t count, int low = -128, int high = 127) {
    const auto numbers = random_integers<int>(count, low, high);
    return {numbers.begin(), numbers.end()};
}

// C = A B, as the arrays lie in memory: rows of A and columns of B begin `pitch` bytes apart.
struct Problem {
    int m, n, k, pitch;
    Bytes A, B;
};

Problem random_problem(int m, int n, int k, int pitch = 0) {
    if (pitch == 0) pitch = k;
    return {m, n, k, pitch, random_bytes(area(m, pitch)), random_bytes(area(n, pitch))};
}

// All -128: each product is 16384, the largest that there is.
Problem lowest_problem(int m, int n, int k, int pitch = 0) {
    if (pitch == 0) pitch = k;
    return {m, n, k, pitch, Bytes(area(m, pitch), -128), Bytes(area(n, pitch), -128)};
}

// Sums go beyond 2^24, where floats lose their last digit, then come small numbers, odd and even,
// and then products that bring the sums back.
Problem returning_problem(int m, int n) {
    const int there = 1100, small = 96, k = 2 * there + small;
    Problem x = random_problem(m, n, k);
    for (Bytes* matrix : {&x.A, &x.B})
        for (std::size_t i = 0; i < matrix->size(); ++i) {
            const auto p = i % k;
            if (p < there) (*matrix)[i] = -128;
            if (p >= there + small) (*matrix)[i] = matrix == &x.A ? -128 : 127;
        }
    return x;
}

// How a right program reads the arrays, and how programs with a usual mistake do.
Way right_way(const Problem& x) {
    return {[&x](int i, int p) { return x.A[area(i, x.pitch) + p]; },
            [&x](int p, int j) { return x.B[area(j, x.pitch) + p]; }, [](int, int) { return 0.0; },
            0, x.k};
}
Reads without_sign(const Reads& reads) {
    return [reads](int r, int c) { return reads(r, c) + (reads(r, c) < 0 ? 256 : 0); };
}
// Whatever comes in memory at this place; 0 behind the end of the array.
Reads anywhere(const Bytes& array, int row_step, int column_step) {
    return [&array, row_step, column_step](int r, int c) -> double {
        const auto at = area(r, row_step) + area(c, column_step);
        return at < array.size() ? array[at] : 0;
    };
}

// Sums as an integer of so many bits has them: cut off at its ends, or wrapped around.
Numbers cut(Numbers sums, int bits) {
    const double end = std::ldexp(1.0, bits - 1);
    for (double& sum : sums) sum = std::clamp(sum, -end, end - 1);
    return sums;
}
Numbers wrapped(Numbers sums, int bits) {
    const double all = std::ldexp(1.0, bits);
    for (double& sum : sums) sum -= all * std::floor(sum / all + 0.5);
    return sums;
}

// What a wrong C is, if it comes of a usual mistake.
std::string looks_like(const Numbers& C, const Problem& x) {
    const Way right = right_way(x);
    std::string hint;
    const auto is = [&](const std::string& meaning, auto change) {
        if (!hint.empty()) return;
        Way way = right;
        change(way);
        if (C == product(x.m, x.n, way)) hint = meaning;
    };
    is("no product is added", [](Way& way) { way.to = 0; });
    const std::string as = " are read as 0 to 255: ", sign = " has a sign here";
    is("bytes of A" + as + "a byte" + sign, [](Way& way) { way.a = without_sign(way.a); });
    is("bytes of B" + as + "a byte" + sign, [](Way& way) { way.b = without_sign(way.b); });
    is("bytes of A and of B" + as + "a byte" + sign,
       [](Way& way) { way.a = without_sign(way.a), way.b = without_sign(way.b); });
    for (const int step : {4, 16, 32, block_depth}) {
        const std::string each = std::to_string(step);
        if (x.k % step != 0)
            is("the last k % " + each + " products are missing",
               [&](Way& way) { way.to = x.k / step * step; });
        is("what stands behind the end of a row of A, and of a column of B, is multiplied, too, "
           "up to the next multiple of " +
               each,
           [&](Way& way) {
               way.to = (x.k + step - 1) / step * step;
               way.a = anywhere(x.A, x.pitch, 1), way.b = anywhere(x.B, 1, x.pitch);
           });
        is("only the first " + each + " products of each sum are added",
           [&](Way& way) { way.to = std::min(step, x.k); });
        is("the first " + each + " products of each sum are missing",
           [&](Way& way) { way.from = std::min(step, x.k); });
    }
    is("of each word, only the first byte is multiplied",
       [&](Way& way) { way.a = [&](int i, int p) { return p % 4 == 0 ? right.a(i, p) : 0; }; });
    is("rows of A are read as if they began k bytes apart: it is the pitch",
       [&](Way& way) { way.a = anywhere(x.A, x.k, 1); });
    is("columns of B are read as if they began k bytes apart: it is the pitch",
       [&](Way& way) { way.b = anywhere(x.B, 1, x.k); });
    is("B is read as if its rows lay one after the other: it is column-major",
       [&](Way& way) { way.b = anywhere(x.B, x.n, 1); });
    if (!hint.empty()) return hint;
    const Numbers sums = product(x.m, x.n, right);
    for (const int bits : {8, 16}) {
        const std::string name = std::to_string(bits) + " bits";
        if (C == cut(sums, bits)) return "sums are cut off at the ends of " + name;
        if (C == wrapped(sums, bits)) return "sums are kept in " + name + ", and wrap around";
    }
    Numbers rounded;
    for (const double sum : sums) rounded.push_back(static_cast<float>(sum));
    if (C == rounded) return "sums are rounded to floats";
    return {};
}

std::vector<int> right_sums(const Problem& x) {
    std::vector<int> result(area(x.m, x.n));
    for (int i = 0; i < x.m; ++i)
        for (int j = 0; j < x.n; ++j) {
            std::int64_t sum = 0;
            for (int p = 0; p < x.k; ++p)
                sum += std::int64_t{x.A[area(i, x.pitch) + p]} * x.B[area(j, x.pitch) + p];
            result[area(i, x.n) + j] = static_cast<int>(sum);
        }
    return result;
}

// The functions that compute whole products.
struct Step {
    const char* name;
    std::size_t output;
    Run (*call)(const Problem&, std::uint64_t schedule);
};

const Step by_words{"multiply_words", 2, [](const Problem& x, std::uint64_t schedule) {
                        return WORKBOOK_RUN_SCHEDULED(
                            schedule, multiply_words, device_in(x.A), device_in(x.B),
                            device_out<int>(area(x.m, x.n)), x.m, x.n, x.k, x.pitch);
                    }};
#define WORKBOOK_STEP(function)                                                                    \
    [](const Problem& x, std::uint64_t schedule) {                                                 \
        return WORKBOOK_RUN_SCHEDULED(schedule, function, device_in(x.A), device_in(x.B),          \
                                      device_out<int>(area(x.m, x.n)), x.m, x.n, x.k);             \
    }
const Step by_blocks{"multiply_blocks", 2, WORKBOOK_STEP(multiply_blocks)};
const Step any_shape{"multiply", 2, WORKBOOK_STEP(multiply)};

// One kernel, if the result has elements, which writes each of them once.
void check_one_launch(const Run& run, const Problem& x, const char* result) {
    const std::size_t elements = area(x.m, x.n);
    CHECK_THAT(run, launched(elements > 0 ? 1 : 0));
    if (elements == 0) return;
    CHECK_THAT(run, traffic("global_store_bytes", at_most(4.0 * elements),
                            std::string("each element of ") + result +
                                " is to be written once, when its sum is complete"));
}

void compare(const Run& run, const Problem& x, std::size_t output) {
    REQUIRE_THAT(run, completed());
    const std::vector<int> expected = right_sums(x), found = run.output<int>(output);
    if (found == expected) return check_one_launch(run, x, "C");
    const std::string hint = looks_like({found.begin(), found.end()}, x);
    INFO((hint.empty() ? "each sum is to be exact" : hint));
    REQUIRE_THAT(run, outputs_shaped(output, x.m, x.n, expected).by_any_thread());
}

Run check(const Step& step, const Problem& x, const char* data, std::uint64_t schedule = 0) {
    std::ostringstream text;
    text << step.name << ", m = " << x.m << ", n = " << x.n << ", k = " << x.k;
    if (x.pitch != x.k) text << ", pitch = " << x.pitch;
    INFO(text.str() << ", " << data);
    const Run run = step.call(x, schedule);
    compare(run, x, step.output);
    return run;
}

void check_shapes(const Step& step, const std::vector<std::array<int, 3>>& shapes) {
    for (const auto& [m, n, k] : shapes) check(step, random_problem(m, n, k), "random bytes");
}

void check_lanes(const ByteLanes& layout) {
    const Bytes matrix = random_bytes(area(layout.rows, tile_depth));
    const auto count = static_cast<std::size_t>(32 * layout.registers);
    const Run run = layout.name == 'A'
                        ? WORKBOOK_RUN(lanes_of_a, device_in(matrix), device_out<unsigned>(count))
                        : WORKBOOK_RUN(lanes_of_b, device_in(matrix), device_out<unsigned>(count));
    REQUIRE_THAT(run, completed());
    std::vector<unsigned> expected;
    for (int lane = 0; lane < 32; ++lane)
        for (int i = 0; i < layout.registers; ++i) {
            const auto [row, column] = layout.place(lane, i);
            expected.push_back(ByteLanes::word(matrix, row, column));
        }
    const auto found = run.output<unsigned>(1);
    const auto at = static_cast<int>(
        std::mismatch(found.begin(), found.end(), expected.begin()).first - found.begin());
    if (at == static_cast<int>(count)) return;
    const int lane = at / layout.registers, i = at % layout.registers;
    const auto [row, column] = layout.place(lane, i);
    INFO("lane " << lane << ": register " << i << " of " << layout.name << " has "
                 << layout.held(matrix, found[at]) << "; " << layout.four(row, column)
                 << " belong there");
    REQUIRE_THAT(run, output_equals(1, expected));
}

Run run_tile(const Problem& x, int m, int n) {
    return WORKBOOK_RUN(tile_product, device_in(x.A), device_in(x.B), device_out<int>(area(m, n)),
                        m, n);
}

// Row i of A has a single 1, in column i, and B(p, j) is 8 p + j: so C(i, j) says where it belongs.
void check_places(int m, int n) {
    Problem x{m,
              n,
              tile_depth,
              tile_depth,
              Bytes(area(tile_rows, tile_depth)),
              random_bytes(area(tile_columns, tile_depth))};
    for (int i = 0; i < tile_rows; ++i) x.A[area(i, tile_depth) + i] = 1;
    for (int j = 0; j < tile_columns; ++j)
        for (int p = 0; p < tile_rows; ++p)
            x.B[area(j, tile_depth) + p] = static_cast<std::int8_t>(tile_columns * p + j);
    INFO("tile_product, m = " << m << ", n = " << n << ", C(i, j) is to be 8 i + j");
    const Run run = run_tile(x, m, n);
    REQUIRE_THAT(run, completed());
    const auto found = run.output<int>(2), expected = right_sums(x);
    const auto at = static_cast<int>(
        std::mismatch(found.begin(), found.end(), expected.begin()).first - found.begin());
    if (at == m * n) return;
    std::ostringstream hint;
    if (found[at] >= 0 && found[at] < tile_rows * tile_columns)
        hint << place('C', at / n, at % n) << " is the sum that belongs to "
             << place('C', found[at] / tile_columns, found[at] % tile_columns);
    else
        hint << place('C', at / n, at % n) << " is not written, or no sum of this tile";
    INFO(hint.str());
    REQUIRE_THAT(run, outputs_shaped(2, m, n, expected).by_any_thread());
}

Run check_tile(Problem x, int m, int n, const char* data) {
    x.m = m, x.n = n;
    INFO("tile_product, m = " << m << ", n = " << n << ", " << data);
    const Run run = run_tile(x, m, n);
    compare(run, x, 2);
    return run;
}

// ---- scaled ----

std::string looks_scaled(const std::vector<float>& D, const Problem& x,
                         const std::vector<int>& sums, const std::vector<float>& rows,
                         const std::vector<float>& columns) {
    const auto is = [&](auto value) {
        for (int i = 0; i < x.m; ++i)
            for (int j = 0; j < x.n; ++j) {
                const auto at = area(i, x.n) + j;
                const double right = value(i, j, static_cast<double>(sums[at]));
                if (!(std::abs(D[at] - right) <= 1e-6 * std::abs(right))) return false;
            }
        return true;
    };
    const auto at_most = [](const std::vector<float>& scales, int i) {
        return static_cast<double>(scales[std::min<std::size_t>(i, scales.size() - 1)]);
    };
    if (is([](int, int, double sum) { return sum; })) return "there is no scale in D";
    if (is([&](int i, int, double sum) { return sum * rows[i]; }))
        return "D has the scales of rows alone";
    if (is([&](int, int j, double sum) { return sum * columns[j]; }))
        return "D has the scales of columns alone";
    if (is([&](int i, int j, double sum) { return sum * at_most(rows, j) * at_most(columns, i); }))
        return "the two arrays of scales are exchanged, or their indices are";
    if (is([&](int i, int j, double sum) { return sum / rows[i] / columns[j]; }))
        return "sums are divided by their scales";
    if (is([&](int i, int j, double sum) { return sum * (rows[i] + columns[j]); }))
        return "the two scales are added";
    if (is([&](int i, int j, double sum) { return std::trunc(sum * rows[i] * columns[j]); }) ||
        is([&](int i, int j, double sum) { return std::trunc(sum * rows[i]) * columns[j]; }))
        return "on the way there is a whole number: what stands behind the point is gone";
    return {};
}

std::vector<float> scales(int count, bool powers) {
    if (!powers) return random_reals<float>(count, 0.01, 1.5);
    std::vector<float> result;
    for (const int e : random_integers<int>(count, -20, 20))
        result.push_back(std::ldexp(e % 2 ? -1.0f : 1.0f, e));
    return result;
}

// Three roundings: of the sum, and of two products. Each is off by at most 2^-24 of the value,
// which is 1 ulp where the digits are all ones. Powers of two round nothing but the sum.
Run check_scaled(const Problem& x, bool powers, const char* data) {
    const auto rows = scales(x.m, powers), columns = scales(x.n, powers);
    INFO("multiply_scaled, m = " << x.m << ", n = " << x.n << ", k = " << x.k << ", " << data);
    const Run run =
        WORKBOOK_RUN(multiply_scaled, device_in(x.A), device_in(x.B), device_in(rows),
                     device_in(columns), device_out<float>(area(x.m, x.n)), x.m, x.n, x.k);
    REQUIRE_THAT(run, completed());
    const std::vector<int> sums = right_sums(x);
    std::vector<double> expected;
    for (std::size_t at = 0; at < sums.size(); ++at)
        expected.push_back(static_cast<double>(sums[at]) * rows[at / x.n] * columns[at % x.n]);
    const std::string hint = looks_scaled(run.output<float>(4), x, sums, rows, columns);
    INFO((hint.empty() ? "the whole sum is to be scaled" : hint));
    if (powers) {
        std::vector<float> exact;
        for (std::size_t at = 0; at < sums.size(); ++at)
            exact.push_back(static_cast<float>(sums[at]) * rows[at / x.n] * columns[at % x.n]);
        REQUIRE_THAT(run, outputs_shaped(4, x.m, x.n, exact).by_any_thread());
    } else {
        REQUIRE_THAT(run, output_within_ulp(4, expected, 3).by_any_thread());
    }
    check_one_launch(run, x, "D");
    return run;
}

// ---- compiled code and traffic ----

void check_on_tensor_cores(const Run& run, const char* kernel) {
    const Ptx ptx = learner_ptx().kernel(kernel);
    CHECK_THAT(run, SetsFragments(ptx));
    CHECK_THAT(ptx, has(R"(mma\.sync\S*m16n8k32\S*\.s8\.s8)",
                        "products are to be made by tensor cores: mma_m16n8k32 does it"));
    CHECK_THAT(ptx, has_no(R"(dp[24]a\.)", "products are made by __dp4a here: all of them are to "
                                           "be made by tensor cores"));
}

// What every product moves: bytes of A and B for pieces of C with so many rows and columns.
void check_traffic(const Run& run, const Problem& x, int tile) {
    const double products = static_cast<double>(x.m) * x.n * ((x.k + 3) / 4 * 4);
    CHECK_THAT(run, allocated_nothing());
    CHECK_THAT(run, traffic("global_load_bytes", at_most(2 * products / tile),
                            "each piece of C is to read its rows of A and its columns of B once"));
    CHECK_THAT(run, traffic("local_requests", at_most(0),
                            "fragments are in local memory, which is slow, and not in registers: a "
                            "register has no index"));
}

} // namespace

TEST_CASE("1: whole words") {
    check(by_words, random_problem(1, 1, 4), "random bytes");
    check_shapes(by_words, {{3, 2, 8}, {40, 17, 64}, {0, 3, 4}, {3, 0, 4}, {2, 3, 0}});
}
TEST_CASE("1: any k, and -128", "[weight:2]") {
    for (const int k : {1, 2, 3, 5, 6, 7, 31, 101})
        check(by_words, random_problem(5, 35, k, (k + 3) / 4 * 4 + k % 2 * 4), "random bytes");
    check(by_words, lowest_problem(3, 2, 7, 8), "all bytes are -128");
    check(by_words, random_problem(2, 33, 4099, 4100), "random bytes");
    check(by_words, lowest_problem(1, 33, 4099, 4100), "all bytes are -128");
    check(by_words, returning_problem(2, 33), "sums that go beyond 2^24 and come back");
}
TEST_CASE("1: four products per instruction") {
    const Problem x = random_problem(33, 65, 30, 32);
    const Run run = check(by_words, x, "random bytes");
    check_traffic(run, x, 1);
    const Ptx ptx = learner_ptx().kernel("words_kernel");
    CHECK_THAT(ptx, has(R"(dp4a\.s32\.s32)", "products are to be made by __dp4a of ints"));
    CHECK_THAT(ptx, has_no(R"(ld\.global(\.nc)?\.[sub]8)",
                           "bytes are read one by one: four that follow each other are one int"));
}

TEST_CASE("2: A's registers", "[weight:2]") { check_lanes(lanes_of_a_in_mma); }
TEST_CASE("2: B's registers") { check_lanes(lanes_of_b_in_mma); }

TEST_CASE("3: which sum goes where", "[weight:2]") {
    check_places(tile_rows, tile_columns);
    for (const auto& [m, n] :
         std::vector<std::array<int, 2>>{{16, 7}, {9, 8}, {8, 1}, {3, 5}, {1, 1}})
        check_places(m, n);
}
TEST_CASE("3: one tile") {
    const Problem x = random_problem(tile_rows, tile_columns, tile_depth);
    check_on_tensor_cores(check_tile(x, tile_rows, tile_columns, "random bytes"), "tile_kernel");
    check_tile(x, 13, 5, "random bytes");
    check_tile(lowest_problem(tile_rows, tile_columns, tile_depth), 16, 8, "all bytes are -128");
}
TEST_CASE("3: blocks of sixteen tiles per warp", "[weight:2]") {
    check_shapes(by_blocks, {{128, 128, 64}, {128, 256, 128}, {256, 128, 320}, {128, 128, 0}});
    check(by_blocks, lowest_problem(128, 128, 64), "all bytes are -128");
}
TEST_CASE("3: bytes and words") {
    const Problem x = random_problem(256, 128, 128);
    const Run run = check(by_blocks, x, "random bytes");
    check_traffic(run, x, block_side);
    check_on_tensor_cores(run, "blocks_kernel");
    CHECK_THAT(run, launched_with(grid(1, 2), block(block_threads)));
    const double tiles = static_cast<double>(x.m) * x.n * x.k / (16 * 8 * 32);
    CHECK_THAT(run, traffic("shared_load_bytes", at_most(tiles * 192),
                            "a warp is to load each fragment once: 4 of 512 bytes and 4 of 256 "
                            "for 16 products of tiles"));
    CHECK_THAT(run, traffic("shared_load_requests", at_most(tiles * 1.5),
                            "each register is to be one load of four bytes: 24 for 16 products of "
                            "tiles"));
}

TEST_CASE("4: any k", "[weight:2]") {
    for (const int k : {1, 2, 3, 4, 15, 16, 17, 31, 33, 63, 65, 130})
        check(any_shape, random_problem(16, 24, k), "random bytes");
    check(any_shape, random_problem(7, 3, 4099), "random bytes");
    check(any_shape, lowest_problem(2, 3, 4099), "all bytes are -128");
    check(any_shape, returning_problem(3, 2), "sums that go beyond 2^24 and come back");
}
TEST_CASE("4: any m and n", "[weight:2]") {
    check_shapes(any_shape, {{128, 128, 64},
                             {129, 128, 64},
                             {128, 130, 64},
                             {1, 1, 64},
                             {127, 131, 71},
                             {7, 300, 100},
                             {128, 8, 0},
                             {0, 5, 3},
                             {5, 0, 3},
                             {32'800, 1, 1},
                             {1, 32'800, 1},
                             {256, 128, 640},
                             {512, 256, 128}});
}
TEST_CASE("4: each element is read once for a block") {
    const Problem x = random_problem(130, 120, 50);
    const Run run = check(any_shape, x, "random bytes");
    // Two blocks, one below the other: each needs all of B.
    CHECK_THAT(run, traffic("global_load_bytes", at_most((x.m + 2.0 * x.n) * x.k),
                            "a block is to read each element that it needs of A and B once"));
}

TEST_CASE("5: powers of two as scales") {
    check_scaled(random_problem(20, 33, 64), true, "scales are powers of two");
    check_scaled(random_problem(128, 128, 64), true, "scales are powers of two");
    check_scaled(random_problem(256, 128, 128), true, "scales are powers of two");
}
TEST_CASE("5: any scales", "[weight:2]") {
    check_scaled(random_problem(37, 41, 50), false, "scales are fractions");
    check_scaled(returning_problem(3, 2), false, "sums that go beyond 2^24 and come back");
    check_scaled(lowest_problem(2, 3, 4099), false, "all bytes are -128");
    check_scaled(random_problem(2, 5, 0), false, "there is nothing to add");
    check_scaled(random_problem(0, 5, 7), false, "D has no rows");
}
TEST_CASE("5: any order of blocks and warps") {
    for (const std::uint64_t seed : random_integers<std::uint64_t>(2, 1, 1'000'000)) {
        check(by_words, random_problem(33, 40, 9, 12), "random bytes", seed);
        check(by_blocks, random_problem(128, 128, 256), "random bytes", seed);
        check(any_shape, random_problem(33, 130, 200), "random bytes", seed);
    }
}

WORKBOOK_GAIN(gain) {
    const int size = static_cast<int>(gain.size(128, 1024));
    const Problem x = random_problem(size, size, size);
    std::vector<int> C(area(size, size));
    gain.about("matrices of ", size, " x ", size);
    WORKBOOK_GAIN_CALL(gain, multiply, device_in(x.A), device_in(x.B), device_out<int>(C.size()),
                       size, size, size);
    gain.beside("Three nested loops", [&] {
        for (int i = 0; i < size; ++i)
            for (int j = 0; j < size; ++j) {
                int sum = 0;
                for (int p = 0; p < size; ++p)
                    sum += x.A[area(i, size) + p] * x.B[area(j, size) + p];
                C[area(i, size) + j] = sum;
            }
    });
    if (gain.on_gpu()) return;
    const std::uint64_t products = area(size, size) * size;
    gain.say("Your warps made ", products / (16 * 8 * 32), " products of tiles, and ",
             gain.count("shared_load_requests"), " loads from shared memory for them.");
    gain.say("With __dp4a, a warp makes 128 multiplications at once: ", products / 128,
             " instructions, and up to two loads for each.");
}
