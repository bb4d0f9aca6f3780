// Checks of lesson 59. The reference is three nested loops in double over what the halves hold.
// Nearly all data are whole numbers so small that halves hold them and float adds their products
// without rounding, in any order: there, every bit must agree.
#include "wgmma_gemm.hpp"

#include "harness/harness.hpp"
#include "harness/products.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

using namespace workbook;
using namespace workbook::matrices;

WORKBOOK_NEEDS_CAPABILITY(9, 0);
WORKBOOK_PROMISE(does_not_wait, places, describe_place, tile_sums, tile_product, multiply)
WORKBOOK_PROMISE(reports_errors, places, describe_place, tile_sums, tile_product, multiply)
WORKBOOK_PROMISE(uses_gpu, tile_sums, tile_product, multiply)

namespace {

// D = A B, as the arrays lie in memory.
struct Problem {
    int m, n, k;
    Matrix A, B;
};

Problem empty_problem(int m, int n, int k) {
    return {m, n, k, Matrix(area(m, k)), Matrix(area(n, k))};
}

Problem whole_problem(int m, int n, int k) {
    return {m, n, k, whole_numbers(m, k), whole_numbers(n, k)};
}

// Which column of A has the single 1 of row i.
int picked(int i, int k) { return (5 * i + 3) % k; }

// A single 1 in each row of A, so that row i of D is row picked(i, k) of B.
Problem picking_problem(int m, int n, int k) {
    Problem x = empty_problem(m, n, k);
    for (int i = 0; i < m; ++i) x.A[area(i, k) + picked(i, k)] = 1;
    for (int j = 0; j < n; ++j)
        for (int p = 0; p < k; ++p)
            x.B[area(j, k) + p] = static_cast<float>(1 + p % 64 * 16 + j % 16);
    return x;
}

// Each element of D is the sum of 4^r over all rounds r: its digits to the base 4 say how often
// each round was added.
Problem rounds_problem(int m, int n, int k) {
    Problem x = empty_problem(m, n, k);
    for (int i = 0; i < m; ++i)
        for (int r = 0; r * depth < k; ++r)
            x.A[area(i, k) + r * depth + i % std::min(depth, k - r * depth)] =
                static_cast<float>(1 << 2 * r);
    std::fill(x.B.begin(), x.B.end(), 1.0f);
    return x;
}

// Sums above 65504, the largest half, and odd numbers above 2048: a half holds neither.
Problem large_problem(int m, int n, int k) {
    return {m, n, k, whole_floats(area(m, k), 61, 91), whole_floats(area(n, k), 61, 91)};
}

std::vector<half> halves(const Matrix& values) {
    std::vector<half> result;
    result.reserve(values.size());
    for (const float value : values) result.push_back(__float2half(value));
    return result;
}

std::string shape(const Problem& x) {
    std::ostringstream text;
    text << "m = " << x.m << ", n = " << x.n << ", k = " << x.k;
    return text.str();
}

Numbers right_product(const Problem& x, int from, int to) {
    return product(
        x.m, x.n, {reads(x.A, x.k, 1), reads(x.B, 1, x.k), [](int, int) { return 0.0; }, from, to});
}

// What a wrong D is, if it comes of a usual mistake.
std::string looks_like(const Numbers& D, const Numbers& right, const Problem& x) {
    const auto is_zero = [](double d) { return d == 0; };
    if (std::ranges::all_of(D, is_zero)) return "D is zero: no product was added";
    const auto in_rows = [&](auto row_of) {
        for (int i = 0; i < x.m; ++i)
            for (int j = 0; j < x.n; ++j)
                if (row_of(i) >= x.m || D[area(i, x.n) + j] != right[area(row_of(i), x.n) + j])
                    return false;
        return true;
    };
    if (in_rows([](int i) { return i ^ 8; }))
        return "rows 0 to 7 and 8 to 15 of each 16 are exchanged";
    for (const double times : {2.0, 3.0, 4.0, 0.5})
        if (std::ranges::equal(D, right, [&](double d, double r) { return d == times * r; }))
            return times < 1 ? "each element is half of what it should be"
                             : "each product was added " + std::to_string(int(times)) + " times";
    for (int from = 0; from < x.k; from += step_depth)
        for (int to = from + step_depth; to < x.k + step_depth; to += step_depth)
            if ((from > 0 || to < x.k) && D == right_product(x, from, std::min(to, x.k))) {
                std::ostringstream text;
                text << "only columns " << from << " to " << std::min(to, x.k) - 1
                     << " of A are multiplied";
                return text.str();
            }
    const Numbers first = right_product(x, 0, std::min(step_depth, x.k));
    const int steps = (x.k + step_depth - 1) / step_depth;
    if (steps > 1 && std::ranges::equal(D, first, [](double d, double f) { return d == 4 * f; }))
        return "columns 0 to 15 of A are multiplied in each of the four steps";
    return {};
}

std::string told_by_digits(double found, const Problem& x) {
    const int rounds = (x.k + depth - 1) / depth;
    if (found < 0 || found != std::floor(found) || found >= std::pow(4.0, rounds)) return {};
    std::ostringstream text;
    auto digits = static_cast<unsigned>(found);
    for (int r = 0; r < rounds; ++r, digits /= 4)
        if (digits % 4 != 1)
            text << (text.tellp() > 0 ? ", " : "it has ") << "round " << r << " "
                 << (digits % 4 == 0   ? "not at all"
                     : digits % 4 == 2 ? "twice"
                                       : "three times");
    return text.str();
}

// What makes a wrong element understood: of data that say where they come from.
enum class Data { others, picking, rounds };

// Whose element (row, column) of D is.
std::string owner(bool by_blocks, int row, int column) {
    std::ostringstream text;
    text << place('D', row, column) << " is in ";
    const int lane = row % 8 * 4 + column % 8 / 2;
    const int i = column % block_columns / 8 * 4 + row % 16 / 8 * 2 + column % 2;
    const int thread = row % group_rows / 16 * 32 + lane;
    if (by_blocks) {
        const int r = row % block_rows, half_rows = block_rows / 2;
        text << "sums[" << r % half_rows / group_rows << "].x[" << i << "] of thread "
             << r / half_rows * group_threads + thread << " of block (" << column / block_columns
             << ", " << row / block_rows << ")";
    } else {
        text << "sums.x[" << i << "] of thread " << thread;
    }
    return text.str();
}

void compare(const Run& run, bool by_blocks, const Problem& x, const Numbers& D, Data data) {
    const Numbers right = right_product(x, 0, x.k);
    const auto wrong = std::ranges::mismatch(D, right).in1;
    if (wrong == D.end()) return;
    const auto at = static_cast<std::size_t>(wrong - D.begin());
    const int i = static_cast<int>(at) / x.n, j = static_cast<int>(at) % x.n;
    std::ostringstream text;
    text << owner(by_blocks, i, j);
    if (const std::string hint = looks_like(D, right, x); !hint.empty()) text << "; " << hint;
    if (data == Data::picking) {
        const int p = picked(i, x.k), number = static_cast<int>(*wrong) - 1;
        text << "; " << place('A', i, p) << " is the only 1 of row " << i
             << ", so that it is to be " << place('B', p, j);
        if (*wrong == number + 1 && number >= 0 && number < 1024)
            text << ", and it is " << place('B', number / 16, number % 16)
                 << " or of a column 16, 32, ... further";
    }
    if (data == Data::rounds)
        if (const std::string hint = told_by_digits(*wrong, x); !hint.empty()) text << "; " << hint;
    INFO(text.str());
    if (run.output<float>(2).size() == D.size())
        REQUIRE_THAT(
            run, outputs_shaped(2, x.m, x.n, Matrix(right.begin(), right.end())).by_any_thread());
    FAIL("the sum of " << place('D', i, j) << " is " << *wrong << "; expected is " << right[at]);
}

// ---- Step 1 ----

void check_descriptor(int offset, int stride) {
    INFO("descriptor of a place " << offset << " bytes into shared memory, stride = " << stride);
    const Run run = WORKBOOK_RUN(describe_place, offset, stride, device_out<unsigned>(1),
                                 device_out<std::uint64_t>(1));
    REQUIRE_THAT(run, completed());
    const auto start = run.output<unsigned>(2)[0], lines = static_cast<unsigned>(stride);
    const std::uint64_t bits = run.output<std::uint64_t>(3)[0];
    struct Field {
        const char* name;
        int first, count;
        unsigned right;
    };
    // The hardware passes over bits 16 to 29, the leading offset.
    for (const Field& field :
         {Field{"the address in units of 16 bytes", 0, 14, start / 16}, Field{"nothing", 14, 2, 0},
          Field{"nothing", 30, 2, 0}, Field{"the stride in units of 16 bytes", 32, 14, lines / 16},
          Field{"nothing", 46, 3, 0}, Field{"the base offset", 49, 3, 0},
          Field{"nothing", 52, 10, 0}, Field{"a swizzle of 128 bytes", 62, 2, 1}}) {
        const auto found = static_cast<unsigned>(bits >> field.first & ((1u << field.count) - 1));
        if (found != field.right)
            FAIL("bits " << field.first << " to " << field.first + field.count - 1 << " are "
                         << found << "; expected is " << field.right << ", " << field.name);
    }
}

// ---- Steps 2 and 3 ----

// Which element of D is sum i of a thread.
int row_of(int thread, int i) { return thread / 32 * 16 + thread % 32 / 4 + i / 2 % 2 * 8; }
int column_of(int thread, int i) { return i / 4 * 8 + thread % 4 * 2 + i % 2; }

Run check_sums(const Problem& x, Data data = Data::others, std::uint64_t schedule = 0) {
    INFO("tile_sums, " << shape(x));
    const Run run =
        WORKBOOK_RUN_SCHEDULED(schedule, tile_sums, device_in(halves(x.A)), device_in(halves(x.B)),
                               device_out<float>(group_threads * 64), x.m, x.n, x.k);
    REQUIRE_THAT(run, completed());
    const auto sums = run.output<float>(2);
    Numbers D(area(x.m, x.n));
    for (int t = 0; t < group_threads; ++t)
        for (int i = 0; i < 64; ++i) {
            const int row = row_of(t, i), column = column_of(t, i);
            const float sum = sums[area(t, 64) + i];
            if (row < x.m && column < x.n)
                D[area(row, x.n) + column] = sum;
            else if (sum != 0)
                FAIL("sum " << i << " of thread " << t << " is " << sum
                            << "; expected is 0, since its row or column is one of zeros");
        }
    compare(run, false, x, D, data);
    return run;
}

using Product = Run (*)(const Problem&, std::uint64_t);
struct Step {
    const char* name;
    bool by_blocks;
    Product call;
};
#define WORKBOOK_STEP(function, by_blocks)                                                         \
    {                                                                                              \
#function, by_blocks, [](const Problem& x, std::uint64_t schedule) {                          \
         return WORKBOOK_RUN_SCHEDULED(schedule, function, device_in(halves(x.A)),                 \
                                       device_in(halves(x.B)),                                     \
                                       device_out<float>(area(x.m, x.n)), x.m, x.n, x.k);          \
     }    \
    }
const Step of_a_tile WORKBOOK_STEP(tile_product, false);
const Step whole WORKBOOK_STEP(multiply, true);

Run check(const Step& step, const Problem& x, Data data = Data::others,
          std::uint64_t schedule = 0) {
    INFO(step.name << ", " << shape(x));
    Run run = step.call(x, schedule);
    REQUIRE_THAT(run, completed());
    const auto found = run.output<float>(2);
    compare(run, step.by_blocks, x, Numbers(found.begin(), found.end()), data);
    return run;
}

// A tensor core multiplies without rounding. An H200's cuts each of 16 products and the sum before
// them 25 bits behind the largest one's point, and the new sum to 24 bits (decision 19): that is
// less than 20 * 2^-24 of the sum of all magnitudes for each step of 16, and less than 2^-16 of it
// for 200 columns.
void check_rounded(const Step& step, int m, int n, int k) {
    Problem x = empty_problem(m, n, k);
    for (Matrix* matrix : {&x.A, &x.B}) {
        *matrix = random_reals<float>(matrix->size(), 0.5, 2);
        for (float& value : *matrix) value = __half2float(__float2half(value));
    }
    INFO(step.name << ", " << shape(x) << ", fractions");
    const Run run = step.call(x, 0);
    REQUIRE_THAT(run, completed());
    CHECK_THAT(run, output_close(2, right_product(x, 0, x.k), relative(1e-4)));
}

void check_by_wgmma(const char* kernel) {
    const Ptx ptx = learner_ptx().kernel(kernel);
    CHECK_THAT(ptx,
               has(R"(wgmma\.mma_async)", "no wgmma is in the kernel: begin_product makes it"));
    CHECK_THAT(ptx, has_no(R"(\bw?mma\.(sync|\w+\.sync)|^\s*(@\S+\s+)?(fma|mul)\.\S*f(16|32|64))",
                           "products are made by other instructions than wgmma"));
}

// Told plainly, where a gap is empty: what it does not do shows as a fault.
void needs_products(const char* kernel) {
    const Ptx ptx = learner_ptx().kernel(kernel);
    if (!ptx.lines().empty())
        REQUIRE_THAT(
            ptx, has(R"(wgmma\.mma_async|^call)", std::string(kernel) + " begins no product yet"));
}

// The next tiles are on their way while this round's are multiplied: some copies are not waited for
// when others are, or they are begun between the products and the wait for these.
class CopiesAhead final : public RunMatcher {
  public:
    bool match(const Run&) const override {
        bool multiplies = false;
        const Ptx ptx = learner_ptx().kernel("product_kernel");
        for (const PtxLine& line : ptx.lines()) {
            const std::string& text = line.text;
            const auto is = [&](const char* what) { return text.find(what) != std::string::npos; };
            if (text.starts_with("call")) return true; // what is called is not looked into
            if (is("cp.async.wait_group") && !is("wait_group 0")) return true;
            if (is("wgmma.mma_async")) multiplies = true;
            if (is("wgmma.wait_group") && is(" 0")) multiplies = false;
            if (multiplies && is("cp.async.c") && is("shared")) return true;
        }
        return fails(
            Verdict::requirement,
            "the tiles of a round are waited for as soon as their copies have begun: while "
            "one round is multiplied, the copies of the next one are to be on their way");
    }
};

// A block reads its rows of A and its columns of B once.
double bytes_read(const Problem& x) {
    const int across = (x.n + block_columns - 1) / block_columns;
    const int blocks_down = (x.m + block_rows - 1) / block_rows;
    return sizeof(half) * (1.0 * across * x.m + 1.0 * blocks_down * x.n) * x.k;
}

void check_traffic(const Problem& x) {
    const Run run = check(whole, x);
    CHECK_THAT(run, launched(1));
    CHECK_THAT(run, allocated_nothing());
    CHECK_THAT(run, traffic("global_load_bytes", at_most(bytes_read(x)),
                            "a block is to read each element that it needs of A and B once"));
    CHECK_THAT(run, traffic("global_store_bytes", at_most(4.0 * x.m * x.n),
                            "each element of D is to be written once, when its sum is complete"));
    CHECK_THAT(run, traffic("local_requests", at_most(0),
                            "sums are in local memory, which is slow, and not in registers: a "
                            "register has no index. Are all loops over sums unrolled?"));
}

} // namespace

TEST_CASE("1: places of pieces") {
    const Run run = WORKBOOK_RUN(places, device_out<int>(64 * 8));
    REQUIRE_THAT(run, completed());
    const auto found = run.output<int>(0);
    for (int row = 0; row < 64; ++row)
        for (int piece = 0; piece < 8; ++piece) {
            const int right = piece ^ row % 8;
            if (found[area(row, 8) + piece] != right)
                FAIL("piece " << piece << " of row " << row << " is in place "
                              << found[area(row, 8) + piece] << "; expected is " << right);
        }
}
TEST_CASE("1: descriptors") {
    check_descriptor(0, 1024);
    check_descriptor(4096, 128);
    check_descriptor(48, 32);
    for (int i = 0; i < 3; ++i) {
        const auto x = random_integers<int>(2, 1, 12'500);
        check_descriptor(16 * x[0], 16 * x[1]);
    }
    check_descriptor(220'000, 199'984);
}

TEST_CASE("2: one step of 16 columns", "[weight:2]") {
    needs_products("sums_kernel");
    check_sums(picking_problem(64, 128, 16), Data::picking);
    check_sums(whole_problem(64, 128, 16));
}
TEST_CASE("2: four steps") {
    needs_products("sums_kernel");
    check_sums(picking_problem(64, 128, 64), Data::picking);
    for (const int k : {32, 48, 64}) check_sums(whole_problem(64, 128, k));
    check_sums(large_problem(64, 128, 64));
    check_by_wgmma("sums_kernel");
}
TEST_CASE("2: zeros around, and other orders of warps") {
    needs_products("sums_kernel");
    check_sums(whole_problem(64, 128, 17));
    check_sums(whole_problem(37, 50, 9));
    check_sums(whole_problem(1, 1, 1));
    for (const std::uint64_t seed : random_integers<std::uint64_t>(2, 1, 1'000'000))
        check_sums(whole_problem(64, 128, 40), Data::others, seed);
}

TEST_CASE("3: which thread has which sums", "[weight:2]") {
    needs_products("tile_kernel");
    check(of_a_tile, picking_problem(64, 128, 64), Data::picking);
    check(of_a_tile, whole_problem(64, 128, 64));
}
TEST_CASE("3: what D has of them") {
    needs_products("tile_kernel");
    for (const auto& [m, n, k] : std::vector<std::array<int, 3>>{{64, 8, 16},
                                                                 {16, 128, 16},
                                                                 {63, 127, 33},
                                                                 {9, 121, 5},
                                                                 {1, 1, 1},
                                                                 {0, 3, 4},
                                                                 {3, 0, 4}})
        check(of_a_tile, whole_problem(m, n, k));
}

TEST_CASE("4: each round once", "[weight:2]") {
    needs_products("product_kernel");
    for (const int rounds : {1, 2, 3, 5})
        check(whole, rounds_problem(256, 128, depth * rounds), Data::rounds);
    check(whole, rounds_problem(70, 40, 8 * depth - 7), Data::rounds);
}
TEST_CASE("4: many tiles, any shape", "[weight:2]") {
    needs_products("product_kernel");
    for (const auto& [m, n, k] : std::vector<std::array<int, 3>>{{256, 128, 64},
                                                                 {256, 256, 128},
                                                                 {64, 64, 16},
                                                                 {65, 70, 17},
                                                                 {128, 192, 100},
                                                                 {300, 150, 200},
                                                                 {1, 1, 1},
                                                                 {129, 1, 65},
                                                                 {9, 5, 0},
                                                                 {0, 5, 3},
                                                                 {5, 0, 3}})
        check(whole, whole_problem(m, n, k));
}
TEST_CASE("4: sums are floats") {
    needs_products("product_kernel");
    check(whole, large_problem(37, 41, 150));
    check_rounded(whole, 37, 41, 203);
    check_by_wgmma("product_kernel");
}
TEST_CASE("4: each element is read once, and while others are multiplied") {
    needs_products("product_kernel");
    check_traffic(whole_problem(512, 128, 128));
    check_traffic(whole_problem(260, 130, 70));
    CHECK_THAT(check(whole, whole_problem(256, 128, 256)), CopiesAhead());
}
TEST_CASE("4: any order of blocks and warps") {
    needs_products("product_kernel");
    for (const std::uint64_t seed : random_integers<std::uint64_t>(2, 1, 1'000'000)) {
        check(whole, whole_problem(256, 128, 320), Data::others, seed);
        check(whole, whole_problem(257, 40, 200), Data::others, seed);
    }
}

WORKBOOK_GAIN(gain) {
    const int size = static_cast<int>(gain.size(256, 1024));
    const Problem x = whole_problem(size, size, size);
    Matrix D(area(size, size));
    gain.about("matrices of ", size, " x ", size);
    WORKBOOK_GAIN_CALL(gain, multiply, device_in(halves(x.A)), device_in(halves(x.B)),
                       device_out<float>(D.size()), size, size, size);
    gain.beside("Three nested loops", [&] {
        for (int i = 0; i < size; ++i)
            for (int j = 0; j < size; ++j) {
                float sum = 0;
                for (int p = 0; p < size; ++p)
                    sum += x.A[area(i, size) + p] * x.B[area(j, size) + p];
                D[area(i, size) + j] = sum;
            }
    });
    if (gain.on_gpu()) return;
    const std::uint64_t products = area(size, size) * size;
    gain.say("Your warpgroups made all products by ", products / (64 * 128 * 16),
             " instructions, which read shared memory themselves.");
    gain.say("In lesson 56, warps make ", products / (16 * 16 * 16), ", and load ",
             in_bytes(products / (16 * 16 * 16) * 6 / 8 * 512), " of fragments for them.");
}
