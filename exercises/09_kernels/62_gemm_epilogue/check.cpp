// Checks of lesson 62. The reference is in double. Where there is no GELU, data are whole numbers
// so small that float adds their products without rounding, in any order: there, every bit must
// agree.
//
// Tolerance of the GELU of whole numbers, with e = 2^-24: x / sqrt(2) is rounded by 2 e of its
// value, erff adds 2 ulp, 4 e of a number up to 1; 1 + erf is rounded once more. Near 0 the result
// is near x / 2 with all of that relative; far below 0, 1 + erf is a difference near 0 and keeps an
// absolute error of 8 e, which x multiplies. So 16 e of |x| covers it.
#include "gemm_epilogue.hpp"

#include "harness/harness.hpp"
#include "harness/matrices.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

using namespace workbook;
using namespace workbook::matrices;

WORKBOOK_PROMISE(does_not_wait, gemm_counted, up, down, down_in_place)
WORKBOOK_PROMISE(reports_errors, gemm_counted, up, down, down_in_place)
WORKBOOK_PROMISE(uses_gpu, gemm_counted, up, down, down_in_place)

namespace {

using Numbers = std::vector<double>;

constexpr int tile = 128, tile_depth = 8; // of lesson 61

double gelu(double x) { return 0.5 * x * std::erfc(-x / std::sqrt(2.0)); }

Matrix floats(const Numbers& x) { return {x.begin(), x.end()}; }

bool same(const Matrix& found, const Numbers& other) {
    return std::equal(found.begin(), found.end(), other.begin(), other.end());
}

// A product and what comes to it.
struct Problem {
    int m, n, k;
    Matrix A, B, bias, residual;
};

Problem whole_problem(int m, int n, int k) {
    return {m,
            n,
            k,
            whole_numbers(m, k),
            whole_numbers(k, n),
            whole_numbers(1, n),
            whole_numbers(m, n)};
}

std::string shape(const Problem& x) {
    std::ostringstream text;
    text << "m = " << x.m << ", n = " << x.n << ", k = " << x.k;
    return text.str();
}

Numbers product(const Problem& x) {
    Numbers C(area(x.m, x.n));
    for (int i = 0; i < x.m; ++i)
        for (int p = 0; p < x.k; ++p) {
            const double a = x.A[area(i, x.k) + p];
            for (int j = 0; j < x.n; ++j) C[area(i, x.n) + j] += a * x.B[area(p, x.n) + j];
        }
    return C;
}

// of(sum, row, column) of each element.
template <class Of>
Numbers each(const Numbers& sums, int columns, Of of) {
    Numbers results(sums.size());
    for (std::size_t i = 0; i < sums.size(); ++i)
        results[i] = of(sums[i], static_cast<int>(i) / columns, static_cast<int>(i) % columns);
    return results;
}

// What wrong values are, if they come of a usual mistake with the bias or the residual, which are
// added to `sums`; null where one has no part in it.
std::string looks_like(const Matrix& found, const Numbers& sums, int rows, int columns,
                       const Matrix* bias, const Matrix* residual, double factor = 1) {
    const auto with = [&](auto of_bias, auto of_residual) {
        return same(found, each(sums, columns, [&](double sum, int i, int j) {
                        return factor * (sum + of_bias(i, j)) + of_residual(i, j);
                    }));
    };
    const auto right_bias = [&](int, int j) { return bias ? double{(*bias)[j]} : 0; };
    const auto right_residual = [&](int i, int j) {
        return residual ? double{(*residual)[area(i, columns) + j]} : 0;
    };
    const auto nothing = [](int, int) { return 0.0; };
    if (bias) {
        if (with(nothing, right_residual)) return "the bias is missing";
        if (with([&](int i, int) { return i < columns ? double{(*bias)[i]} : 0; }, right_residual))
            return "the bias is taken along the wrong axis: it has one element for each column, "
                   "and the same for all rows";
        if (with([&](int, int j) { return 2.0 * (*bias)[j]; }, right_residual))
            return "the bias is added twice";
        if (with([&](int, int) { return double{(*bias)[0]}; }, right_residual))
            return "all elements get bias[0]";
    }
    if (residual) {
        if (with(right_bias, nothing)) return "the residual is missing";
        if (with(right_bias, [&](int i, int j) { return 2 * right_residual(i, j); }))
            return "the residual is added twice";
        if (rows == columns && with(right_bias, [&](int i, int j) { return right_residual(j, i); }))
            return "rows and columns of the residual are exchanged";
        if (with(right_bias, [&](int, int j) { return right_residual(0, j); }))
            return "all rows get row 0 of the residual";
        for (const bool biased : {true, false})
            if (same(found, each(sums, columns, [&](double sum, int i, int j) {
                         const double own = factor * (sum + right_bias(i, j));
                         return own + (biased ? own : sum);
                     })))
                return "in place of the residual the sum is added once more: was h written before "
                       "what stood there was read?";
    }
    return {};
}

void compare(const Run& run, std::size_t output, const Problem& x, const Numbers& expected,
             const std::string& hint) {
    if (same(run.output<float>(output), expected)) return;
    INFO((hint.empty() ? "the result is wrong" : hint));
    REQUIRE_THAT(run, outputs_shaped(output, x.m, x.n, floats(expected)));
}

// C and how often the functor was called for each element.
Run check_counted(const Problem& x, std::uint64_t schedule = 0) {
    INFO("gemm_counted, " << shape(x));
    const std::vector<unsigned> none(area(x.m, x.n));
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, gemm_counted, device_in(x.A), device_in(x.B),
                                     device_out<float>(area(x.m, x.n)), device_inout(none), x.m,
                                     x.n, x.k);
    REQUIRE_THAT(run, completed());
    const auto calls = run.output<unsigned>(3);
    const auto wrong = std::find_if(calls.begin(), calls.end(), [](unsigned n) { return n != 1; });
    if (wrong != calls.end()) {
        const auto at = static_cast<int>(wrong - calls.begin());
        FAIL("the functor was called " << *wrong << " times for element (" << at / x.n << ", "
                                       << at % x.n << ") of C; it is called once"
                                       << (*wrong > 1 ? ", when the sum is complete" : ""));
    }
    compare(run, 2, x, product(x), {});
    return run;
}

// A and B begin at multiples of 16 bytes, C does not.
void check_behind_one(const Problem& x) {
    INFO("gemm_behind_one, " << shape(x)
                             << ": A and B come in fours, C does not: is it in_fours(C, n) that "
                                "write_four is told?");
    const Matrix before(1 + area(x.m, x.n), -1.0f);
    const Run run = WORKBOOK_RUN(gemm_behind_one, device_in(x.A), device_in(x.B),
                                 device_inout(before), x.m, x.n, x.k);
    REQUIRE_THAT(run, completed());
    Numbers expected = product(x);
    expected.insert(expected.begin(), -1.0);
    REQUIRE_THAT(run, output_equals(2, floats(expected)));
}

Run run_up(const Problem& x) {
    return WORKBOOK_RUN(up, device_in(x.A), device_in(x.B), device_in(x.bias),
                        device_out<float>(area(x.m, x.n)), x.m, x.n, x.k);
}

// x with A and B so small that the sums lie where the GELU is curved: -4 to 4.
Problem for_gelu(int m, int n, int k) {
    Problem x = whole_problem(m, n, k);
    for (float& a : x.A) a /= 128;
    for (float& b : x.bias) b /= 4;
    return x;
}

Run check_up(const Problem& x) {
    INFO("up, " << shape(x));
    Run run = run_up(x);
    REQUIRE_THAT(run, completed());
    const Numbers sums = product(x);
    const auto biased = [&](double sum, int, int j) { return sum + x.bias[j]; };
    const Numbers expected =
        each(sums, x.n, [&](double sum, int i, int j) { return gelu(biased(sum, i, j)); });
    const Matrix found = run.output<float>(3);
    const auto is = [&](auto of) {
        const Numbers other = each(sums, x.n, of);
        for (std::size_t i = 0; i < other.size(); ++i)
            if (!(std::abs(found[i] - other[i]) <= 1e-4)) return false;
        return !found.empty();
    };
    double largest = 0;
    for (std::size_t i = 0; i < sums.size(); ++i)
        largest = std::max(largest, std::abs(sums[i]) + std::abs(x.bias[i % x.n]));
    std::string hint = "y is wrong";
    if (is([&](double sum, int, int j) { return gelu(sum) + x.bias[j]; }))
        hint = "the bias is added behind the GELU; it comes first";
    else if (is([&](double sum, int, int) { return gelu(sum); }))
        hint = "the bias is missing";
    else if (is(biased))
        hint = "this is x W + bias: the GELU is missing";
    else if (is([&](double sum, int i, int j) { return gelu(gelu(biased(sum, i, j))); }))
        hint = "the GELU is applied twice";
    INFO(hint);
    if (expected.empty()) return run;
    // Sums and biases are multiples of 1 / 128, so that float adds them without rounding.
    REQUIRE_THAT(run, output_close(3, expected, absolute(16 * std::ldexp(largest, -24))));
    return run;
}

Run check_down(const Problem& x) {
    INFO("down, " << shape(x));
    Run run = WORKBOOK_RUN(down, device_in(x.A), device_in(x.B), device_in(x.bias),
                           device_in(x.residual), device_out<float>(area(x.m, x.n)), x.m, x.n, x.k);
    REQUIRE_THAT(run, completed());
    const Numbers sums = product(x);
    const Numbers expected = each(sums, x.n, [&](double sum, int i, int j) {
        return sum + x.bias[j] + x.residual[area(i, x.n) + j];
    });
    const auto with_rows_of_k = [&](double sum, int i, int j) {
        const std::size_t at = area(i, x.k) + j;
        return sum + x.bias[j] + (at < x.residual.size() ? x.residual[at] : 0);
    };
    const Matrix found = run.output<float>(4);
    const std::string hint = x.k != x.n && same(found, each(sums, x.n, with_rows_of_k))
                                 ? "a row of the residual has n elements, not k"
                                 : looks_like(found, sums, x.m, x.n, &x.bias, &x.residual);
    compare(run, 4, x, expected, hint);
    return run;
}

void check_in_place(const Problem& x) {
    INFO("down, residual is h, " << shape(x));
    const Run run = WORKBOOK_RUN(down_in_place, device_in(x.A), device_in(x.B), device_in(x.bias),
                                 device_inout(x.residual), x.m, x.n, x.k);
    REQUIRE_THAT(run, completed());
    const Numbers sums = product(x);
    const Numbers expected = each(sums, x.n, [&](double sum, int i, int j) {
        return sum + x.bias[j] + x.residual[area(i, x.n) + j];
    });
    compare(run, 3, x, expected,
            looks_like(run.output<float>(3), sums, x.m, x.n, &x.bias, &x.residual));
}

const int shapes[][3] = {{128, 128, 8},  {256, 128, 40}, {1, 1, 1},     {127, 129, 17},
                         {130, 132, 12}, {5, 300, 33},   {300, 5, 33},  {64, 68, 0},
                         {0, 5, 3},      {5, 0, 3},      {129, 255, 4}, {131, 64, 100}};

} // namespace

TEST_CASE("1: bias and residual") {
    for (const auto& [rows, columns] :
         {std::pair{8, 8}, {5, 12}, {12, 5}, {1, 300}, {300, 1}, {2, 33'000}, {33'000, 2}}) {
        const Problem x = whole_problem(rows, columns, 0);
        Matrix in = whole_numbers(rows, columns);
        for (float& sum : in) sum /= 8; // exact, and most of them no whole numbers
        const Numbers sums(in.begin(), in.end());
        {
            INFO("Bias, " << rows << " rows and " << columns << " columns");
            const Run run = WORKBOOK_RUN(apply_bias, device_in(in), device_in(x.bias),
                                         device_out<float>(in.size()), rows, columns);
            REQUIRE_THAT(run, completed());
            compare(run, 2, x,
                    each(sums, columns, [&](double sum, int, int j) { return sum + x.bias[j]; }),
                    looks_like(run.output<float>(2), sums, rows, columns, &x.bias, nullptr));
        }
        INFO("Residual, " << rows << " rows and " << columns << " columns");
        const Run run = WORKBOOK_RUN(apply_residual, device_in(in), device_in(x.residual),
                                     device_out<float>(in.size()), rows, columns);
        REQUIRE_THAT(run, completed());
        compare(
            run, 2, x,
            each(sums, columns,
                 [&](double sum, int i, int j) { return sum + x.residual[area(i, columns) + j]; }),
            looks_like(run.output<float>(2), sums, rows, columns, nullptr, &x.residual));
    }
}

TEST_CASE("2: GELU, in float") {
    Matrix in{0, 1,  -1, 2,   -2,  0.5f, -0.5f,  3,       -3,
              5, -5, 10, -10, 100, -100, 1e-20f, -1e-20f, 1e30f};
    for (int i = -300; i <= 300; ++i) in.push_back(static_cast<float>(i) / 64);
    const int count = static_cast<int>(in.size());
    const Run run = WORKBOOK_RUN(apply_gelu, device_in(in), device_out<float>(in.size()), 1, count);
    REQUIRE_THAT(run, completed());
    const Matrix found = run.output<float>(1);
    const auto is = [&](auto of) {
        for (std::size_t i = 0; i < 18 - 5; ++i)
            if (!(std::abs(found[i] - of(double{in[i]})) <= 1e-5)) return false;
        return true;
    };
    std::string hint;
    if (is([](double x) { return x / (1 + std::exp(-x)); }))
        hint = ": that is x / (1 + exp(-x)), another function (SiLU)";
    else if (is([](double x) { return std::max(x, 0.0); }))
        hint = ": that is the larger of x and 0, another function (ReLU)";
    else if (is([](double x) {
                 return 0.5 * x * (1 + std::tanh(0.7978845608 * (x + 0.044715 * x * x * x)));
             }))
        hint = ": that is the approximation by tanh; what is asked for is erf";
    else if (is([](double x) { return 0.5 * x * (1 + std::erf(x)); }))
        hint = ": x is not divided by the square root of 2";
    else if (is([](double x) { return x * (1 + std::erf(x / std::sqrt(2.0))); }))
        hint = ": this is twice the GELU";
    else if (is([](double x) { return 0.5 * (1 + std::erf(x / std::sqrt(2.0))); }))
        hint = ": the factor x is missing";
    for (std::size_t i = 0; i < in.size(); ++i) {
        const double expected = gelu(in[i]), most = 16 * std::ldexp(std::abs(double{in[i]}), -24);
        if (std::abs(found[i] - expected) <= most) continue;
        FAIL("the GELU of " << in[i] << " has become " << found[i] << "; expected is " << expected
                            << hint);
    }
    CHECK_THAT(
        learner_ptx(),
        has_no(R"(\.f64)", "there is a double on the way: erff, not erf, and 0.5f, not 0.5"));
}

TEST_CASE("3: one functor behind another") {
    const int rows = 6, columns = 7;
    const Problem x = whole_problem(rows, columns, 0);
    const Matrix in = whole_numbers(rows, columns);
    const Numbers sums(in.begin(), in.end());
    {
        INFO("Then{Plus{3}, Times{2}}");
        const Run run = WORKBOOK_RUN(apply_plus_times, device_in(in), device_out<float>(in.size()),
                                     rows, columns);
        REQUIRE_THAT(run, completed());
        const Matrix found = run.output<float>(1);
        const auto is = [&](double factor, double offset) {
            return same(found, each(sums, columns,
                                    [&](double sum, int, int) { return factor * sum + offset; }));
        };
        std::string hint;
        if (is(2, 3)) hint = "the second one was called first";
        if (is(1, 3)) hint = "the second one is missing";
        if (is(2, 0)) hint = "the first one is missing: what it returns is the second one's sum";
        compare(run, 1, x, each(sums, columns, [](double sum, int, int) { return 2 * (sum + 3); }),
                hint);
    }
    {
        INFO("Then{Then{Place, Times{2}}, Place}, where Place{} adds 100 * row + column");
        const Run run =
            WORKBOOK_RUN(apply_places, device_in(in), device_out<float>(in.size()), rows, columns);
        REQUIRE_THAT(run, completed());
        const auto place = [](int i, int j) { return 100.0 * i + j; };
        compare(
            run, 1, x,
            each(sums, columns,
                 [&](double sum, int i, int j) { return 2 * (sum + place(i, j)) + place(i, j); }),
            "both functors are about the same row and column");
    }
    INFO("Then{Then{Bias, Times{2}}, Residual}");
    const Run run =
        WORKBOOK_RUN(apply_three, device_in(in), device_in(x.bias), device_in(x.residual),
                     device_out<float>(in.size()), rows, columns);
    REQUIRE_THAT(run, completed());
    compare(run, 3, x,
            each(sums, columns,
                 [&](double sum, int i, int j) {
                     return 2 * (sum + x.bias[j]) + x.residual[area(i, columns) + j];
                 }),
            looks_like(run.output<float>(3), sums, rows, columns, &x.bias, &x.residual, 2));
}

TEST_CASE("4: gemm calls its functor once for each element", "[weight:2]") {
    for (const auto& [m, n, k] : shapes) check_counted(whole_problem(m, n, k));
    check_behind_one(whole_problem(128, 128, 8));
}

TEST_CASE("4: any order of blocks and warps") {
    for (const std::uint64_t seed : random_integers<std::uint64_t>(2, 1, 1'000'000))
        check_counted(whole_problem(130, 132, 20), seed);
}

TEST_CASE("4: each element of C is written once, and never read", "[weight:2]") {
    const int m = 256, n = 128, k = 64;
    const Problem x = whole_problem(m, n, k);
    const Run run = check_counted(x);
    INFO("gemm_counted, " << shape(x));
    CHECK_THAT(run, launched(1));
    CHECK_THAT(run, allocated_nothing());
    CHECK_THAT(run, traffic("global_load_bytes", at_most(2.0 * m * n * k / tile * sizeof(float)),
                            "only the elements of A and B are to be read: the sums are in "
                            "registers"));
    CHECK_THAT(run, traffic("global_store_bytes", at_most(4.0 * m * n),
                            "each element of C is to be written once, when the functor has seen "
                            "its sum"));
    CHECK_THAT(run, traffic("global_store_requests", per("global_store_bytes"), at_most(1 / 512.0),
                            "C is to be written 16 bytes at a time: by write_four"));
    {
        const Problem odd = whole_problem(m, n, 33);
        INFO("gemm_counted, " << shape(odd));
        CHECK_THAT(check_counted(odd),
                   traffic("global_store_requests", per("global_store_bytes"), at_most(1 / 512.0),
                           "C comes in fours, though A does not: in_fours(C, n) is what write_four "
                           "is to be told"));
    }
    CHECK_THAT(run, traffic("local_requests", at_most(0),
                            "the sums are not in registers but in local memory: do all loops over "
                            "them have a fixed number of rounds?"));
}

TEST_CASE("5: up", "[weight:2]") {
    for (const auto& [m, n, k] : shapes) check_up(for_gelu(m, n, k));
}

TEST_CASE("5: down, also in place", "[weight:2]") {
    for (const auto& [m, n, k] : shapes) {
        const Problem x = whole_problem(m, n, k);
        check_down(x);
        check_in_place(x);
    }
}

TEST_CASE("5: up and down, more rows or columns than 16 bits count") {
    for (const auto& [m, n, k] : {std::array{33'000, 2, 3}, {2, 33'000, 3}}) {
        check_up(for_gelu(m, n, 0));
        check_down(whole_problem(m, n, k));
    }
}

TEST_CASE("5: one kernel, which moves as much as the product alone") {
    const int m = 256, n = 256, k = 32;
    const Problem x = for_gelu(m, n, k);
    const double tiles = 2.0 * m * n * k / tile * sizeof(float), c_bytes = 4.0 * m * n;
    for (const bool first : {true, false}) {
        const Run run = first ? check_up(x) : check_down(whole_problem(m, n, k));
        INFO((first ? "up, " : "down, ") << shape(x));
        CHECK_THAT(run, launched(1));
        CHECK_THAT(run, allocated_nothing());
        // Each thread may load a bias for each of its elements: as much as C has.
        CHECK_THAT(run, traffic("global_load_bytes", at_most(tiles + (first ? 1 : 2) * c_bytes),
                                "besides A and B only the bias and the residual are to be read, "
                                "once for each element of C"));
        CHECK_THAT(run, traffic("global_store_bytes", at_most(c_bytes),
                                "each element of the result is to be written once"));
    }
}

WORKBOOK_GAIN(gain) {
    const int size = static_cast<int>(gain.size(128, 1024));
    const Problem x = for_gelu(size, size, size);
    Matrix C(area(size, size));
    gain.about("gelu(x W + bias), ", size, " x ", size, " floats each");
    WORKBOOK_GAIN_CALL(gain, up, device_in(x.A), device_in(x.B), device_in(x.bias),
                       device_out<float>(C.size()), size, size, size);
    gain.beside("Three nested loops and one more", [&] {
        std::fill(C.begin(), C.end(), 0.0f);
        for (int i = 0; i < size; ++i)
            for (int p = 0; p < size; ++p)
                for (int j = 0; j < size; ++j)
                    C[area(i, size) + j] += x.A[area(i, size) + p] * x.B[area(p, size) + j];
        for (std::size_t i = 0; i < C.size(); ++i)
            C[i] = static_cast<float>(gelu(C[i] + x.bias[i % size]));
    });
    if (gain.on_gpu()) return;
    const std::uint64_t once = sizeof(float) * C.size();
    gain.say("Your kernel wrote ", in_bytes(gain.count("global_store_bytes")),
             " and launched once; bias and GELU moved nothing of it.");
    gain.say("With a kernel each for bias and GELU, the result is written three times and read "
             "twice: ",
             in_bytes(5 * once), ", ", times_as(5 * once, gain.count("global_store_bytes"), "much"),
             ".");
}
