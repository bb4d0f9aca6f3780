// Checks of lesson 61. The reference is three nested loops in double. Nearly all data are whole
// numbers so small that float adds their products without rounding, in any order: there, every bit
// must agree. Some of them say where they come from (`marked`): an element of C then names the one
// that it was made from, and with it the sum of which thread it is.
#include "sgemm_register_tiles.hpp"

#include "harness/harness.hpp"
#include "harness/matrices.hpp"
#include "harness/shared_work.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <sstream>

using namespace workbook;
using namespace workbook::matrices;

WORKBOOK_PROMISE(does_not_wait, finish_all, sgemm_column, sgemm_square, show_tiles, sgemm)
WORKBOOK_PROMISE(reports_errors, finish_all, sgemm_column, sgemm_square, show_tiles, sgemm)
WORKBOOK_PROMISE(uses_gpu, finish_all, sgemm_column, sgemm_square, sgemm)

namespace {

using Numbers = std::vector<double>;

struct Problem {
    int m, n, k;
    float alpha, beta;
    Matrix A, B, C;
};

Problem whole_problem(int m, int n, int k, float alpha, float beta) {
    return {m, n, k, alpha, beta, whole_numbers(m, k), whole_numbers(k, n), whole_numbers(m, n)};
}

// The products of the columns `from` to `to` - 1 of A with rows of B `shift` below.
Numbers product(const Problem& x, int from, int to, int shift = 0) {
    Numbers C(area(x.m, x.n));
    for (int i = 0; i < x.m; ++i)
        for (int p = from; p < to; ++p) {
            if (p + shift < 0 || p + shift >= x.k) continue;
            const double a = x.A[area(i, x.k) + p];
            for (int j = 0; j < x.n; ++j) C[area(i, x.n) + j] += a * x.B[area(p + shift, x.n) + j];
        }
    return C;
}

// factor * sums + beta * old, beta 0 meaning that the old values do not count.
Numbers finished(Numbers sums, const Matrix& old, double factor, double beta) {
    for (std::size_t i = 0; i < sums.size(); ++i)
        sums[i] = factor * sums[i] + (beta == 0 ? 0 : beta * old[i]);
    return sums;
}

Matrix floats(const Numbers& x) { return {x.begin(), x.end()}; }

// What wrong values are, if they come of a usual mistake in the last step.
std::string looks_finished(const Matrix& found, const Numbers& sums, const Matrix& old, float alpha,
                           float beta) {
    const auto is = [&](double factor, double of_old) {
        const Numbers other = finished(sums, old, factor, of_old);
        return std::equal(found.begin(), found.end(), other.begin(), other.end());
    };
    if (beta == 0 && std::any_of(found.begin(), found.end(), [](float x) { return x != x; }))
        return "beta is 0, so C is not to be read: 0 times NaN is NaN";
    if (is(alpha, 0)) return "what was in C before is missing: beta C";
    if (is(1, beta)) return "the product is not multiplied by alpha";
    if (is(1, 0)) return "this is A B, without alpha and beta";
    if (is(alpha, 1)) return "what was in C before is not multiplied by beta";
    if (is(alpha, double{alpha} * beta)) return "what was in C before is multiplied by alpha, too";
    if (is(beta, alpha)) return "alpha and beta are exchanged";
    if (is(alpha, 2.0 * beta)) return "beta C is added twice";
    return {};
}

// What a wrong C is, if it comes of a usual mistake with the rounds.
std::string looks_like(const Matrix& C, const Problem& x) {
    const auto is = [&](const Numbers& sums) {
        const Numbers other = finished(sums, x.C, x.alpha, x.beta);
        return std::equal(C.begin(), C.end(), other.begin(), other.end());
    };
    if (x.k == 0) return "k is 0: the sums are 0, and C becomes beta C";
    const int last = (x.k - 1) / tile_depth * tile_depth; // column where the last round begins
    if (last > 0) {
        if (is(product(x, last, x.k)))
            return "these are the products of the last round alone: do the sums begin anew in each "
                   "round?";
        if (is(product(x, 0, last))) return "the last round is missing";
        if (is(product(x, tile_depth, x.k))) return "the first round is missing";
        if (is(product(x, 0, x.k, tile_depth)) || is(product(x, 0, x.k, -tile_depth)))
            return "tiles of A are multiplied with tiles of B of another round";
        Numbers again = product(x, 0, x.k);
        const Numbers first = product(x, 0, tile_depth), end = product(x, last, x.k);
        Numbers late = again;
        for (std::size_t i = 0; i < again.size(); ++i) {
            again[i] += first[i];
            late[i] += first[i] - end[i];
        }
        if (is(again)) return "the products of round 0 are in it twice";
        if (is(late))
            return "the products of round 0 are in it twice, and those of the last round are "
                   "missing: each round has multiplied the tiles of the round before";
    }
    return looks_finished(C, product(x, 0, x.k), x.C, x.alpha, x.beta);
}

std::string shape(const Problem& x) {
    std::ostringstream text;
    text << "m = " << x.m << ", n = " << x.n << ", k = " << x.k << ", alpha = " << x.alpha
         << ", beta = " << x.beta;
    return text.str();
}

// The three functions that compute a product.
struct Step {
    const char* name;
    int tile;
    Run (*call)(const Problem&, std::uint64_t schedule);
};

#define WORKBOOK_STEP(function)                                                                    \
    [](const Problem& x, std::uint64_t schedule) {                                                 \
        return WORKBOOK_RUN_SCHEDULED(schedule, function, device_in(x.A), device_in(x.B),          \
                                      device_inout(x.C), x.m, x.n, x.k, x.alpha, x.beta);          \
    }
const Step by_columns{"sgemm_column", column_tile, WORKBOOK_STEP(sgemm_column)};
const Step by_squares{"sgemm_square", square_tile, WORKBOOK_STEP(sgemm_square)};
const Step by_fours{"sgemm", square_tile, WORKBOOK_STEP(sgemm)};

// Which thread has element (row, column) of C, and as which sum.
std::string owner(const Step& step, int row, int column) {
    const int r = row % step.tile, c = column % step.tile;
    std::ostringstream text;
    text << place('C', row, column) << " is sums[";
    if (step.tile == column_tile)
        text << r % piece << "] of thread " << r / piece * column_tile + c;
    else if (std::string(step.name) == "sgemm_square")
        text << r / 16 << "][" << c / 16 << "] of the thread with x = " << c % 16
             << ", y = " << r % 16;
    else
        text << r / 64 * 4 + r % 4 << "][" << c / 64 * 4 + c % 4
             << "] of the thread with x = " << c % 64 / 4 << ", y = " << r % 64 / 4;
    return text.str();
}

void compare(const Step& step, const Run& run, const Problem& x, std::string hint = {}) {
    REQUIRE_THAT(run, completed());
    const Matrix expected = floats(finished(product(x, 0, x.k), x.C, x.alpha, x.beta));
    const Matrix found = run.output<float>(2);
    if (found == expected) return;
    if (hint.empty()) hint = looks_like(found, x);
    const auto wrong = std::mismatch(found.begin(), found.end(), expected.begin()).first;
    const int at = static_cast<int>(wrong - found.begin());
    if (hint.empty()) hint = owner(step, at / x.n, at % x.n);
    INFO(hint);
    REQUIRE_THAT(run, outputs_shaped(2, x.m, x.n, expected));
}

Run check(const Step& step, const Problem& x, std::uint64_t schedule = 0) {
    INFO(step.name << ", " << shape(x));
    const Run run = step.call(x, schedule);
    compare(step, run, x);
    return run;
}

// Each row of A has one 1: row i of C is a row of B. Or each column of B has: column j of C is a
// column of A. What stands where for what, at the first wrong element.
void check_picked(const Step& step, int m, int n, int k, bool rows) {
    Problem x{m, n, k, 1, 0, Matrix(area(m, k)), marked(k, n), Matrix(area(m, n))};
    if (!rows) x.A = marked(m, k), x.B = Matrix(area(k, n));
    const auto order = random_permutation(k);
    for (int i = 0; i < (rows ? m : n); ++i) {
        if (rows)
            x.A[area(i, k) + order[i % k]] = 1;
        else
            x.B[area(static_cast<int>(order[i % k]), n) + i] = 1;
    }
    INFO(step.name << ", " << shape(x));
    const Run run = step.call(x, 0);
    REQUIRE_THAT(run, completed());
    const Matrix C = run.output<float>(2);
    for (int i = 0; i < m; ++i)
        for (int j = 0; j < n; ++j) {
            const int one = static_cast<int>(order[(rows ? i : j) % k]);
            const float expected = rows ? x.B[area(one, n) + j] : x.A[area(i, k) + one];
            const float actual = C[area(i, n) + j];
            if (actual == expected || !run.was_written(2, area(i, n) + j)) continue;
            std::ostringstream hint;
            hint << (rows ? "row " : "column ") << (rows ? i : j) << " of " << (rows ? "A" : "B")
                 << " has a single 1, in " << (rows ? "column " : "row ") << one << ", so "
                 << place('C', i, j) << " is " << name_of(rows ? 'B' : 'A', expected)
                 << "; it has become " << name_of(rows ? 'B' : 'A', actual) << ". "
                 << owner(step, i, j);
            compare(step, run, x, hint.str());
        }
    compare(step, run, x);
}

void check_one_round(const Step& step) {
    const int t = step.tile;
    for (const bool rows : {true, false}) {
        check_picked(step, t, t, tile_depth, rows);
        check_picked(step, 2 * t, 3 * t, tile_depth, rows);
    }
    check(step, whole_problem(t, t, tile_depth, 1, 0));
    check(step, whole_problem(t, 2 * t, tile_depth, 2, -3));
}

void check_rounds(const Step& step) {
    const int t = step.tile;
    for (const bool rows : {true, false}) {
        check_picked(step, t, t, 2 * tile_depth, rows);
        check_picked(step, 2 * t, 3 * t, 5 * tile_depth, rows);
    }
    check(step, whole_problem(t, t, 2 * tile_depth, 1, 0));
    check(step, whole_problem(t, 2 * t, 7 * tile_depth, 2, -3));
}

void check_shapes(const Step& step, const std::vector<std::array<int, 3>>& shapes) {
    for (const auto& [m, n, k] : shapes) check(step, whole_problem(m, n, k, -2, 3));
    // Whatever C holds, if beta is 0; the same in fours.
    for (const auto& [m, n] : {std::pair{130, 133}, {132, 136}}) {
        Problem x = whole_problem(m, n, 20, 3, 0);
        for (std::size_t i = 0; i < x.C.size(); ++i)
            x.C[i] = i % 2 ? std::numeric_limits<float>::quiet_NaN()
                           : std::numeric_limits<float>::infinity();
        check(step, x);
    }
}

// Where guards are given.
const std::vector<std::array<int, 3>> some_shapes{
    {64, 68, 9}, {64, 68, 0}, {1, 1, 1}, {131, 257, 10}, {5, 0, 3}};

// Each of k products and of k additions rounds by at most 2^-24 of a number that is no larger than
// the sum of all magnitudes, here below k; so do the last two products and their sum.
void check_rounded(const Step& step) {
    const int m = 70, n = 133, k = 203;
    Problem x = whole_problem(m, n, k, 0.3f, -0.7f);
    for (Matrix* matrix : {&x.A, &x.B, &x.C}) *matrix = random_reals<float>(matrix->size(), -1, 1);
    INFO(step.name << ", " << shape(x));
    const Run run = step.call(x, 0);
    REQUIRE_THAT(run, completed());
    CHECK_THAT(run, output_close(2, finished(product(x, 0, k), x.C, x.alpha, x.beta),
                                 absolute((2.0 * k + 3) * k * std::ldexp(1.0, -24))));
}

// What all three kernels move. `loads`: of shared memory, for each product.
Run check_traffic(const Step& step, double loads, const char* why) {
    const int m = 256, n = 128, k = 64;
    const Problem x = whole_problem(m, n, k, 2, 0);
    const Run run = check(step, x);
    INFO(step.name << ", " << shape(x));
    CHECK_THAT(run, launched(1));
    CHECK_THAT(run,
               launched_with(grid(n / step.tile, m / step.tile),
                             block(step.tile == column_tile ? column_threads : square_threads)));
    CHECK_THAT(run, allocated_nothing());
    const double products = static_cast<double>(m) * n * k, c_bytes = 4.0 * m * n;
    // A once for each tile beside another, B once for each tile above another. C is not read.
    CHECK_THAT(run, traffic("global_load_bytes", at_most(2 * products / step.tile * sizeof(float)),
                            "a block is to read the elements of its tiles once, and nothing of C "
                            "if beta is 0"));
    CHECK_THAT(run, traffic("global_load_sectors", per("global_load_bytes"), at_most(1 / 32.0),
                            "tiles are to be filled row by row: neighbouring threads read "
                            "neighbouring elements"));
    CHECK_THAT(run, traffic("global_store_bytes", at_most(c_bytes),
                            "each element of C is to be written once, when its sum is complete"));
    CHECK_THAT(run, traffic("global_store_sectors", per("global_store_bytes"), at_most(1 / 32.0),
                            "neighbouring threads are to write neighbouring elements of C"));
    CHECK_THAT(run, traffic("local_requests", at_most(0),
                            "the sums are not in registers but in local memory, which is the "
                            "GPU's slow memory: a register has no index, so each index of the "
                            "sums has to be known when the kernel is compiled. Do all loops over "
                            "them have a fixed number of rounds?"));
    CHECK_THAT(run, traffic("shared_load_requests", at_most(loads * products / 32), why));
    CHECK_THAT(run, traffic("shared_load_conflicts", per("shared_load_requests"), at_most(1),
                            "lanes of a warp read different words of one bank: neighbouring "
                            "threads are to read neighbours of a row of B's tile"));
    return run;
}

// In the compiled code, a thread's products stand behind all its loads from global memory, before
// what it brings is stored in shared memory or the next round begins.
class BringsAhead final : public RunMatcher {
  public:
    bool match(const Run&) const override {
        int products = -1; // since the last load
        for (const PtxLine& line : learner_ptx().lines()) {
            const auto is = [&](const char* word) {
                return line.text.find(word) != std::string::npos;
            };
            if (is("ld.global")) products = 0;
            if (products >= 0 && is("fma.")) ++products;
            if (is("cp.async")) return true;
            if (is("bar") || is("st.shared") || is("bra.uni")) { // bra.uni: a loop's end
                if (products >= piece * piece) return true;
                products = -1;
            }
        }
        return fails(Verdict::requirement,
                     "the next tiles are asked for behind the products, or stored before them: "
                     "bring() of both tiles has to stand before them and keep() behind, so that "
                     "the products do not wait for global memory");
    }
};

// Before keep() is written, the tiles hold nothing. That is told plainly: as a read of what was
// never written, it would be a fault, and stand above the messages of the TODOs before it.
bool keeps_nothing() {
    const std::vector<PtxLine> lines = learner_ptx().kernel("show_tiles_kernel").lines();
    return !lines.empty() && std::ranges::none_of(lines, [](const PtxLine& line) {
        return line.text.find("st.shared") != std::string::npos || line.text.starts_with("call");
    });
}

} // namespace

TEST_CASE("1: the last step") {
    const int count = 300;
    const Matrix numbers = whole_numbers(1, count);
    const Numbers sums(numbers.begin(), numbers.end());
    for (const auto& [alpha, beta] :
         {std::pair{1.f, 1.f}, {3.f, -2.f}, {-2.f, 1.f}, {0.f, 5.f}, {3.f, 0.f}}) {
        Matrix C = whole_numbers(1, count);
        if (beta == 0) std::fill(C.begin(), C.end(), std::numeric_limits<float>::quiet_NaN());
        INFO("finish_all, count = " << count << ", alpha = " << alpha << ", beta = " << beta);
        const Run run =
            WORKBOOK_RUN(finish_all, device_in(numbers), device_inout(C), count, alpha, beta);
        REQUIRE_THAT(run, completed());
        const std::string hint = looks_finished(run.output<float>(1), sums, C, alpha, beta);
        INFO((hint.empty() ? "the last step is wrong" : hint));
        REQUIRE_THAT(run, output_equals(1, floats(finished(sums, C, alpha, beta))));
        if (beta == 0)
            CHECK_THAT(run, traffic("global_load_bytes", at_most(4.0 * count),
                                    "beta is 0, so C is not to be read"));
    }
}

TEST_CASE("2: sgemm_column, whole tiles", "[weight:2]") {
    check_one_round(by_columns);
    check_rounds(by_columns);
}
TEST_CASE("2: sgemm_column, any shape") { check_shapes(by_columns, some_shapes); }
TEST_CASE("2: sgemm_column, numbers that round, in float") { check_rounded(by_columns); }
TEST_CASE("2: sgemm_column, 9 loads for 8 products") {
    check_traffic(by_columns, 9 / 8.0,
                  "the element of B is the same for all 8 sums of a thread: load it once, into a "
                  "register, and use it 8 times");
}

TEST_CASE("3: sgemm_square, whole tiles", "[weight:2]") {
    check_one_round(by_squares);
    check_rounds(by_squares);
}
TEST_CASE("3: sgemm_square, any shape") { check_shapes(by_squares, some_shapes); }
TEST_CASE("3: sgemm_square, numbers that round, in float") { check_rounded(by_squares); }
TEST_CASE("3: sgemm_square, 16 loads for 64 products", "[weight:2]") {
    check_traffic(by_squares, 1 / 4.0,
                  "each of the 8 elements of A and 8 of B is to be loaded once, into registers, "
                  "and used 8 times: 16 loads for 64 products");
}

TEST_CASE("4: show_tiles", "[weight:2]") {
    if (keeps_nothing()) FAIL("keep() stores nothing into the tiles yet");
    const int calls[][6] = {{128, 128, 8, 0, 0, 0},
                            {256, 384, 40, 1, 2, 3},
                            {130, 133, 21, 1, 1, 2},
                            {100, 60, 11, 0, 0, 1},
                            {64, 257, 30, 0, 2, 3},
                            {5, 7, 3, 0, 0, 0},
                            // Rows and columns beyond what a short holds.
                            {40'000, 40'000, 1, 312, 312, 0},
                            {1, 1, 32'780, 0, 0, 4097}};
    for (const auto& [m, n, k, by, bx, p] : calls) {
        const Matrix A = marked(m, k);
        Matrix B = marked(k, n);
        for (float& value : B) value = -value;
        INFO("show_tiles, m = " << m << ", n = " << n << ", k = " << k << ", block (bx " << bx
                                << ", by " << by << "), round p = " << p);
        const auto size = area(tile_depth, square_tile);
        const Run run = WORKBOOK_RUN(show_tiles, device_in(A), device_in(B), m, n, k, by, bx, p,
                                     device_out<float>(size), device_out<float>(size));
        REQUIRE_THAT(run, completed());
        for (const char name : {'A', 'B'}) {
            const Matrix tile = run.output<float>(name == 'A' ? 8 : 9);
            for (std::size_t i = 0; i < size; ++i) {
                const int deep = static_cast<int>(i) / square_tile + p * tile_depth;
                const int along = static_cast<int>(i) % square_tile;
                const int row = name == 'A' ? by * square_tile + along : deep;
                const int column = name == 'A' ? deep : bx * square_tile + along;
                const bool there = row < (name == 'A' ? m : k) && column < (name == 'A' ? k : n);
                const float sign = name == 'A' ? 1 : -1;
                const float wanted =
                    there ? sign * static_cast<float>(1001 + 1000 * row + column) : 0;
                if (tile[i] == wanted) continue;
                FAIL((name == 'A' ? "a_tile(" : "b_tile(")
                     << i / square_tile << ", " << along << ") is "
                     << name_of(tile[i] < 0 ? 'B' : 'A', tile[i]) << "; expected is "
                     << (there ? place(name, row, column) : "0: the matrix has no such element"));
            }
        }
        CHECK_THAT(run,
                   traffic("shared_store_conflicts", per("shared_store_requests"), at_most(0.25),
                           "lanes of a warp write different words of one bank: how far apart, "
                           "in words, are the places of threads 0 and 1 in A's tile?"));
    }
}

TEST_CASE("4: sgemm, one round") {
    check_one_round(by_fours);
    for (const int k : {8, 7, 4, 1, 0}) check(by_fours, whole_problem(130, 133, k, 3, 2));
}

TEST_CASE("5: sgemm, all rounds", "[weight:2]") { check_rounds(by_fours); }
TEST_CASE("5: sgemm, any shape", "[weight:2]") {
    check_shapes(by_fours, {{64, 68, 9},
                            {64, 68, 31},
                            {64, 68, 12},
                            {64, 68, 4},
                            {64, 68, 0},
                            {1, 1, 1},
                            {129, 128, 16},
                            {128, 129, 16},
                            {127, 130, 23},
                            {2, 300, 40},
                            {300, 2, 40},
                            {65, 63, 100},
                            {129, 132, 4},
                            {131, 257, 10},
                            {64, 1, 150},
                            {0, 5, 3},
                            {5, 0, 3}});
}
TEST_CASE("5: sgemm, numbers that round, in float") {
    check_rounded(by_fours);
    CHECK_THAT(learner_ptx(), computes_in_float());
}
TEST_CASE("5: any order of blocks and warps") {
    for (const std::uint64_t seed : random_integers<std::uint64_t>(2, 1, 1'000'000))
        for (const Step* step : {&by_columns, &by_squares, &by_fours})
            check(*step, whole_problem(130, 132, 36, 1, -1), seed);
}
TEST_CASE("5: sgemm, 16 bytes at a time, one barrier per round", "[weight:2]") {
    // A sixteenth of a load for each product, and four bytes more of each four as leeway.
    const Run run = check_traffic(by_fours, 1 / 16.0 + 1 / 256.0,
                                  "shared memory is to be read 16 bytes at a time: 4 loads for 64 "
                                  "products");
    CHECK_THAT(run, traffic("global_load_requests", per("global_load_bytes"), at_most(1 / 512.0),
                            "global memory is to be read 16 bytes at a time: a warp's load brings "
                            "512 bytes"));
    const double rounds = 64.0 / tile_depth, blocks = 2;
    CHECK_THAT(run, traffic("barriers", at_most(blocks * (rounds + 1)),
                            "with two pairs of tiles, one barrier per round is enough"));
    CHECK_THAT(learner_ptx(), has(R"(ld\.global\S*\.v4)", "no load of 16 bytes from global memory "
                                                          "is in the compiled kernels"));
    CHECK_THAT(learner_ptx(), has(R"(ld\.shared\S*\.v4)", "no load of 16 bytes from shared memory "
                                                          "is in the compiled kernels"));
    CHECK_THAT(run, BringsAhead());
    CHECK_THAT(run, work_shared(square_threads / 32, at_most(1.3),
                                "all warps of a block are to bring fours for the tiles"));
}

// The last tiles of rows and of columns, and the last round, have few elements. Each of the 8 warps
// of a block makes a request for each tile of a round, or none, where it has nothing to bring; one
// element at a time, it makes four.
TEST_CASE("5: sgemm, 16 bytes at a time, at the edges, too") {
    const Problem x = whole_problem(130, 132, 20, 2, 0);
    const Run run = check(by_fours, x);
    INFO(by_fours.name << ", " << shape(x));
    const double blocks = 4, rounds = 3, of_a_round = 2.0 * square_threads / 32;
    CHECK_THAT(run, traffic("global_load_requests", at_most(blocks * rounds * of_a_round),
                            "n and k are multiples of 4, so global memory is to be read 16 bytes "
                            "at a time, also where a tile is not whole"));
}

WORKBOOK_GAIN(gain) {
    const int size = static_cast<int>(gain.size(128, 1024));
    const Problem x = whole_problem(size, size, size, 1, 0);
    Matrix C(area(size, size));
    gain.about("matrices of ", size, " x ", size, " floats");
    WORKBOOK_GAIN_CALL(gain, sgemm, device_in(x.A), device_in(x.B), device_inout(x.C), size, size,
                       size, x.alpha, x.beta);
    gain.beside("Three nested loops", [&] {
        std::fill(C.begin(), C.end(), 0.0f);
        for (int i = 0; i < size; ++i)
            for (int p = 0; p < size; ++p)
                for (int j = 0; j < size; ++j)
                    C[area(i, size) + j] += x.A[area(i, size) + p] * x.B[area(p, size) + j];
    });
    if (gain.on_gpu()) return;
    const std::uint64_t own = gain.count("shared_load_requests");
    const std::uint64_t products = area(size, size) * size / 32;
    gain.say("Your warps made ", products, " multiplications of 32 products, and ", own,
             " loads from shared memory for them.");
    gain.say("In lesson 37, where a thread has one element of C, it is two loads for each: ",
             2 * products, ", ", times_as(2 * products, own), ".");
}
