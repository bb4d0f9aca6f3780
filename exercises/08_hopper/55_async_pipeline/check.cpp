// Checks of lesson 55. The reference is three nested loops in double. Nearly all data are whole
// numbers so small that float adds their products without rounding, in any order: there, every bit
// must agree. Some of them say where they come from (`marked`): an element of C then names the one
// that it was made from, and with it the round. Whether copies are waited for, and whether a stage
// is free, the virtual GPU sees by itself.
#include "async_pipeline.hpp"

#include "harness/harness.hpp"
#include "harness/matrices.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

using namespace workbook;
using namespace workbook::matrices;

WORKBOOK_PROMISE(does_not_wait, load_tiles, multiply_one_stage, multiply_two_stages,
                 multiply_stages, multiply)
WORKBOOK_PROMISE(reports_errors, load_tiles, multiply_one_stage, multiply_two_stages,
                 multiply_stages, multiply)
WORKBOOK_PROMISE(uses_gpu, multiply_one_stage, multiply_two_stages, multiply_stages, multiply)

namespace {

using Numbers = std::vector<double>;

struct Problem {
    int M, N, K;
    Matrix A, B;
};

Problem whole_problem(int M, int N, int K) {
    return {M, N, K, whole_numbers(M, K), whole_numbers(K, N)};
}

// Each row of A has one 1: row i of C is that row of B.
Problem picked_rows(int M, int N, int K) {
    Problem x{M, N, K, Matrix(area(M, K)), marked(K, N)};
    const auto order = random_permutation(K);
    for (int i = 0; i < M; ++i) x.A[area(i, K) + order[i % K]] = 1;
    return x;
}

int tiles(int size) { return (size + tile_size - 1) / tile_size; }
int rounds_of(int K) { return (K + tile_depth - 1) / tile_depth; }

// The columns `from` to `to` - 1 of A times these rows of B.
Numbers product(const Problem& x, int from, int to) {
    Numbers C(area(x.M, x.N));
    for (int i = 0; i < x.M; ++i)
        for (int k = from; k < std::min(to, x.K); ++k) {
            const double a = x.A[area(i, x.K) + k];
            for (int j = 0; j < x.N; ++j) C[area(i, x.N) + j] += a * x.B[area(k, x.N) + j];
        }
    return C;
}

void add(Numbers& sum, const Numbers& more, double times = 1) {
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += times * more[i];
}

// What a wrong C is, if a usual mistake with the rounds leads to it.
std::string looks_like(const Matrix& C, const Problem& x, int rounds) {
    std::vector<Numbers> round; // what each round contributes
    for (int p = 0; p < rounds_of(x.K); ++p)
        round.push_back(product(x, p * tile_depth, (p + 1) * tile_depth));
    const int all = static_cast<int>(round.size());
    const auto is = [&](const Numbers& other) {
        return std::equal(C.begin(), C.end(), other.begin(), other.end());
    };
    // The sum of rounds, where round p has multiplied the tiles of round used(p).
    const auto is_of = [&](auto used) {
        Numbers sum(C.size());
        for (int p = 0; p < rounds; ++p)
            if (const int other = used(p); other >= 0 && other < all)
                add(sum, round[static_cast<std::size_t>(other)]);
        return is(sum);
    };
    if (is(Numbers(C.size())))
        return rounds == 0 || all == 0 ? "" : "nothing was added up: all sums are 0";
    Numbers sum(C.size());
    for (int p = 0; p < all; ++p) {
        add(sum, round[static_cast<std::size_t>(p)]);
        if (p + 1 != rounds && is(sum))
            return "this is the state after " + std::to_string(p + 1) +
                   " of the rounds; what is asked for is that after " + std::to_string(rounds);
    }
    if (rounds < 2) return {};
    if (is_of([&](int p) { return p == rounds - 1 ? p : -1; }))
        return "these are the products of the last round alone: do the sums begin anew in each "
               "round?";
    if (is_of([](int p) { return p == 0 ? -1 : p; })) return "the products of round 0 are missing";
    if (is_of([](int) { return 0; }))
        return "each round has multiplied the tiles of round 0: p is not used";
    if (is_of([](int p) { return std::max(p - 1, 0); }) || is_of([](int p) { return p - 1; }))
        return "each round has multiplied the tiles of the round before: which stage are its own "
               "tiles in?";
    if (is_of([](int p) { return p + 1; }))
        return "each round has multiplied the tiles of the next round: which stage are its own "
               "tiles in?";
    if (is_of([](int p) { return p % 2 == 0 ? p : p - 1; }))
        return "each second round has multiplied the tiles of the round before: the stage does not "
               "change in each round";
    // What lies beyond the edge in the last tiles is what the stage held before.
    for (int back = 1; back <= 4 && back < rounds && x.K % tile_depth != 0; ++back) {
        Numbers stale = product(x, 0, x.K);
        const int from = x.K - back * tile_depth, to = (all - back) * tile_depth;
        if (rounds == all) add(stale, product(x, from, to));
        if (is(stale))
            return "products with the tiles of " + std::to_string(back) +
                   " round(s) before are in it: the last tiles are not full, and what lies beyond "
                   "the edge has to become 0";
    }
    return {};
}

std::string shape(const Problem& x) {
    std::ostringstream text;
    text << "M = " << x.M << ", N = " << x.N << ", K = " << x.K;
    return text.str();
}

// The functions that compute a product.
struct Step {
    const char* name;
    int stages; // 0: multiply(), which makes all rounds
};
constexpr Step one_stage{"multiply_one_stage", 1}, two_stages{"multiply_two_stages", 2};
constexpr Step whole{"multiply", 0};

Run call(const Step& step, const Problem& x, int rounds, std::uint64_t schedule = 0) {
    const auto A = device_in(x.A), B = device_in(x.B);
    const auto C = device_out<float>(area(x.M, x.N));
    if (step.stages == 0) return WORKBOOK_RUN_SCHEDULED(schedule, multiply, A, B, C, x.M, x.N, x.K);
    if (std::string(step.name) == one_stage.name)
        return WORKBOOK_RUN_SCHEDULED(schedule, multiply_one_stage, A, B, C, x.M, x.N, x.K, rounds);
    if (std::string(step.name) == two_stages.name)
        return WORKBOOK_RUN_SCHEDULED(schedule, multiply_two_stages, A, B, C, x.M, x.N, x.K,
                                      rounds);
    return WORKBOOK_RUN_SCHEDULED(schedule, multiply_stages, A, B, C, x.M, x.N, x.K, rounds,
                                  step.stages);
}

std::string described(const Step& step, const Problem& x, int rounds) {
    std::ostringstream text;
    text << step.name << ", " << shape(x);
    if (step.stages > 0) text << ", rounds = " << rounds;
    if (step.name == std::string("multiply_stages")) text << ", stages = " << step.stages;
    return text.str();
}

Run check(const Step& step, const Problem& x, int rounds, std::uint64_t schedule = 0) {
    INFO(described(step, x, rounds));
    Run run = call(step, x, rounds, schedule);
    REQUIRE_THAT(run, completed());
    const Numbers expected = product(x, 0, rounds * tile_depth);
    const Matrix C = run.output<float>(2);
    const bool right = std::equal(C.begin(), C.end(), expected.begin(), expected.end());
    {
        const std::string hint = right ? "" : looks_like(C, x, rounds);
        INFO((hint.empty() ? "C is wrong" : hint));
        REQUIRE_THAT(
            run,
            outputs_shaped(2, x.M, x.N, Matrix(expected.begin(), expected.end())).by_any_thread());
    }
    if (C.empty()) return run;
    const int columns = std::min(x.K, rounds * tile_depth);
    const double copied = area(x.M, columns) * tiles(x.N) + area(columns, x.N) * tiles(x.M);
    CHECK_THAT(run, traffic("global_load_bytes", at_most(copied * sizeof(float)),
                            "elements are copied more than once per tile of C, or tiles of a round "
                            "that is not to be made"));
    return run;
}
void check(const Step& step, const Problem& x) { check(step, x, rounds_of(x.K)); }

// The same with rows of B in C, each of which says which it is.
void check_picked(const Step& step, const Problem& x, int rounds) {
    INFO(described(step, x, rounds));
    const Run run = call(step, x, rounds);
    REQUIRE_THAT(run, completed());
    const Matrix C = run.output<float>(2);
    for (int i = 0; i < x.M; ++i)
        for (int j = 0; j < x.N; ++j) {
            const auto row = x.A.begin() + static_cast<std::ptrdiff_t>(area(i, x.K));
            const int k = static_cast<int>(std::find(row, row + x.K, 1.0f) - row);
            const bool there = k < rounds * tile_depth;
            const float wanted = there ? x.B[area(k, x.N) + j] : 0.0f;
            const float actual = C[area(i, x.N) + j];
            if (actual == wanted) continue;
            const std::string hint = looks_like(C, x, rounds);
            FAIL(hint << (hint.empty() ? "" : "\n") << "row " << i
                      << " of A has a single 1, in column " << k << ", which is of round "
                      << k / tile_depth << ", so " << place('C', i, j) << " is "
                      << (there ? place('B', k, j) : "0, as long as that round is not made")
                      << "; it has become " << name_of('B', actual));
        }
}

void check_rounds(const Step& step) {
    const Problem picked = picked_rows(64, 64, 80), x = whole_problem(64, 128, 80);
    for (const int rounds : {1, 2, 3, 4, 5, 0}) {
        check_picked(step, picked, rounds);
        check(step, x, rounds);
    }
}

constexpr int all_shapes[][3] = {
    {64, 64, 64}, {65, 64, 32}, {64, 65, 32}, {64, 68, 17}, {60, 68, 84}, {1, 1, 1}, {3, 130, 20},
    {130, 3, 29}, {67, 71, 53}, {64, 1, 70},  {1, 64, 15},  {5, 7, 0},    {0, 5, 3}, {5, 0, 3}};
void check_shapes(const Step& step) {
    for (const auto& [M, N, K] : all_shapes) check(step, whole_problem(M, N, K));
}

bool has_word(const PtxLine& line, const char* word) {
    return line.text.find(word) != std::string::npos;
}
bool begins_copy(const PtxLine& line) {
    return has_word(line, "cp.async.ca") || has_word(line, "cp.async.cg");
}

// In the compiled kernel, products stand between a copy and the wait for it; or a wait leaves
// `open` batches open, so that there are products between copies and waits of later rounds.
class CopiesDuringProducts final : public RunMatcher {
  public:
    explicit CopiesDuringProducts(int open) : open_(open) {}
    bool match(const Run& run) const override {
        if (run.launches().empty()) return true;
        std::string name = run.launches().front().short_name();
        name = name.substr(0, name.find('<'));
        if (const auto scope = name.rfind("::"); scope != std::string::npos)
            name = name.substr(scope + 2);
        int products = -1, left_open = -1; // products since the last copy
        bool overlaps = false;
        const Ptx kernel = learner_ptx().kernel(name);
        for (const PtxLine& line : kernel.lines()) {
            const auto is = [&](const char* word) { return has_word(line, word); };
            // A block's pipeline waits at mbarriers, which say nothing of the number of batches.
            if (is("mbarrier") || line.text.starts_with("call")) return true;
            if (is("cp.async.wait_all"))
                left_open = std::max(left_open, 0), products = -1;
            else if (is("cp.async.wait_group")) {
                const auto digit = line.text.find_first_of("0123456789");
                left_open = std::max(left_open, std::stoi(line.text.substr(digit)));
                products = -1;
            } else if (is("cp.async") && !is("commit"))
                products = 0;
            if (products >= 0 && is("fma.")) overlaps |= ++products >= tile_depth;
        }
        if (left_open < 0) return true; // nothing of the kind: values and faults decide
        std::ostringstream why;
        if (left_open < open_)
            why << "with 4 stages, the copies of " << open_
                << " later rounds are to go on while a thread waits for those of its round; the "
                   "waits of this kernel leave at most "
                << left_open << " batches open";
        else if (!overlaps && left_open == 0)
            why << "no products stand between the copies and the wait for them: the copies of the "
                   "next round have to begin before the products of this one";
        else
            return true;
        return fails(Verdict::requirement, why.str());
    }

  private:
    int open_;
};

// What all steps have in common, and the barriers of `per_round` rounds.
Run check_traffic(const Step& step) {
    const int M = 64, N = 128, K = 64;
    const Problem x = whole_problem(M, N, K);
    Run run = check(step, x, rounds_of(K));
    INFO(described(step, x, rounds_of(K)));
    CHECK_THAT(run, launched(1));
    CHECK_THAT(run, allocated_nothing());
    CHECK_THAT(run, traffic("global_load_requests", per("global_load_bytes"), at_most(1 / 512.0),
                            "K and N are multiples of 4, so copies are to be of 16 bytes each, and "
                            "all lanes of a warp are to take part"));
    CHECK_THAT(run, traffic("global_load_sectors", per("global_load_bytes"), at_most(1 / 32.0),
                            "neighbouring threads are to copy neighbouring elements"));
    // Four elements of A and four of B for 16 products, if they are loaded one by one.
    CHECK_THAT(run, traffic("shared_load_requests", at_most(double{M} * N * K / 2 / 32),
                            "products are computed more than once"));
    CHECK_THAT(run, traffic("global_store_bytes", at_most(double{M} * N * sizeof(float)),
                            "each element of C is to be written once, when its sum is complete"));
    return run;
}

void check_barriers(const Run& run) {
    const double blocks = 2, rounds = 4;
    CHECK_THAT(run,
               traffic("barriers", at_most(blocks * (rounds + 1)),
                       "one barrier per round is enough: behind it the tiles of this round are "
                       "complete, and all threads are done with those of the round before"));
}

// Told plainly, before copy_piece() is written: as a read of what was never written it would be a
// fault.
bool copies_nothing() {
    const std::vector<PtxLine> lines = learner_ptx().kernel("load_tiles_kernel").lines();
    return !lines.empty() && std::ranges::none_of(lines, [](const PtxLine& line) {
        return has_word(line, "st.shared") || begins_copy(line) || line.text.starts_with("call");
    });
}

// In the compiled load_tiles_kernel, a commit or a wait stands in front of a copy.
bool ends_batches() {
    const PtxLine* end = nullptr; // the last one
    const Ptx kernels = learner_ptx().kernel("load_tiles_kernel");
    for (const PtxLine& line : kernels.lines()) {
        if (has_word(line, "cp.async.wait") || has_word(line, "cp.async.commit")) end = &line;
        if (begins_copy(line) && end != nullptr && *end->function == *line.function) return true;
    }
    return false;
}

// a_tile and b_tile of a call of load_tiles for matrices that are `marked`, those of B below 0.
Run check_tiles(int M, int N, int K, int by, int bx, int p) {
    if (copies_nothing()) FAIL("copy_piece() copies nothing yet");
    const Matrix A = marked(M, K);
    Matrix B = marked(K, N);
    for (float& value : B) value = -value;
    INFO("load_tiles, M = " << M << ", N = " << N << ", K = " << K << ", block (bx " << bx
                            << ", by " << by << "), round p = " << p);
    const auto size = area(tile_size, tile_depth);
    Run run = WORKBOOK_RUN(load_tiles, device_in(A), device_in(B), M, N, K, by, bx, p,
                           device_out<float>(size), device_out<float>(size));
    REQUIRE_THAT(run, completed());
    for (const char name : {'A', 'B'}) {
        const bool of_a = name == 'A';
        const int rows = of_a ? M : K, columns = of_a ? K : N,
                  width = of_a ? tile_depth : tile_size;
        const int top = of_a ? by * tile_size : p * tile_depth;
        const int left = of_a ? p * tile_depth : bx * tile_size;
        const Matrix tile = run.output<float>(of_a ? 8 : 9);
        for (int i = 0; i < static_cast<int>(size); ++i) {
            const int row = top + i / width, column = left + i % width;
            const bool there = row < rows && column < columns;
            const float sign = of_a ? 1 : -1;
            const float wanted = there ? sign * static_cast<float>(1001 + 1000 * row + column) : 0;
            const float actual = tile[static_cast<std::size_t>(i)];
            if (actual == wanted) continue;
            FAIL((of_a ? "a_tile(" : "b_tile(")
                 << i / width << ", " << i % width << ") is "
                 << name_of(actual < 0 ? 'B' : 'A', actual) << "; expected is "
                 << (there ? place(name, row, column) : "0: the matrix has no such element"));
        }
    }
    return run;
}

// Each of K products and of K additions rounds by at most 2^-24 of a number that is no larger than
// the sum of all magnitudes, which for numbers between -1 and 1 is below K.
void check_rounded() {
    const int M = 30, N = 66, K = 103;
    const Problem x{M, N, K, random_reals<float>(area(M, K), -1, 1),
                    random_reals<float>(area(K, N), -1, 1)};
    INFO(described(whole, x, rounds_of(K)));
    const Run run = call(whole, x, rounds_of(K));
    REQUIRE_THAT(run, completed());
    CHECK_THAT(run,
               output_close(2, product(x, 0, K), absolute(2.0 * K * K * std::ldexp(1.0, -24))));
}

} // namespace

TEST_CASE("1: load_tiles, whole tiles") {
    const int calls[][6] = {{64, 64, 16, 0, 0, 0},
                            {64, 128, 32, 0, 0, 1},
                            {64, 256, 32, 0, 3, 0},
                            {192, 64, 32, 2, 0, 0},
                            {128, 192, 80, 1, 2, 4}};
    for (const auto& [M, N, K, by, bx, p] : calls) check_tiles(M, N, K, by, bx, p);
}

TEST_CASE("1: load_tiles, zeros beyond the edges") {
    const int calls[][6] = {{64, 64, 20, 0, 0, 1},   // fours: 4 columns of A, 4 rows of B
                            {100, 132, 36, 1, 2, 2}, // fours at all edges
                            {64, 64, 17, 0, 0, 1},
                            {70, 64, 16, 1, 0, 0},
                            {64, 67, 16, 0, 1, 0},
                            {131, 133, 43, 2, 2, 2},
                            {1, 1, 1, 0, 0, 0},
                            // Beyond what a short holds.
                            {33'000, 33'000, 1, 515, 515, 0},
                            {1, 1, 32'790, 0, 0, 2049}};
    for (const auto& [M, N, K, by, bx, p] : calls) check_tiles(M, N, K, by, bx, p);
}

TEST_CASE("1: the copies are asynchronous, 16 bytes each") {
    const Run run = check_tiles(128, 128, 64, 1, 1, 1);
    CHECK_THAT(learner_ptx(),
               has(R"(cp\.async\.c[ag]\.)", "no asynchronous copy is in the compiled code: "
                                            "cuda::memcpy_async makes one"));
    CHECK_THAT(learner_ptx(),
               has_no(R"(\bld\.(global|volatile|relaxed|weak))",
                      "an element is loaded into a register: copies are to go from global to "
                      "shared memory by themselves"));
    if (ends_batches())
        FAIL("copy_piece() commits its copy, or waits for it: it is only to begin it, so that all "
             "copies of a round are one batch, and on their way together");
    CHECK_THAT(run, traffic("global_load_bytes", exactly(2.0 * tile_size * tile_depth * 4),
                            "each element of the two tiles is to be copied once"));
    CHECK_THAT(run, traffic("global_load_requests", per("global_load_bytes"), at_most(1 / 512.0),
                            "a copy is to bring a whole Piece, which may be 16 bytes"));
}

TEST_CASE("2: one stage, one round") {
    check_picked(one_stage, picked_rows(64, 64, 16), 1);
    check(one_stage, whole_problem(64, 64, 16), 1);
    check(one_stage, whole_problem(128, 64, 16), 1);
}
TEST_CASE("2: one stage, the state after each round") { check_rounds(one_stage); }
TEST_CASE("2: one stage, any shape") { check_shapes(one_stage); }
TEST_CASE("2: one stage, each element is copied once per tile of C") { check_traffic(one_stage); }

TEST_CASE("3: two stages, the state after each round", "[weight:2]") { check_rounds(two_stages); }
TEST_CASE("3: two stages, any shape") { check_shapes(two_stages); }
TEST_CASE("3: two stages, copies during the products, one barrier per round", "[weight:2]") {
    const Run run = check_traffic(two_stages);
    check_barriers(run);
    CHECK_THAT(run, CopiesDuringProducts(0));
}

TEST_CASE("4: two, three and four stages, the state after each round", "[weight:2]") {
    for (const int stages : {2, 3, 4}) check_rounds({"multiply_stages", stages});
}
TEST_CASE("4: fewer rounds than stages") {
    for (const int stages : {2, 3, 4})
        for (const int K : {0, 1, 16, 20, 33, 48})
            check({"multiply_stages", stages}, whole_problem(64, 68, K));
}
TEST_CASE("4: four stages, any shape") { check_shapes(whole); }
TEST_CASE("4: four stages, copies during the products, one barrier per round", "[weight:2]") {
    const Run run = check_traffic(whole);
    check_barriers(run);
    CHECK_THAT(run, CopiesDuringProducts(2));
}
TEST_CASE("4: numbers that round, in float") {
    check_rounded();
    CHECK_THAT(learner_ptx(), computes_in_float());
}
TEST_CASE("4: any order of blocks and warps") {
    for (const std::uint64_t seed : random_integers<std::uint64_t>(2, 1, 1'000'000))
        for (const Step& step : {one_stage, two_stages, Step{"multiply_stages", 3}, whole}) {
            const Problem x = whole_problem(30, 68, 68);
            check(step, x, rounds_of(x.K), seed);
        }
}

WORKBOOK_GAIN(gain) {
    const int size = static_cast<int>(gain.size(128, 1024));
    const Problem x = whole_problem(size, size, size);
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
    const std::uint64_t own = gain.count("barriers") / gain.blocks();
    const std::uint64_t rounds = static_cast<std::uint64_t>(rounds_of(size));
    gain.say("Each of your blocks met at ", own, " barriers in ", rounds,
             " rounds, and up to 3 rounds' copies were on their way while it multiplied.");
    gain.say("In lesson 37 a round has two barriers, and between them nothing is on its way: ",
             2 * rounds, " barriers.");
}
