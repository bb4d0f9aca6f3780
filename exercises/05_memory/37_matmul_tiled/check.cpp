// Checks of lesson 37. The reference is three nested loops in double. Nearly all data are whole
// numbers so small that float adds their products without rounding, in any order: there, every bit
// must agree. Some of them say where they come from (`marked`), so that a wrong element names the
// one that was taken for the right one.
#include "matmul_tiled.hpp"

#include "harness/harness.hpp"
#include "harness/matrices.hpp"
#include "harness/shared_work.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

using namespace workbook;
using namespace workbook::matrices;

WORKBOOK_PROMISE(does_not_wait, multiply_naive, load_tiles, multiply_rounds, multiply)
WORKBOOK_PROMISE(reports_errors, multiply_naive, load_tiles, multiply_rounds, multiply)
WORKBOOK_PROMISE(uses_gpu, multiply_naive, multiply_rounds, multiply)
WORKBOOK_PROMISE(fills_gpu, multiply_naive, multiply_rounds, multiply)

namespace {

struct Problem {
    int M, N, K;
    Matrix A, B;
};

// The product of the columns `from` to `to` - 1 of A with these rows of B, moved by `a_shift` and
// `b_shift`: what comes of tiles of another round.
std::vector<double> product(const Problem& x, int from, int to, int a_shift = 0, int b_shift = 0) {
    std::vector<double> C(area(x.M, x.N));
    for (int i = 0; i < x.M; ++i)
        for (int k = from; k < to; ++k) {
            const double a = x.A[area(i, x.K) + k + a_shift];
            for (int j = 0; j < x.N; ++j)
                C[area(i, x.N) + j] += a * x.B[area(k + b_shift, x.N) + j];
        }
    return C;
}

std::vector<double> transposed(const std::vector<double>& in, int rows, int columns) {
    std::vector<double> out(in.size());
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c) out[area(c, rows) + r] = in[area(r, columns) + c];
    return out;
}
Matrix transposed(const Matrix& in, int rows, int columns) {
    const auto out = transposed(std::vector<double>(in.begin(), in.end()), rows, columns);
    return {out.begin(), out.end()};
}

void add(std::vector<double>& sum, const std::vector<double>& more) {
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += more[i];
}

// What a wrong C is, if it is something that a usual mistake leads to.
std::string looks_like(const Matrix& C, const Problem& x, int rounds) {
    const auto is = [&](const std::vector<double>& other) {
        return std::equal(C.begin(), C.end(), other.begin(), other.end());
    };
    const auto [M, N, K, A, B] = x;
    const int end = std::min(K, rounds * tile_size);
    if (M == N && is(transposed(product(x, 0, end), M, N)))
        return "this is the transpose of the product: which of x and y is a row of C?";
    if (M == K && is(product({M, N, K, transposed(A, M, K), B}, 0, end)))
        return "rows and columns of A are exchanged";
    if (K == N && is(product({M, N, K, A, transposed(B, K, N)}, 0, end)))
        return "rows and columns of B are exchanged";
    if (M == N && N == K && is(product({M, N, K, B, A}, 0, end)))
        return "this is B A; what is asked for is A B";
    for (int other = 0; other * tile_size < K + tile_size; ++other)
        if (other != rounds && is(product(x, 0, std::min(K, other * tile_size))))
            return other == 0 ? "nothing was added up"
                              : "this is the state after " + std::to_string(other) +
                                    " of the rounds; what is asked for is that after " +
                                    std::to_string(rounds);
    if (rounds > 1 && is(product(x, (rounds - 1) * tile_size, end)))
        return "this is the product of the last tiles alone: does the sum begin anew in each "
               "round?";
    if (rounds > 1 && end % tile_size == 0) {
        std::vector<double> both(C.size()), only_b(C.size()), only_a(C.size());
        for (int p = 0; p < rounds; ++p) {
            const int from = p * tile_size, to = from + tile_size;
            add(both, product(x, from, to, -from, -from));
            add(only_b, product(x, from, to, 0, -from));
            add(only_a, product(x, from, to, -from, 0));
        }
        if (is(both)) return "each round has multiplied the tiles of round 0: p is not used";
        if (is(only_b)) return "A's tile moves along, and B's tile is that of round 0 each time";
        if (is(only_a)) return "B's tile moves along, and A's tile is that of round 0 each time";
    }
    if (rounds > 1 && K < rounds * tile_size) {
        Problem stale = x; // the rest of the last tiles is what it was one round before
        auto with_rest = product(x, 0, K);
        for (int i = 0; i < M; ++i)
            for (int k = K - tile_size; k < (rounds - 1) * tile_size; ++k)
                for (int j = 0; j < N; ++j)
                    with_rest[area(i, N) + j] +=
                        double{stale.A[area(i, K) + k]} * stale.B[area(k, N) + j];
        if (is(with_rest))
            return "products with the tiles of the round before are in it: the last tiles are not "
                   "full, and what lies beyond the edge has to become 0";
    }
    return {};
}

std::string shape(const Problem& x) {
    std::ostringstream text;
    text << "M = " << x.M << ", N = " << x.N << ", K = " << x.K;
    return text.str();
}

int all_rounds(int K) { return (K + tile_size - 1) / tile_size; }

// No more than if all tiles were whole: a product without tiles reads up to 16 times as much.
void check_tiles_read(const Run& run, const Problem& x, int rounds) {
    if (x.M == 0 || x.N == 0) return;
    const double blocks = static_cast<double>(all_rounds(x.M)) * all_rounds(x.N);
    const double tile_bytes = 4.0 * tile_size * tile_size;
    CHECK_THAT(run,
               traffic("global_load_bytes",
                       at_most(blocks * std::min(rounds, all_rounds(x.K)) * 2 * tile_bytes),
                       "a block is to read the elements of its tiles once, whatever the shape, "
                       "and then to take them from shared memory"));
}

void compare(const Run& run, const Problem& x, int rounds) {
    REQUIRE_THAT(run, completed());
    const auto expected = product(x, 0, std::min(x.K, rounds * tile_size));
    const std::string hint = looks_like(run.output<float>(2), x, rounds);
    INFO((hint.empty() ? "C is wrong" : hint));
    REQUIRE_THAT(run,
                 outputs_shaped(2, x.M, x.N, std::vector<float>(expected.begin(), expected.end())));
}

Run run_naive(const Problem& x) {
    return WORKBOOK_RUN(multiply_naive, device_in(x.A), device_in(x.B),
                        device_out<float>(area(x.M, x.N)), x.M, x.N, x.K);
}
Run run_rounds(const Problem& x, int rounds) {
    return WORKBOOK_RUN(multiply_rounds, device_in(x.A), device_in(x.B),
                        device_out<float>(area(x.M, x.N)), x.M, x.N, x.K, rounds);
}
Run run_multiply(const Problem& x, std::uint64_t schedule = 0) {
    return WORKBOOK_RUN_SCHEDULED(schedule, multiply, device_in(x.A), device_in(x.B),
                                  device_out<float>(area(x.M, x.N)), x.M, x.N, x.K);
}

void check_naive(const Problem& x) {
    INFO("multiply_naive, " << shape(x));
    compare(run_naive(x), x, all_rounds(x.K));
}
void check_rounds(const Problem& x, int rounds) {
    INFO("multiply_rounds, " << shape(x) << ", rounds = " << rounds);
    const Run run = run_rounds(x, rounds);
    compare(run, x, rounds);
    check_tiles_read(run, x, rounds);
}
void check_multiply(const Problem& x, std::uint64_t schedule = 0) {
    INFO("multiply, " << shape(x));
    const Run run = run_multiply(x, schedule);
    compare(run, x, all_rounds(x.K));
    check_tiles_read(run, x, all_rounds(x.K));
}

Problem random_problem(int M, int N, int K) {
    return {M, N, K, whole_numbers(M, K), whole_numbers(K, N)};
}

Problem random_fractions(int M, int N, int K) {
    return {M, N, K, random_reals<float>(area(M, K), -1, 1),
            random_reals<float>(area(K, N), -1, 1)};
}

// Each of K products and of K additions rounds by at most 2^-24 of a number that is no larger than
// the sum of all magnitudes, which for random_fractions is below K.
void compare_rounded(const Run& run, const Problem& x) {
    REQUIRE_THAT(run, completed());
    CHECK_THAT(
        run, output_close(2, product(x, 0, x.K), absolute(2.0 * x.K * x.K * std::ldexp(1.0, -24))));
}

// Each row of A has one 1: row i of C is that row of B.
Problem picked_rows(int M, int N, int K) {
    Problem x{M, N, K, Matrix(area(M, K)), marked(K, N)};
    const auto order = random_permutation(K);
    for (int i = 0; i < M; ++i) x.A[area(i, K) + order[i % K]] = 1;
    return x;
}

int column_of_the_one(const Problem& x, int i) {
    const auto row = x.A.begin() + static_cast<std::ptrdiff_t>(area(i, x.K));
    return static_cast<int>(std::find(row, row + x.K, 1.0f) - row);
}

// What stands where for what, in the first wrong row of C.
void compare_picked(const Run& run, const Problem& x, int rounds) {
    REQUIRE_THAT(run, completed());
    const Matrix C = run.output<float>(2);
    for (int i = 0; i < x.M; ++i)
        for (int j = 0; j < x.N; ++j) {
            const int k = column_of_the_one(x, i);
            const bool there = k < rounds * tile_size;
            const float expected = there ? x.B[area(k, x.N) + j] : 0.0f;
            const float actual = C[area(i, x.N) + j];
            if (actual == expected || !run.was_written(2, area(i, x.N) + j)) continue;
            INFO("row " << i << " of A has a single 1, in column " << k << ", so "
                        << place('C', i, j) << " is "
                        << (there ? place('B', k, j) : "0 as long as that column is not reached")
                        << "; it has become " << name_of('B', actual));
            compare(run, x, rounds);
        }
    compare(run, x, rounds);
}

// a_tile and b_tile of a call of load_tiles for matrices that are `marked`, those of B below 0.
void check_tiles(int M, int N, int K, int by, int bx, int p) {
    const Problem x{M, N, K, marked(M, K), marked(K, N)};
    Matrix B = x.B;
    for (float& value : B) value = -value;
    INFO("load_tiles, " << shape(x) << ", block (bx " << bx << ", by " << by
                        << "), round p = " << p);
    const Run run = WORKBOOK_RUN(load_tiles, device_in(x.A), device_in(B), M, N, K, by, bx, p,
                                 device_out<float>(tile_size * tile_size),
                                 device_out<float>(tile_size * tile_size));
    REQUIRE_THAT(run, completed());
    for (const char name : {'A', 'B'}) {
        const bool of_a = name == 'A';
        const int rows = of_a ? M : K, columns = of_a ? K : N;
        const int top = (of_a ? by : p) * tile_size, left = (of_a ? p : bx) * tile_size;
        const Matrix tile = run.output<float>(of_a ? 8 : 9);
        const auto expected = [&](int y, int x_) {
            const int r = top + y, c = left + x_;
            if (r >= rows || c >= columns) return 0.0f;
            return static_cast<float>(of_a ? 1 : -1) * static_cast<float>(1001 + 1000 * r + c);
        };
        bool on_its_side = true;
        for (int y = 0; y < tile_size; ++y)
            for (int c = 0; c < tile_size; ++c)
                on_its_side &= tile[area(y, tile_size) + c] == expected(c, y);
        for (int y = 0; y < tile_size; ++y)
            for (int c = 0; c < tile_size; ++c) {
                const float actual = tile[area(y, tile_size) + c], wanted = expected(y, c);
                if (actual == wanted) continue;
                FAIL((of_a ? "a_tile(" : "b_tile(")
                     << y << ", " << c << ") is " << name_of(actual < 0 ? 'B' : 'A', actual)
                     << "; expected is " << name_of(name, wanted)
                     << (wanted == 0 ? ": the matrix has no such element" : "")
                     << (on_its_side ? ". The whole tile lies on its side: rows and columns are "
                                       "exchanged"
                                     : ""));
            }
    }
}

} // namespace

TEST_CASE("1: multiply_naive, where each row of A picks a row of B") {
    for (const auto& x :
         {picked_rows(16, 16, 16), picked_rows(48, 48, 48), picked_rows(32, 64, 48)}) {
        INFO("multiply_naive, " << shape(x));
        compare_picked(run_naive(x), x, all_rounds(x.K));
    }
}

TEST_CASE("1: multiply_naive, any shape") {
    const int shapes[][3] = {{48, 48, 48},   {1, 1, 1},     {5, 1, 7},  {1, 100, 3},
                             {100, 1, 1},    {31, 37, 41},  {2, 3, 50}, {53, 29, 97},
                             {0, 5, 3},      {5, 0, 3},     {5, 3, 0},  {1'048'560, 1, 1},
                             {40'000, 2, 1}, {2, 40'000, 1}};
    for (const auto& [M, N, K] : shapes) check_naive(random_problem(M, N, K));
}

TEST_CASE("1: multiply_naive, numbers that round, in float") {
    const Problem x = random_fractions(21, 34, 103);
    INFO("multiply_naive, " << shape(x));
    compare_rounded(run_naive(x), x);
}

TEST_CASE("1: multiply_naive, x runs along the columns") {
    // A warp's lanes are two rows of 16 threads. They want 2 words of A, in 2 sectors, and 16
    // neighbouring words of B, in 2 sectors. With x along the rows these are 16 and 1.
    const Run run = run_naive(random_problem(64, 64, 64));
    REQUIRE_THAT(run, completed());
    CHECK_THAT(run, launched(1));
    CHECK_THAT(run, traffic("global_load_sectors", per("global_load_requests"), at_most(4),
                            "neighbouring threads are to compute neighbouring columns of C: they "
                            "read neighbours in a row of B"));
    CHECK_THAT(run, traffic("global_load_requests", at_most(2 * 64 * 64 * 64 / 32),
                            "too few threads compute: each thread is to compute one element of C, "
                            "from elements that it reads once"));
    CHECK_THAT(run, traffic("global_store_bytes", at_most(64 * 64 * sizeof(float)),
                            "each element of C is to be written once, when its sum is complete"));
    CHECK_THAT(run, work_shared(64 * 64 / 32, at_most(1.5),
                                "some warps do the work of others, which have nothing to do: each "
                                "thread is to compute one element of C"));
}

TEST_CASE("2: load_tiles, whole tiles", "[weight:2]") {
    const int calls[][3] = {{0, 0, 0}, {0, 0, 1}, {0, 2, 0}, {1, 0, 0}, {2, 3, 4}};
    for (const auto& [by, bx, p] : calls) check_tiles(48, 64, 80, by, bx, p);
}

TEST_CASE("3: one round, K = 16", "[weight:2]") {
    for (const auto& x : {picked_rows(16, 16, 16), picked_rows(48, 32, 16)}) {
        INFO("multiply_rounds, " << shape(x) << ", rounds = 1");
        compare_picked(run_rounds(x, 1), x, 1);
    }
    check_rounds(random_problem(16, 16, 16), 1);
    check_rounds(random_problem(32, 80, 16), 1);
}

TEST_CASE("4: the state after each round", "[weight:2]") {
    const Problem picked = picked_rows(64, 48, 64), x = random_problem(48, 32, 64);
    for (const int rounds : {1, 2, 3, 4, 0}) {
        {
            INFO("multiply_rounds, " << shape(picked) << ", rounds = " << rounds);
            compare_picked(run_rounds(picked, rounds), picked, rounds);
        }
        check_rounds(x, rounds);
    }
}

TEST_CASE("4: whole tiles, all rounds") {
    const int shapes[][3] = {{16, 16, 32}, {64, 64, 64}, {32, 80, 48}, {16, 112, 320}};
    for (const auto& [M, N, K] : shapes) check_multiply(random_problem(M, N, K));
}

TEST_CASE("4: any order of blocks and warps") {
    for (const std::uint64_t seed : random_integers<std::uint64_t>(3, 1, 1'000'000))
        check_multiply(random_problem(48, 64, 80), seed);
}

TEST_CASE("4: each element of A and B is read once for each tile of C", "[weight:2]") {
    const int M = 64, N = 96, K = 128;
    const Problem x = random_problem(M, N, K);
    INFO("multiply, " << shape(x));
    const Run run = run_multiply(x);
    compare(run, x, all_rounds(K));
    CHECK_THAT(run, launched(1));
    CHECK_THAT(run, allocated_nothing());
    const double products = static_cast<double>(M) * N * K;
    // Two words for each of the M N K products without tiles; of these a 16th.
    CHECK_THAT(run, traffic("global_load_bytes", at_most(2 * products / tile_size * sizeof(float)),
                            "a block is to read the elements of its tiles once, and then to take "
                            "them from shared memory"));
    CHECK_THAT(run, traffic("global_load_sectors", per("global_load_bytes"), at_most(1 / 32.0),
                            "tiles are to be filled row by row: neighbouring threads read "
                            "neighbouring elements"));
    CHECK_THAT(run, traffic("global_load_requests", per("global_load_bytes"), at_most(1 / 128.0),
                            "the tiles are filled by too few threads: all lanes of a warp are to "
                            "take part"));
    CHECK_THAT(run, traffic("global_store_bytes", at_most(M * N * sizeof(float)),
                            "each element of C is to be written once, when its sum is complete"));
    CHECK_THAT(run, traffic("global_store_sectors", per("global_store_bytes"), at_most(1 / 32.0),
                            "neighbouring threads are to write neighbouring elements of C"));
    CHECK_THAT(run, traffic("shared_load_requests", at_most(2 * products / 32),
                            "the tiles are multiplied by too few threads, or products are computed "
                            "more than once: each thread is to compute one element of C"));
    // One more turn is what a padded row of a tile costs: no harm.
    CHECK_THAT(run, traffic("shared_load_conflicts", per("shared_load_requests"), at_most(1),
                            "lanes of a warp read different words of one bank: x is to run along "
                            "the columns of b_tile"));
    CHECK_THAT(run, traffic("shared_store_conflicts", per("shared_store_requests"), at_most(1),
                            "lanes of a warp write different words of one bank: x is to run along "
                            "the columns of both tiles"));
    CHECK_THAT(run, work_shared(tile_size * tile_size / 32, at_most(1.5),
                                "all warps of a block are to fill the tiles and to multiply: each "
                                "thread brings one element of each tile, and computes one "
                                "element of C"));
}

TEST_CASE("5: load_tiles, zeros beyond the edges") {
    check_tiles(32, 32, 17, 0, 0, 1); // a tile of A with one column, and of B with one row
    check_tiles(20, 32, 32, 1, 0, 0); // 4 rows of A
    check_tiles(32, 39, 32, 0, 2, 0); // 7 columns of B
    check_tiles(37, 41, 43, 2, 2, 2); // all of it
}

TEST_CASE("5: any K") {
    for (const int K : {17, 33, 31, 100, 1, 15, 0}) check_multiply(random_problem(32, 48, K));
}

TEST_CASE("5: any shape", "[weight:2]") {
    const int shapes[][3] = {{17, 16, 16}, {16, 17, 16}, {16, 16, 17}, {1, 1, 1},
                             {31, 37, 41}, {1, 100, 19}, {100, 1, 19}, {53, 29, 97},
                             {2, 3, 150},  {0, 5, 3},    {5, 0, 3},    {5, 3, 0}};
    for (const auto& [M, N, K] : shapes) check_multiply(random_problem(M, N, K));
    check_rounds(random_problem(19, 23, 53), 2); // and fewer rounds than there are
}

TEST_CASE("5: numbers that round, in float") {
    const Problem x = random_fractions(21, 34, 503);
    INFO("multiply, " << shape(x));
    compare_rounded(run_multiply(x), x);
    CHECK_THAT(learner_ptx(), computes_in_float());
}

WORKBOOK_GAIN(gain) {
    const int size = static_cast<int>(gain.size(128, 1024));
    const Problem x = random_problem(size, size, size);
    Matrix C(area(size, size));
    gain.about("matrices of ", size, " x ", size, " floats");
    WORKBOOK_GAIN_CALL(gain, multiply, device_in(x.A), device_in(x.B), device_out<float>(C.size()),
                       size, size, size);
    gain.beside("Three nested loops", [&] {
        std::fill(C.begin(), C.end(), 0.0f);
        for (int i = 0; i < size; ++i)
            for (int k = 0; k < size; ++k)
                for (int j = 0; j < size; ++j)
                    C[area(i, size) + j] += x.A[area(i, size) + k] * x.B[area(k, size) + j];
    });
    if (gain.on_gpu()) return;
    const std::uint64_t own = gain.count("global_load_bytes");
    const std::uint64_t naive = 2 * sizeof(float) * area(size, size) * size;
    gain.say("Your blocks read ", in_bytes(own), " of A and B; the two matrices have ",
             in_bytes(2 * sizeof(float) * C.size()), ".");
    gain.say("Without tiles, each thread reads a row of A and a column of B for itself: ",
             in_bytes(naive), ", ", times_as(naive, own, "much"), ".");
}
