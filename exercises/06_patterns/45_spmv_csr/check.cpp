// Checks of lesson 45. The reference is a loop in double. Nearly all data are whole numbers so
// small that float adds their products without rounding, in any order: there, every bit must agree,
// and a wrong sum tells which products are in it.
#include "spmv_csr.hpp"

#include "harness/harness.hpp"
#include "harness/matrices.hpp"
#include "harness/shared_work.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numeric>
#include <optional>
#include <unordered_map>

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, spmv_rows, spmv_warps, share_begins, sum_shares, add_carries,
                 spmv_balanced)
WORKBOOK_PROMISE(reports_errors, spmv_rows, spmv_warps, share_begins, sum_shares, add_carries,
                 spmv_balanced)
WORKBOOK_PROMISE(uses_gpu, spmv_rows, spmv_warps, share_begins, sum_shares, spmv_balanced)
WORKBOOK_PROMISE(fills_gpu, spmv_rows, spmv_warps)

namespace {

struct Matrix {
    int rows = 0;
    std::vector<int> offsets{0}, columns;
    std::vector<float> values, x;
    int nonzeros() const { return offsets.back(); }
    int shares() const { return shares_for(rows, nonzeros()); }
    double product(int k) const { return double{values[k]} * x[columns[k]]; }
    double sum(int from, int to) const {
        double sum = 0;
        for (int k = from; k < to; ++k) sum += product(k);
        return sum;
    }
};

// Values and x are 1 to 9 and columns random, so that sums of 200000 products stay below 2^24.
Matrix with_lengths(const std::vector<int>& lengths) {
    Matrix A;
    A.rows = static_cast<int>(lengths.size());
    for (const int length : lengths) A.offsets.push_back(A.offsets.back() + length);
    const int width = std::max(A.nonzeros() / 3, 50);
    A.columns = random_integers<int>(A.nonzeros(), 0, width - 1);
    A.values = whole_floats(A.nonzeros(), 1, 9);
    A.x = whole_floats(width, 1, 9);
    return A;
}

Matrix random_lengths(int rows, int longest) {
    return with_lengths(random_integers<int>(rows, 0, longest));
}

// Row after row 1, 2, 4, 8, ...: the binary digits of a sum say which nonzeros are in it.
Matrix marked(const std::vector<int>& lengths) {
    Matrix A = with_lengths(lengths);
    std::fill(A.x.begin(), A.x.end(), 1.0f);
    for (int r = 0; r < A.rows; ++r)
        for (int k = A.offsets[r]; k < A.offsets[r + 1]; ++k)
            A.values[k] = std::ldexp(1.0f, k - A.offsets[r]);
    return A;
}

// x[0] is infinite, and the nonzeros of every third row are in column 0, those of no other row. So
// the sums of these rows are infinite, and all others are what they are: 0 * x[0] would be NaN.
Matrix with_infinity() {
    const std::vector<int> some{3, 2, 0, 5, 31, 33, 1, 64, 100};
    std::vector<int> lengths;
    for (int i = 0; i < 8; ++i) lengths.insert(lengths.end(), some.begin(), some.end());
    Matrix A = with_lengths(lengths);
    A.x[0] = std::numeric_limits<float>::infinity();
    const int last = static_cast<int>(A.x.size()) - 1;
    for (int r = 0; r < A.rows; ++r)
        for (int k = A.offsets[r]; k < A.offsets[r + 1]; ++k)
            A.columns[k] = r % 3 == 0 ? 0 : std::clamp(A.columns[k], 1, last);
    return A;
}

std::vector<int> many_ones_and(int ones, int length) {
    std::vector<int> lengths(ones, 1);
    lengths[ones / 2] = length;
    return lengths;
}

std::vector<int> begins_of(const Matrix& A) {
    std::vector<int> begins{0};
    int row = 0;
    for (int b = 1; b <= A.shares(); ++b) {
        while (row < A.rows && A.offsets[row + 1] + row < b * steps_of_a_share) ++row;
        begins.push_back(row);
    }
    return begins;
}

std::string range(int from, int to) {
    if (from == to) return "no nonzeros, so the sum is 0";
    if (from + 1 == to) return fmt::format("nonzero {}", from);
    return fmt::format("nonzeros {} to {}", from, to - 1);
}

// Which neighbouring products add up to this: those that begin nearest to those that should. Among
// many small numbers nearly any sum is found somewhere, so of a large matrix only those count that
// begin or end where they should, or one beside.
std::optional<std::pair<int, int>> neighbours(const Matrix& A, int from, int to, double sum) {
    const auto counts = [&](int begin, int end) {
        return A.nonzeros() <= 100 || std::abs(begin - from) <= 1 || std::abs(end - to) <= 1;
    };
    std::unordered_map<double, int> ends; // after how many products so much is reached
    std::vector<double> before{0};
    for (int k = 0; k < A.nonzeros(); ++k) before.push_back(before.back() + A.product(k));
    for (int k = A.nonzeros(); k >= 0; --k) ends[before[k]] = k;
    for (int away = 0; away <= A.nonzeros(); ++away)
        for (const int begin : {from + away, from - away}) {
            if (begin < 0 || begin > A.nonzeros()) continue;
            const auto end = ends.find(before[begin] + sum);
            if (end != ends.end() && end->second > begin && counts(begin, end->second))
                return std::pair{begin, end->second};
        }
    return {};
}

// What a wrong sum of the nonzeros `from` to `to` - 1 is, if a usual mistake leads to it.
std::string looks_like(const Matrix& A, int row, int from, int to, double found) {
    if (std::isnan(found))
        return std::isinf(A.x[0]) ? ". NaN is 0 times infinity, which is x[0]: a lane without a "
                                    "nonzero has nothing to add, so it reads nothing of x"
                                  : "";
    double of_values = 0, by_place = 0, by_row = 0, of_lane_0 = 0;
    const auto x_at = [&](int c) { return double{A.x[c % A.x.size()]}; };
    for (int k = from; k < to; ++k) {
        of_values += A.values[k];
        by_place += A.values[k] * x_at(k - from);
        by_row += A.values[k] * x_at(row);
        if ((k - from) % warp_size == 0) of_lane_0 += A.product(k);
    }
    if (to > from && found == 0) return ". Nothing was added up";
    if (to > from + 1) {
        constexpr const char* column = ". The place in x is the nonzero's column";
        if (found == A.product(to - 1))
            return ". That is its last product alone. Is it assigned in place of added?";
        if (found == of_values && found != by_place)
            return ". That is the sum of its values, without x";
        if (found == by_row && found != by_place)
            return std::string(": each value was multiplied by x[row]") + column;
        if (found == by_place && found != of_values)
            return std::string(": its values were multiplied by x[0], x[1], ...") + column;
    }
    if (to > from + warp_size && found == of_lane_0)
        return ". That is what lane 0 has added up, without the other lanes";
    if (const auto other = neighbours(A, from, to, found))
        return ". It is the sum of " + range(other->first, other->second);
    return "";
}

// Element `index` of argument `argument`, which is `array`, has become `found` and is to be the sum
// of the nonzeros from `from` to `to` - 1 of row `row`, which are `what`. Whether it was written is
// asked of wrong sums only: the right one may be what outputs are filled with, by chance.
void compare_sum(const Matrix& A, const Run& run, std::size_t argument, const char* array,
                 int index, float found, int row, int from, int to, const std::string& what) {
    const double expected = A.sum(from, to);
    if (found == expected) return;
    const bool written = run.was_written(argument, index);
    FAIL(array << "[" << index << "] "
               << (written ? fmt::format("is {:.9g}", found) : "was never written")
               << fmt::format("; expected is {:.9g}", expected) << ", the sum of " << what << ": "
               << range(from, to) << (written ? looks_like(A, row, from, to, found) : ""));
}

std::string shape(const Matrix& A) {
    return "rows = " + std::to_string(A.rows) + ", nonzeros = " + std::to_string(A.nonzeros());
}

void compare_y(const Run& run, std::size_t argument, const Matrix& A) {
    REQUIRE_THAT(run, completed());
    const auto y = run.output<float>(argument);
    for (int r = 0; r < A.rows; ++r)
        compare_sum(A, run, argument, "y", r, y[r], r, A.offsets[r], A.offsets[r + 1],
                    fmt::format("row {}", r));
}

enum class Way { rows, warps };

Run run_plain(Way way, const Matrix& A, std::uint64_t schedule = 0) {
    if (way == Way::rows)
        return WORKBOOK_RUN_SCHEDULED(schedule, spmv_rows, device_in(A.offsets),
                                      device_in(A.columns), device_in(A.values), A.rows,
                                      device_in(A.x), device_out<float>(A.rows));
    return WORKBOOK_RUN_SCHEDULED(schedule, spmv_warps, device_in(A.offsets), device_in(A.columns),
                                  device_in(A.values), A.rows, device_in(A.x),
                                  device_out<float>(A.rows));
}

void check_plain(Way way, const Matrix& A, std::uint64_t schedule = 0) {
    INFO((way == Way::rows ? "spmv_rows, " : "spmv_warps, ") << shape(A));
    compare_y(run_plain(way, A, schedule), 5, A);
}

void check_any_shape(Way way) {
    for (const auto& lengths : std::initializer_list<std::vector<int>>{
             {4}, {0}, {0, 0, 3}, {3, 0, 0}, {2, 0, 5, 0, 0, 1}, {31, 32, 33, 0, 63, 64, 65, 100}})
        check_plain(way, with_lengths(lengths));
    check_plain(way, with_lengths(std::vector<int>(500)));
    for (const int rows : {0, 31, 32, 33, 255, 256, 257, 1023, 1024, 1025})
        check_plain(way, random_lengths(rows, 7));
    check_plain(way, with_lengths(many_ones_and(300, 10'000)));
    check_plain(way, with_infinity());
}

Run check_begins(const char* what, const Matrix& A) {
    INFO("share_begins, " << what << ", " << shape(A));
    Run run = WORKBOOK_RUN(share_begins, device_in(A.offsets), A.rows, A.nonzeros(),
                           device_out<int>(A.shares() + 1));
    REQUIRE_THAT(run, completed());
    const auto expected = begins_of(A), found = run.output<int>(3);
    for (int b = 0; b <= A.shares(); ++b) {
        if (found[b] == expected[b] || !run.was_written(3, b)) continue;
        std::string ends;
        for (const int r : {expected[b] - 1, expected[b]})
            if (r >= 0 && r < A.rows)
                ends += fmt::format("; row {} ends in step {}", r, A.offsets[r + 1] + r);
        FAIL("begins[" << b << "] is " << found[b] << ", expected is " << expected[b]
                       << ": of the steps before number " << b * steps_of_a_share
                       << ", so many end a row" << ends);
    }
    REQUIRE_THAT(run, output_equals(3, expected));
    return run;
}

// The nonzeros of share b.
std::pair<int, int> nonzeros_of(const Matrix& A, const std::vector<int>& begins, int b) {
    return {b * steps_of_a_share - begins[b],
            std::min(A.nonzeros(), (b + 1) * steps_of_a_share - begins[b + 1])};
}

Run check_shares(const char* what, const Matrix& A, std::uint64_t schedule = 0) {
    INFO("sum_shares, " << what << ", " << shape(A) << ", shares: " << A.shares());
    const auto begins = begins_of(A);
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, sum_shares, device_in(A.offsets),
                                     device_in(A.columns), device_in(A.values), A.rows,
                                     A.nonzeros(), device_in(A.x), device_in(begins),
                                     device_out<float>(A.rows), device_out<float>(A.shares()));
    REQUIRE_THAT(run, completed());
    const auto y = run.output<float>(7), carries = run.output<float>(8);
    for (int b = 0; b < A.shares(); ++b) {
        const auto [begin, end] = nonzeros_of(A, begins, b);
        for (int r = begins[b]; r < begins[b + 1]; ++r)
            compare_sum(A, run, 7, "y", r, y[r], r, std::max(begin, A.offsets[r]), A.offsets[r + 1],
                        fmt::format("what row {} has in share {}", r, b));
        const int row = begins[b + 1];
        const int from = row < A.rows ? std::max(begin, A.offsets[row]) : end;
        compare_sum(A, run, 8, "carries", b, carries[b], row, from, end,
                    fmt::format("what row {}, which ends later, has in share {}", row, b));
    }
    if (A.shares() == 0) return run;
    CHECK_THAT(run, traffic("global_store_bytes", at_most(4.0 * (A.rows + A.shares())),
                            "each sum and each carry is to be written once"));
    return run;
}

Run check_carries(const char* what, const Matrix& A, std::uint64_t schedule = 0) {
    INFO("add_carries, " << what << ", " << shape(A) << ", shares: " << A.shares());
    const auto begins = begins_of(A);
    const auto before = whole_floats(A.rows, 1, 1000);
    const auto different = random_permutation(A.shares());
    std::vector<float> carries(different.begin(), different.end());
    // For a share whose row is a new one in the next share, and for the last.
    for (int b = 0; b < A.shares(); ++b) {
        const int row = begins[b + 1];
        if (row == A.rows || A.offsets[row] >= nonzeros_of(A, begins, b).second) carries[b] = 0;
    }
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, add_carries, device_in(begins), device_in(carries),
                                     A.rows, A.nonzeros(), device_inout(before));
    REQUIRE_THAT(run, completed());
    const auto found = run.output<float>(4);
    for (int r = 0; r < A.rows; ++r) {
        const auto [low, high] = std::equal_range(begins.begin() + 1, begins.end(), r);
        const auto from = low - begins.begin() - 1, to = high - begins.begin() - 1; // shares
        const double expected =
            std::accumulate(carries.begin() + from, carries.begin() + to, double{before[r]});
        if (found[r] == expected) continue;
        const std::string carried =
            from == to ? "no share carries anything"
                       : fmt::format("carries[{}] to carries[{}] belong", from, to - 1);
        FAIL("y[" << r << "] was " << before[r] << " and became " << found[r] << "; expected is "
                  << expected << ": " << carried << " to row " << r);
    }
    return run;
}

Run run_balanced(const Matrix& A, std::uint64_t schedule = 0) {
    return WORKBOOK_RUN_SCHEDULED(schedule, spmv_balanced, device_in(A.offsets),
                                  device_in(A.columns), device_in(A.values), A.rows, A.nonzeros(),
                                  device_in(A.x), device_out<int>(A.shares() + 1),
                                  device_out<float>(A.shares()), device_out<float>(A.rows));
}

Run check_balanced(const char* what, const Matrix& A, std::uint64_t schedule = 0) {
    INFO("spmv_balanced, " << what << ", " << shape(A));
    Run run = run_balanced(A, schedule);
    compare_y(run, 8, A);
    return run;
}

// Matrices whose shares begin and end in every way.
template <class Check>
void with_cut_rows(Check check) {
    check("one row over several shares", with_lengths({7, 0, 9000, 0, 5}));
    check("the only row", with_lengths({7000}));
    check("rows of 700", with_lengths(std::vector<int>(20, 700)));
    check("rows that end with a share", with_lengths(std::vector<int>(9, steps_of_a_share - 1)));
    check("a row whose nonzeros end with a share", with_lengths({2000, 47, 5, 100}));
    check("two long rows after another", with_lengths({1, 6000, 5000, 2}));
    check("empty rows alone", with_lengths(std::vector<int>(5000)));
    std::vector<int> lengths(6000);
    lengths.front() = 2500, lengths.back() = 3000;
    check("many empty rows between two others", with_lengths(lengths));
    check("rows of 0 to 40", random_lengths(1500, 40));
}

} // namespace

TEST_CASE("1: spmv_rows, which nonzeros are in a sum") {
    for (const auto& lengths :
         std::initializer_list<std::vector<int>>{{3, 2, 4}, {1}, {4, 1, 1, 20, 3}})
        check_plain(Way::rows, marked(lengths));
    check_plain(Way::rows, with_lengths({3, 2, 4}));
}

TEST_CASE("1: spmv_rows, any matrix, also empty rows") { check_any_shape(Way::rows); }

TEST_CASE("1: spmv_rows, many rows") {
    check_plain(Way::rows, random_lengths(100'003, 3));
    check_plain(Way::rows, random_lengths(1'048'583, 1));
}

TEST_CASE("1: spmv_rows, each thread takes one row") {
    const Matrix A = with_lengths(std::vector<int>(8192, 5));
    INFO("spmv_rows, rows of 5, " << shape(A));
    const Run run = run_plain(Way::rows, A);
    compare_y(run, 5, A);
    CHECK_THAT(run, launched(1) && in_blocks(A.rows / threads_per_block, "256 rows"));
    CHECK_THAT(run, work_shared(A.rows / warp_size, at_most(2), "each thread is to take one row"));
}

TEST_CASE("2: spmv_warps, which nonzeros are in a sum") {
    check_plain(Way::warps, marked({3, 2, 4, 20, 1, 23}));
    check_plain(Way::warps, with_lengths({20, 32, 40, 100}));
}

TEST_CASE("2: spmv_warps, any matrix, also empty rows") {
    check_any_shape(Way::warps);
    check_plain(Way::warps, random_lengths(100'003, 3));
}

// Columns one after the other, so that the lanes' elements of x are neighbours as well.
TEST_CASE("2: spmv_warps, lanes read neighbouring nonzeros", "[weight:2]") {
    Matrix A = with_lengths(std::vector<int>(64, 512));
    for (int k = 0; k < A.nonzeros(); ++k) A.columns[k] = k % 512;
    INFO("spmv_warps, rows of 512, columns 0 to 511, " << shape(A));
    const Run run = run_plain(Way::warps, A);
    compare_y(run, 5, A);
    CHECK_THAT(run, launched(1));
    CHECK_THAT(run, allocated_nothing());
    // 12 bytes for each nonzero; two offsets for each lane.
    const double bytes = 12.0 * A.nonzeros() + 8.0 * warp_size * A.rows;
    CHECK_THAT(run, traffic("global_load_bytes", at_most(1.05 * bytes),
                            "each nonzero is to be read once: by one lane of its row's warp"));
    CHECK_THAT(run, traffic("global_load_requests", at_most(1.1 * (3.0 * 16 * A.rows + 2 * A.rows)),
                            "the lanes of a warp are to share their row: 32 nonzeros with each "
                            "request"));
    CHECK_THAT(run, traffic("global_load_sectors", at_most(1.5 * 12 / 32.0 * A.nonzeros()),
                            "neighbouring lanes are to read neighbouring nonzeros: nonzero k and "
                            "k + 1 in the same round"));
    CHECK_THAT(run, traffic("global_store_bytes", at_most(4.0 * A.rows),
                            "one lane writes the row's sum, once"));
    CHECK_THAT(run, work_shared(A.rows, at_most(4), "each warp is to take one row"));
}

TEST_CASE("3: share_begins", "[weight:2]") {
    check_begins("one nonzero in each row", with_lengths(std::vector<int>(5000, 1)));
    with_cut_rows(check_begins);
    check_begins("no rows", Matrix{});
    const Matrix A = with_lengths(many_ones_and(300'000, 200'000));
    const Run run = check_begins("many shares", A);
    CHECK_THAT(run, launched(1));
    // Of 300000 rows a binary search looks at 19; a thread's look is at most a request of its own.
    CHECK_THAT(run, traffic("global_load_requests", at_most(40.0 * (A.shares() + 1)),
                            "a binary search looks at 19 of 300000 offsets for each share"));
}

TEST_CASE("4: sum_shares, one share") {
    check_shares("which nonzeros are in a sum", marked({3, 2, 4, 20, 1, 23}));
    check_shares("short rows", with_lengths({3, 0, 2, 5}));
    check_shares("one row", with_lengths({1500}));
    check_shares("some rows", random_lengths(60, 30));
    check_shares("hundreds of rows", random_lengths(900, 2));
    check_shares("all that fits", with_lengths(std::vector<int>(steps_of_a_share / 2, 1)));
    check_shares("no rows", Matrix{});
    check_shares("x[0] is infinite", with_infinity());
}

TEST_CASE("4: sum_shares, several shares", "[weight:2]") {
    with_cut_rows([](const char* what, const Matrix& A) { check_shares(what, A); });
}

TEST_CASE("5: add_carries", "[weight:2]") {
    with_cut_rows([](auto... x) { check_carries(x...); });
    check_carries("no rows", Matrix{});
    check_carries("one row over 98 shares", with_lengths({3, 200'000, 4}));
    // Each row lies in one share or two. A warp that goes through all 2000 shares takes 63
    // requests, a block of 8 warps that begins with its own share takes 34.
    const Matrix many = with_lengths(std::vector<int>(2925, 1400));
    const Run run = check_carries("2925 rows of 1400", many);
    CHECK_THAT(run, traffic("global_load_requests", at_most(40.0 * many.shares()),
                            "the carries of a row stand next to each other: a warp begins with its "
                            "own share, and ends where the row does"));
}

TEST_CASE("5: spmv_balanced, any matrix") {
    with_cut_rows([](auto... x) { check_balanced(x...); });
    for (const int rows : {0, 1, 31, 32, 33, 255, 1023, 1024, 1025})
        check_balanced("short rows", random_lengths(rows, 7));
    check_balanced("many rows", random_lengths(100'003, 3));
    check_balanced("more rows", random_lengths(1'048'583, 1));
    check_balanced("one long row", with_lengths(many_ones_and(1000, 200'000)));
    check_balanced("x[0] is infinite", with_infinity());
}

TEST_CASE("5: any order of blocks and warps; the same bits each time") {
    const std::vector<int> lengths{40, 60'000, 3, 50'000, 40'000, 0, 30'000};
    Matrix A = with_lengths(lengths); // of fractions: their sums depend on the order of additions
    A.values = random_reals<float>(A.nonzeros(), -1, 1);
    const Run first = run_balanced(A);
    for (const std::uint64_t seed : random_integers<std::uint64_t>(3, 1, 1'000'000)) {
        check_plain(Way::warps, random_lengths(300, 50), seed);
        check_balanced("another order of blocks and warps", with_lengths(lengths), seed);
        const Run run = run_balanced(A, seed);
        INFO("spmv_balanced, " << shape(A)
                               << ", once more, with blocks and warps in another order: the same "
                                  "additions in another order give other bits");
        REQUIRE_THAT(run, completed());
        REQUIRE_THAT(run, output_equals(8, first.output<float>(8)));
    }
}

TEST_CASE("5: numbers that round, in float") {
    Matrix A = random_lengths(600, 30);
    A.values = random_reals<float>(A.nonzeros(), -1, 1);
    A.x = random_reals<float>(A.x.size(), -1, 1);
    std::vector<double> expected;
    for (int r = 0; r < A.rows; ++r) expected.push_back(A.sum(A.offsets[r], A.offsets[r + 1]));
    // Up to 30 products, whose magnitudes add up to less than 30: each of 30 products and of 30
    // additions rounds by at most 2^-24 of that.
    const auto tolerance = absolute(60 * 30 * std::ldexp(1.0, -24));
    INFO("fractions between -1 and 1, " << shape(A));
    CHECK_THAT(run_plain(Way::rows, A), completed() && output_close(5, expected, tolerance));
    CHECK_THAT(run_plain(Way::warps, A), completed() && output_close(5, expected, tolerance));
    CHECK_THAT(run_balanced(A), completed() && output_close(8, expected, tolerance));
    CHECK_THAT(learner_ptx(), computes_in_float());
}

TEST_CASE("5: every block has the same work, and all lanes have some", "[weight:2]") {
    std::vector<int> lengths(700, 20);
    lengths[350] = 40'000;
    Matrix A = with_lengths(lengths);
    for (int k = 0; k < A.nonzeros(); ++k) A.columns[k] = k % static_cast<int>(A.x.size());
    const Run run = check_shares("a row of 40000 among rows of 20", A);
    CHECK_THAT(run, launched(1) && launched_with(grid(A.shares()), block(threads_per_block)));
    CHECK_THAT(run, allocated_nothing());
    const double nonzeros = A.nonzeros(), shares = A.shares(), parts = A.rows + shares;
    // 12 bytes for each nonzero; each thread may read two begins, and each lane of a warp the two
    // offsets of a part.
    CHECK_THAT(run, traffic("global_load_bytes",
                            at_most(12 * nonzeros + 8 * threads_per_block * shares +
                                    8 * warp_size * parts),
                            "each nonzero is to be read once: its product is then in shared "
                            "memory"));
    CHECK_THAT(run, traffic("global_load_sectors", at_most(1.35 * 12 / 32 * nonzeros + 40 * shares),
                            "neighbouring threads are to read neighbouring nonzeros"));
    CHECK_THAT(run, traffic("global_load_requests", at_most(1.1 * 3 / 32 * nonzeros + 100 * shares),
                            "all lanes of a warp are to make products: 32 with each request"));
    CHECK_THAT(run, traffic("shared_load_bytes", at_most(1.9 * 4 * nonzeros),
                            "each product is to be added up once"));
    // A block has 256 threads. With a thread for each part, a block of the long row alone takes
    // 2048 requests for its 2048 products; with a warp for it, 64.
    const auto by_lanes = [](const Matrix& of, const std::string& rounds) {
        return traffic("shared_load_requests", at_most(of.nonzeros() / 8),
                       "where a block has few rows, several lanes are to share each of them "
                       "(lanes_for): a single thread takes " +
                           rounds + " rounds for a long one");
    };
    CHECK_THAT(run, by_lanes(A, "2048"));
    const Matrix few = with_lengths(std::vector<int>(100, 700));
    const Run of_few = check_shares("rows of 700", few);
    CHECK_THAT(of_few, by_lanes(few, "700"));
    CHECK_THAT(of_few, work_shared(threads_per_block / warp_size * few.shares(), at_most(2.5),
                                   "all warps of a block are to make products"));
    const Run all = check_balanced("a row of 40000 among rows of 20", A);
    CHECK_THAT(all, launched(3) && allocated_nothing());
}

WORKBOOK_GAIN(gain) {
    // Rows of 8, and one that has a quarter of all nonzeros.
    std::vector<int> lengths(gain.size(1500, 1 << 20), 8);
    lengths[lengths.size() / 2] = static_cast<int>(lengths.size()) * 8 / 3;
    Matrix A = with_lengths(lengths);
    std::vector<float> y(A.rows);
    gain.about("spmv_balanced() of ", A.rows, " rows of 8 nonzeros, one of which has ",
               lengths[lengths.size() / 2]);
    WORKBOOK_GAIN_CALL(gain, spmv_balanced, device_in(A.offsets), device_in(A.columns),
                       device_in(A.values), A.rows, A.nonzeros(), device_in(A.x),
                       device_out<int>(A.shares() + 1), device_out<float>(A.shares()),
                       device_out<float>(A.rows));
    gain.beside("A loop", [&] {
        for (int r = 0; r < A.rows; ++r)
            y[r] = static_cast<float>(A.sum(A.offsets[r], A.offsets[r + 1]));
    });
    if (gain.on_gpu()) return;
    const auto lanes = [&] {
        return double(gain.count("thread_instructions")) / double(gain.count("warp_instructions"));
    };
    const double balanced = lanes();
    WORKBOOK_GAIN_CALL(gain, spmv_rows, device_in(A.offsets), device_in(A.columns),
                       device_in(A.values), A.rows, device_in(A.x), device_out<float>(A.rows));
    gain.say("On average ", balanced, " of 32 lanes had work; with a thread for each row, ",
             lanes(), ".");
}
