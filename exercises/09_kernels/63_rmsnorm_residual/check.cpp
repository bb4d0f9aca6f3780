// Checks of lesson 63. The reference computes in double from the bfloat16 inputs.
//
// Tolerances. h is exact: x + r in float, rounded to the nearest. A scale: the sum of at most 16384
// squares, of which a thread adds up a few dozen and the block the rest by a tree, is right to some
// 50 parts of 2^24, and half as many are left of them under the root; 2^-18 is 64. y is the
// bfloat16 that is nearest to the exact value, if that is right to 2^-18: half a unit in its last
// place, and 2^-18 of a value is at most 2^-10 of that unit; 0.51 leaves room for ten times as
// much.
#include "rmsnorm_residual.hpp"

#include "harness/floats.hpp"
#include "harness/harness.hpp"
#include "harness/shared_work.hpp"

#include <cmath>
#include <sstream>

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, add, block_sums, inverse_rms, rmsnorm_residual)
WORKBOOK_PROMISE(reports_errors, add, block_sums, inverse_rms, rmsnorm_residual)
WORKBOOK_PROMISE(uses_gpu, add, block_sums, inverse_rms, rmsnorm_residual)
WORKBOOK_PROMISE(fills_gpu, inverse_rms, rmsnorm_residual)
WORKBOOK_PROMISE(any_size, add, inverse_rms, rmsnorm_residual)
WORKBOOK_EXCEPT(any_address, "arrays begin at multiples of 16 bytes", add, inverse_rms,
                rmsnorm_residual)

namespace {

using Numbers = std::vector<bf16>;

constexpr double scale_tolerance = 0x1p-18;
constexpr double y_ulps = 0.51;
constexpr const char* sixteen_bytes =
    "a lane moves less than 16 bytes at a time: is it one load or store of a uint4?";
constexpr const char* in_memory =
    "an array of a thread's own lies in memory, not in registers: all its indices have to be known "
    "to the compiler (#pragma unroll)";
constexpr const char* neighbours =
    "neighbouring threads are to take neighbouring pieces of 16 bytes";

Numbers rounded(const std::vector<float>& values) {
    Numbers numbers;
    for (const float value : values) numbers.push_back(__float2bfloat16(value));
    return numbers;
}

Numbers normals(std::size_t n, double deviation = 1) {
    return rounded(random_normals<float>(n, 0, deviation));
}

// n times value(i).
template <class Value>
Numbers made(std::size_t n, Value value) {
    std::vector<float> values(n);
    for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<float>(value(i));
    return rounded(values);
}

float sum_of(bf16 x, bf16 r) { return __bfloat162float(x) + __bfloat162float(r); }

std::vector<Bf16> sums_of(const Numbers& x, const Numbers& r) {
    std::vector<Bf16> h;
    for (std::size_t i = 0; i < x.size(); ++i) h.emplace_back(sum_of(x[i], r[i]));
    return h;
}

Run check_add(const char* what, const Numbers& x, const Numbers& r) {
    INFO("add, n = " << x.size() << ", " << what);
    Run run = WORKBOOK_RUN(add, device_in(x), device_in(r), device_out<bf16>(x.size()), x.size());
    REQUIRE_THAT(run, completed());
    REQUIRE_THAT(run, output_equals(2, sums_of(x, r)).from({0, 1}).by_any_thread());
    return run;
}

// x says the place in a piece, r which piece it is: h[i] = i % 128.
Run check_places(std::size_t n) {
    return check_add("x[i] = i % 8, r[i] = the rest of i % 128: h[i] = i % 128",
                     made(n, [](std::size_t i) { return i % 8; }),
                     made(n, [](std::size_t i) { return i % 128 / 8 * 8; }));
}

// Sums of whole numbers, which are exact in any order.
Run check_block_sums(int threads, int blocks, const std::vector<float>& values, const char* what,
                     std::uint64_t schedule = 0) {
    INFO("block_sums, threads = " << threads << ", blocks = " << blocks << ", " << what);
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, block_sums, device_in(values), threads, blocks,
                                     device_out<float>(values.size()));
    REQUIRE_THAT(run, completed());
    std::vector<float> expected;
    for (int b = 0; b < blocks; ++b) {
        float sum = 0;
        for (int t = 0; t < threads; ++t) sum += values[expected.size() + t];
        expected.insert(expected.end(), threads, sum);
    }
    const auto found = run.output<float>(3);
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (found[i] == expected[i] || !run.was_written(3, i)) continue;
        const std::size_t begin = i / threads * threads, warp = i / 32 * 32;
        float of_warp = 0;
        for (std::size_t lane = warp; lane < warp + 32; ++lane) of_warp += values[lane];
        const auto block = i / threads, thread = i - begin;
        if (found[i] == values[i])
            FAIL("thread " << thread << " of block " << block << " got its own value, " << values[i]
                           << "; the sum of the block is " << expected[i]);
        if (found[i] == of_warp)
            FAIL("thread " << thread << " of block " << block << " got " << of_warp
                           << ", the sum of its warp alone; the sum of the block's " << threads / 32
                           << " warps is " << expected[i]);
        if (i > begin && found[begin] == expected[begin])
            FAIL("thread 0 of block " << block << " got the sum, " << expected[i] << ", but thread "
                                      << thread << " got " << found[i] << ": all need it");
        break;
    }
    REQUIRE_THAT(run, output_equals(3, expected));
    return run;
}

// Block b has a 1 in thread b, and zeros elsewhere.
void check_one_thread_each(int threads) {
    std::vector<float> values(static_cast<std::size_t>(threads) * threads);
    for (int b = 0; b < threads; ++b) values[static_cast<std::size_t>(b) * (threads + 1)] = 1;
    check_block_sums(threads, threads, values,
                     "thread b of block b brings a 1, the others 0: all sums are 1");
}

Run check_whole_numbers(int threads, int blocks, std::uint64_t schedule = 0) {
    const std::size_t n = static_cast<std::size_t>(threads) * blocks;
    std::vector<float> values;
    for (const int value : random_integers<int>(n, 1, 1000)) values.push_back(float(value));
    return check_block_sums(threads, blocks, values, "random whole numbers", schedule);
}

struct Rows {
    int columns;
    float eps;
    Numbers x, r;

    std::size_t count() const { return x.size() / columns; }
    std::vector<double> h(std::size_t row) const {
        std::vector<double> sums;
        for (std::size_t i = row * columns; i < (row + 1) * columns; ++i)
            sums.push_back(sum_of(x[i], r[i]));
        return sums;
    }
};

double mean_of_squares(const std::vector<double>& h) {
    double squares = 0;
    for (const double value : h) squares += value * value;
    return squares / static_cast<double>(h.size());
}

double scale_of(const std::vector<double>& h, double eps) {
    return 1 / std::sqrt(mean_of_squares(h) + eps);
}

std::vector<double> rounded_first(std::vector<double> h) {
    for (double& value : h) value = static_cast<double>(Bf16(static_cast<float>(value)));
    return h;
}

// What a wrong scale of row `row` is, if it is something that a usual mistake leads to.
std::string looks_like(double found, const Rows& rows, std::size_t row) {
    const std::vector<double> h = rows.h(row);
    const double n = rows.columns, mean = mean_of_squares(h), eps = rows.eps;
    const auto is = [&](double scale) { return close(found, scale, scale_tolerance); };
    if (std::isnan(found)) return "NaN: is something read that is not of the row?";
    if (is(1 / (std::sqrt(mean) + eps))) return "eps is added to the root; it belongs under it";
    if (is(1 / std::sqrt(mean))) return "eps is not in it";
    if (is(1 / std::sqrt(mean * n + eps)))
        return "this is made of the sum of the squares: divide "
               "it by the number of columns";
    if (is(std::sqrt(mean + eps))) return "this is the root itself, not 1 / root";
    if (is(1 / (mean + eps))) return "the root is missing";
    if (is(scale_of(rounded_first(h), eps)))
        return "the h were rounded to bfloat16 before they were squared";
    double part = 0, sum = 0;
    for (const double value : h) sum += value;
    if (is(1 / std::sqrt(sum * sum / n + eps)) || is(1 / std::sqrt(sum / n + eps)))
        return "the sum of the h is in it, not that of their squares";
    std::string without;
    for (std::size_t i = 0; i < h.size(); ++i) {
        part += h[i] * h[i];
        if (i % 8 == 7 && i + 1 < h.size() && is(1 / std::sqrt(part / n + eps)))
            return "it has the squares of columns 0 to " + std::to_string(i) + " only";
    }
    for (const auto* one : {&rows.x, &rows.r}) {
        std::vector<double> alone;
        for (std::size_t i = row * rows.columns; i < (row + 1) * rows.columns; ++i)
            alone.push_back(__bfloat162float((*one)[i]));
        if (is(scale_of(alone, eps)))
            return std::string("it is made of ") + (one == &rows.x ? "x" : "r") + " alone";
    }
    return {};
}

Run check_scales(const char* what, const Rows& rows, std::uint64_t schedule = 0) {
    INFO("inverse_rms, rows = " << rows.count() << ", columns = " << rows.columns
                                << ", eps = " << rows.eps << ", " << what);
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, inverse_rms, device_in(rows.x), device_in(rows.r),
                                     rows.count(), rows.columns, rows.eps,
                                     device_out<float>(rows.count()));
    REQUIRE_THAT(run, completed());
    std::vector<double> expected;
    for (std::size_t row = 0; row < rows.count(); ++row)
        expected.push_back(scale_of(rows.h(row), rows.eps));
    const auto found = run.output<float>(5);
    for (std::size_t row = 0; row < found.size(); ++row) {
        if (close(found[row], expected[row], scale_tolerance)) continue;
        const std::string hint = looks_like(found[row], rows, row);
        if (run.was_written(5, row) && !hint.empty())
            FAIL("the scale of row " << row << " is " << found[row] << ", expected is "
                                     << expected[row] << ": " << hint);
        break;
    }
    REQUIRE_THAT(run, output_close(5, expected, relative(scale_tolerance)).by_any_thread());
    return run;
}

Rows random_rows(std::size_t rows, int columns, float eps = 1e-5f) {
    return {columns, eps, normals(rows * columns), normals(rows * columns)};
}

// In row i, one h is 3 and the others are 0: that of piece i. In even rows x has it, in odd ones r.
void check_one_piece_each(int columns) {
    const std::size_t pieces = columns / 8;
    const auto is_there = [&](std::size_t i, std::size_t side) {
        const std::size_t row = i / columns, column = i % columns;
        return row % 2 == side && column == 8 * row + row * 3 % 8;
    };
    Rows rows{columns, 1,
              made(pieces * columns, [&](std::size_t i) { return is_there(i, 0) ? 3 : 0; }),
              made(pieces * columns, [&](std::size_t i) { return is_there(i, 1) ? 3 : 0; })};
    check_scales("in row i, one h of piece i is 3, the others are 0", rows);
}

// What is wrong with the y of a row, if it is something that a usual mistake leads to.
std::string looks_like(const std::vector<double>& found, const Rows& rows, const Numbers& w,
                       std::size_t row) {
    const std::vector<double> h = rows.h(row), rounded = rounded_first(h);
    const double mean = mean_of_squares(h), scale = scale_of(h, rows.eps);
    const auto is = [&](auto value) {
        for (std::size_t i = 0; i < h.size(); ++i)
            if (!agrees(ElementType::bf16, found[i], value(i), {y_ulps, 0, 0})) return false;
        return true;
    };
    const auto weight = [&](std::size_t i) -> double { return __bfloat162float(w[i]); };
    const auto scaled_by = [&](double other) {
        return is([&](std::size_t i) { return h[i] * other * weight(i); });
    };
    if (is([&](std::size_t i) { return rounded[i] * scale * weight(i); }))
        return "y is made of the rounded h: it is to be made of h as a float";
    if (is([&](std::size_t i) { return rounded[i] * scale_of(rounded, rows.eps) * weight(i); }))
        return "h was rounded before the norm: scale and y are to be made of h as a float";
    if (is([&](std::size_t i) {
            return static_cast<double>(Bf16(static_cast<float>(h[i] * scale))) * weight(i);
        }))
        return "y was rounded before w was multiplied to it, too";
    if (is([&](std::size_t i) { return h[i] * scale; })) return "w is not in it";
    if (is([&](std::size_t i) { return h[i] * weight(i); })) return "the scale is not in it";
    if (is([&](std::size_t i) { return h[i] / scale * weight(i); }))
        return "it is divided by the scale";
    if (scaled_by(1 / (std::sqrt(mean) + rows.eps)))
        return "eps is added to the root; it belongs under it";
    if (scaled_by(1 / std::sqrt(mean))) return "eps is not in it";
    if (scaled_by(1 / std::sqrt(mean * rows.columns + rows.eps)))
        return "the sum of the squares is not divided by the number of columns";
    if (is([&](std::size_t i) {
            return static_cast<double>(__bfloat162float(rows.x[row * rows.columns + i])) * scale *
                   weight(i);
        }))
        return "y is made of x alone, not of h";
    return {};
}

Run check_rows(const char* what, const Rows& rows, const Numbers& w, std::uint64_t schedule = 0) {
    const std::size_t n = rows.x.size();
    INFO("rmsnorm_residual, rows = " << rows.count() << ", columns = " << rows.columns
                                     << ", eps = " << rows.eps << ", " << what);
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, rmsnorm_residual, device_in(rows.x),
                                     device_in(rows.r), device_in(w), device_out<bf16>(n),
                                     device_out<bf16>(n), rows.count(), rows.columns, rows.eps);
    REQUIRE_THAT(run, completed());
    REQUIRE_THAT(run, output_equals(3, sums_of(rows.x, rows.r)).from({0, 1}).by_any_thread());
    std::vector<double> expected;
    for (std::size_t row = 0; row < rows.count(); ++row) {
        const std::vector<double> h = rows.h(row);
        const double scale = scale_of(h, rows.eps);
        for (int i = 0; i < rows.columns; ++i)
            expected.push_back(h[i] * scale * static_cast<double>(__bfloat162float(w[i])));
    }
    const auto found = run.output<bf16>(4);
    for (std::size_t row = 0; row < rows.count(); ++row) {
        std::vector<double> of_row;
        bool right = true;
        for (std::size_t i = row * rows.columns; i < (row + 1) * rows.columns; ++i) {
            of_row.push_back(__bfloat162float(found[i]));
            right &= agrees(ElementType::bf16, of_row.back(), expected[i], {y_ulps, 0, 0}) &&
                     run.was_written(4, i);
        }
        if (right) continue;
        const std::string hint = looks_like(of_row, rows, w, row);
        if (hint.empty()) break;
        INFO("y of row " << row << ": " << hint);
        REQUIRE_THAT(run, output_within_ulp(4, expected, y_ulps).by_any_thread());
    }
    REQUIRE_THAT(run, output_within_ulp(4, expected, y_ulps).by_any_thread());
    return run;
}

Run check_random_rows(std::size_t rows, int columns, float eps = 1e-5f,
                      std::uint64_t schedule = 0) {
    return check_rows("normally distributed", random_rows(rows, columns, eps), normals(columns),
                      schedule);
}

// All h of row i are 2^i, so that all scales undo them: y is w.
void check_weights(int columns) {
    const auto power = [&](std::size_t i) { return std::ldexp(0.5, int(i / columns)); };
    const std::size_t n = std::size_t{6} * columns;
    check_rows("h = 2^row, w[i] = i % 251, eps = 0: all rows of y are w",
               {columns, 0, made(n, power), made(n, power)},
               made(columns, [](std::size_t i) { return i % 251; }));
}

} // namespace

TEST_CASE("1: add, each place of a piece") {
    for (const std::size_t n : {128, 8, 2048, 5000}) check_places(n);
}

TEST_CASE("1: add, rounded to the nearest") {
    check_add("sums between two bfloat16",
              made(64, [](std::size_t i) { return i % 2 ? 1.0 : -1.0; }),
              made(64, [](std::size_t i) { return std::ldexp(1.0 + double(i), -12); }));
    for (const std::size_t n : {0, 2048, 2056, 100'008, 1'048'584})
        check_add("normally distributed", normals(n), normals(n, 0.3));
}

TEST_CASE("1: add, 16 bytes by one instruction", "[weight:2]") {
    const std::size_t n = 65'536;
    const Run run = check_places(n);
    CHECK_THAT(run, launched(1));
    CHECK_THAT(run, traffic("global_load_bytes", at_most(4.0 * n), "each element is read once"));
    CHECK_THAT(run,
               traffic("global_store_bytes", at_most(2.0 * n), "each element is written once"));
    CHECK_THAT(run, traffic("global_load_requests", at_most(4.0 * n / 512), sixteen_bytes));
    CHECK_THAT(run, traffic("global_store_requests", at_most(2.0 * n / 512), sixteen_bytes));
    CHECK_THAT(
        learner_ptx(),
        has(R"(\bld(\.\w+)*\.(v4\.[fbus]32|v2\.[fbus]64|b128))",
            "no kernel has a load of 16 bytes (ld.global.v4.u32): read all of a uint4 by one "
            "assignment"));
}

TEST_CASE("2: block_sums, the value of each thread") {
    for (const int threads : {32, 64, 256}) check_one_thread_each(threads);
}

TEST_CASE("2: block_sums, blocks of 1 to 32 warps") {
    for (const int threads : {32, 64, 96, 512, 992, 1024}) check_whole_numbers(threads, 5);
    check_whole_numbers(256, 300);
    check_whole_numbers(64, 0);
    for (const std::uint64_t seed : random_integers<std::uint64_t>(3, 1, 1'000'000))
        check_whole_numbers(256, 5, seed);
}

TEST_CASE("2: block_sums, not by one thread") {
    // 8 warps: a sum of theirs for each, or 8 sums for each; 47 turns if a tree reads twice in
    // each.
    const Run run = check_whole_numbers(256, 40);
    CHECK_THAT(run, traffic("shared_load_requests", per(40, "block"), at_most(110),
                            "one thread adds up what all threads bring"));
}

TEST_CASE("3: inverse_rms, one value in each row", "[weight:2]") {
    for (const int columns : {8, 256, 264, 1024}) check_one_piece_each(columns);
}

TEST_CASE("3: inverse_rms, rows of 8 to 16384 columns", "[weight:2]") {
    check_scales("normally distributed", random_rows(3, 512, 0.25f));
    for (const double deviation : {1e-12, 1e15})
        check_scales("values around this size",
                     {72, 0, normals(144, deviation), normals(144, deviation)});
    check_scales("normally distributed", random_rows(40, 8));
    for (const int columns : {16, 248, 256, 264, 504, 520, 1000, 4096, 8200, most_columns})
        check_scales("normally distributed", random_rows(2, columns));
    check_scales("normally distributed", random_rows(0, 8));
    const auto zeros = made(64, [](std::size_t) { return 0; });
    check_scales("all zeros", {64, 0.01f, zeros, zeros});
    for (const std::uint64_t seed : random_integers<std::uint64_t>(3, 1, 1'000'000))
        check_scales("normally distributed", random_rows(3, 1032), seed);
}

TEST_CASE("4: rmsnorm_residual, which weight for which column") {
    for (const int columns : {8, 256, 520, 2048}) check_weights(columns);
}

TEST_CASE("4: rmsnorm_residual, rows of a multiple of 8", "[weight:2]") {
    check_random_rows(3, 64, 0.25f);
    check_random_rows(40, 16);
    for (const int columns : {8, 248, 256, 264, 1024, 4096, 8200, most_columns})
        check_random_rows(2, columns);
    check_random_rows(0, 8);
    for (const std::uint64_t seed : random_integers<std::uint64_t>(3, 1, 1'000'000))
        check_random_rows(3, 1032, 1e-5f, seed);
}

TEST_CASE("4: one kernel; x and r are read once, h and y written once", "[weight:2]") {
    const std::size_t rows = 20;
    const int columns = 4096;
    const Run run = check_random_rows(rows, columns);
    const double elements = static_cast<double>(rows) * columns;
    CHECK_THAT(run, launched(1) && in_blocks(rows, "row"));
    CHECK_THAT(run, allocated_nothing());
    CHECK_THAT(run, traffic("global_load_bytes", at_most(6 * elements),
                            "x and r are to be read once, and w once for each row: the h of a row "
                            "stay where its threads have them"));
    CHECK_THAT(run, traffic("global_store_bytes", at_most(4 * elements),
                            "h and y are to be written once"));
    CHECK_THAT(run, traffic("global_load_requests", per("global_load_bytes"), at_most(1 / 512.0),
                            sixteen_bytes));
    CHECK_THAT(run, traffic("global_store_requests", per("global_store_bytes"), at_most(1 / 512.0),
                            sixteen_bytes));
    CHECK_THAT(run, traffic("global_load_sectors", per("global_load_bytes"), at_most(1 / 32.0),
                            neighbours));
    CHECK_THAT(run, traffic("global_store_sectors", per("global_store_bytes"), at_most(1 / 32.0),
                            neighbours));
    CHECK_THAT(run, traffic("local_requests", at_most(0), in_memory));
    CHECK_THAT(run, work_shared(threads_for(columns) / 32, at_most(1.8),
                                "all warps of a block are to take pieces of its row"));
    CHECK_THAT(learner_ptx(),
               has_no(R"(\.f64)",
                      "there is a double on the way: rsqrtf, not 1 / sqrt, and 1.0f, not 1.0"));
}

// 125 pieces for 64 threads: the last three threads have one piece, not two. The two warps ask four
// times for the 2000 bytes of an array's row.
TEST_CASE("4: the same for a row that ends within a warp") {
    const std::size_t rows = 20;
    const int columns = 1000;
    const Run run = check_random_rows(rows, columns);
    const double elements = static_cast<double>(rows) * columns;
    CHECK_THAT(run, traffic("global_load_bytes", at_most(6 * elements),
                            "x and r are to be read once, and w once for each row: a thread "
                            "without a piece reads nothing"));
    CHECK_THAT(run, traffic("global_store_bytes", at_most(4 * elements),
                            "h and y are to be written once"));
    CHECK_THAT(run,
               traffic("global_load_requests", per(rows, "row"), at_most(3 * 4), sixteen_bytes));
    CHECK_THAT(run,
               traffic("global_store_requests", per(rows, "row"), at_most(2 * 4), sixteen_bytes));
}

TEST_CASE("5: rmsnorm_residual, any number of columns", "[weight:2]") {
    for (const int columns : {33, 7, 1001}) check_weights(columns);
    check_random_rows(3, 61, 0.25f);
    check_random_rows(40, 5);
    for (const int columns :
         {1, 2, 3, 4, 9, 31, 63, 255, 257, 513, 1023, 1025, 4097, most_columns - 1})
        check_random_rows(2, columns);
    for (const std::uint64_t seed : random_integers<std::uint64_t>(2, 1, 1'000'000))
        check_random_rows(3, 1027, 1e-5f, seed);
}

TEST_CASE("5: any number of columns, by neighbours") {
    const std::size_t rows = 20;
    const int columns = 2047;
    const Run run = check_random_rows(rows, columns);
    const double elements = static_cast<double>(rows) * columns;
    CHECK_THAT(run, launched(1));
    CHECK_THAT(run, traffic("local_requests", at_most(0), in_memory));
    CHECK_THAT(run, traffic("global_load_bytes", at_most(6 * elements),
                            "x and r are to be read once, and w once for each row"));
    CHECK_THAT(run, traffic("global_store_bytes", at_most(4 * elements),
                            "h and y are to be written once"));
    // 32 elements of 2 bytes lie in 2 sectors, or in 3 if they begin within one.
    CHECK_THAT(run, traffic("global_load_sectors", per("global_load_bytes"), at_most(3.1 / 64),
                            "neighbouring threads are to take neighbouring elements"));
    CHECK_THAT(run, traffic("global_store_sectors", per("global_store_bytes"), at_most(3.1 / 64),
                            "neighbouring threads are to take neighbouring elements"));
    CHECK_THAT(run, work_shared(threads_for(columns) / 32, at_most(1.5),
                                "all warps of a block are to take elements of its row"));
}

WORKBOOK_GAIN(gain) {
    const std::size_t rows = gain.size(12, 4096);
    const int columns = 4096;
    const Rows data = random_rows(rows, columns);
    const Numbers w = normals(columns);
    const std::size_t n = rows * columns;
    gain.about(rows, " rows of ", columns, " bfloat16");
    WORKBOOK_GAIN_CALL(gain, rmsnorm_residual, device_in(data.x), device_in(data.r), device_in(w),
                       device_out<bf16>(n), device_out<bf16>(n), rows, columns, data.eps);
    if (gain.on_gpu()) return;
    const std::uint64_t own = gain.count("global_load_bytes") + gain.count("global_store_bytes") -
                              sizeof(bf16) * n; // w stays in the cache
    gain.say("Your kernel moved ", in_bytes(own), ": x, r, h and y once each.");
    // add: x, r, h. Then the squares: h. Then y: h, y.
    const std::uint64_t three = 6 * sizeof(bf16) * n;
    gain.say("One kernel that adds, one that sums up squares and one that scales move ",
             in_bytes(three), ": ", times_as(three, own, "much"), ".");
}
