// Checks of lesson 53. Values are whole numbers, and factors are quarters, so that each result is
// exact in whatever order a library adds.
#include "cublas_row_major.hpp"

#include "harness/harness.hpp"
#include "harness/matrices.hpp"

#include <algorithm>
#include <limits>
#include <string>

using namespace workbook;
using namespace workbook::matrices;

WORKBOOK_PROMISE(does_not_wait, run_multiply, run_multiply_transposed, run_multiply_all)
WORKBOOK_PROMISE(reports_errors, run_multiply, run_multiply_transposed, run_multiply_all)
WORKBOOK_PROMISE(uses_gpu, run_multiply, run_multiply_transposed, run_multiply_all)
WORKBOOK_EXCEPT(gives_back, "the handle is kept for the next call, and on a GPU its memory, too",
                run_multiply, run_multiply_transposed, run_multiply_all, run_in_stream)

namespace {

// The virtual GPU's cuBLAS, by what is in it: no kernel of that name will do.
[[maybe_unused]] const bool library_allowed = allow_library("libcublas.so.13");

constexpr float nothing = std::numeric_limits<float>::quiet_NaN();

// A matrix in memory, whose rows begin `pitch` elements apart.
struct Rows {
    int rows, columns, pitch;
    Matrix values;

    Rows(int rows_, int columns_, int padding = 0)
        : rows(rows_), columns(columns_), pitch(columns_ + padding),
          values(whole_numbers(rows_, pitch)) {}
    float& at(int row, int column) { return values[area(row, pitch) + column]; }
    float at(int row, int column) const { return values[area(row, pitch) + column]; }
    void forget_padding() {
        for (int r = 0; r < rows; ++r)
            for (int c = columns; c < pitch; ++c) at(r, c) = nothing;
    }
};

struct Factors {
    float alpha = 1, beta = 0;
};

// alpha a b + beta c, where element (i, j) of a product is the sum of a(i, p) b(p, j).
template <class A, class B>
Rows result(const Rows& c, int k, Factors factors, A a, B b) {
    Rows expected = c;
    for (int i = 0; i < c.rows; ++i)
        for (int j = 0; j < c.columns; ++j) {
            double sum = 0;
            for (int p = 0; p < k; ++p) sum += double{a(i, p)} * b(p, j);
            double value = factors.alpha * sum;
            if (factors.beta != 0) value += double{factors.beta} * c.at(i, j);
            expected.at(i, j) = static_cast<float>(value);
        }
    return expected;
}

// What usual mistakes make of a product, by what they are.
struct Likeness {
    std::string hint;
    Matrix values;
};

Matrix by_columns(const Rows& c) {
    Matrix values = c.values;
    for (int i = 0; i < c.rows; ++i)
        for (int j = 0; j < c.columns; ++j) {
            const auto at = static_cast<std::size_t>(i) + area(j, c.rows);
            if (at < values.size()) values[at] = c.at(i, j);
        }
    return values;
}

// One kernel, which is the library's, and nothing besides but what given.cu launches around it.
class OneCall final : public RunMatcher {
  public:
    explicit OneCall(std::size_t given) : given_(given) {}

    bool match(const Run& run) const override {
        if (!run.measures_traffic()) return true; // on a GPU a product may take several kernels
        std::size_t others = 0, of_library = 0;
        std::string other;
        for (const Launch& launch : run.launches()) {
            if (launch.of_library)
                ++of_library;
            else if (++others > given_)
                other = launch.short_name();
        }
        if (others > given_)
            return fails(Verdict::requirement,
                         "your function launched a kernel besides, " + other +
                             ", which is none of cuBLAS: the library is to do the work");
        if (of_library != 1)
            return fails(Verdict::requirement,
                         "your function launched " + std::to_string(of_library) +
                             " kernels of cuBLAS: one call is to do it, without transposing before "
                             "or after");
        if (!run.copies().empty() || !run.allocations().empty())
            return fails(
                Verdict::requirement,
                "your function copied or allocated memory: cuBLAS reads the matrices where "
                "they are");
        return true;
    }

  private:
    std::size_t given_;
};

// For a call behind others. The virtual GPU's cublasCreate calls cudaFree, which a product does
// not; of these calls, one is the checker's own, in front of the student's function.
class KeepsTheHandle final : public RunMatcher {
  public:
    bool match(const Run& run) const override {
        const auto& calls = run.trace().calls;
        const auto frees = calls.find("cudaFree");
        return frees == calls.end() || frees->second <= 1 ||
               fails(Verdict::requirement,
                     "your function makes a handle of cuBLAS in each call, or calls cudaFree: "
                     "handle() has one that is kept. To make one takes long, and what is not "
                     "destroyed keeps its memory");
    }
};

void compare(const Run& run, std::size_t argument, const Rows& expected,
             const std::vector<Likeness>& usual, std::size_t given_launches = 0) {
    if (given_launches == 0) {
        INFO("(where cuBLAS goes beyond an array: is a leading dimension, a stride, or one of p, q "
             "and r that of another matrix?)");
        REQUIRE_THAT(run, completed());
    }
    REQUIRE_THAT(run, completed());
    const auto found = run.output<float>(argument);
    for (const Likeness& likeness : usual)
        if (found == likeness.values && likeness.values != expected.values) FAIL(likeness.hint);
    REQUIRE_THAT(
        run,
        outputs_shaped(argument, expected.rows, expected.pitch, expected.values).by_any_thread());
    CHECK_THAT(run, OneCall(given_launches));
}

Run check_multiply(int m, int n, int k, Factors factors, int padding = 0) {
    Rows a(m, k, padding), b(k, n, 2 * padding), c(m, n, 3 * padding);
    INFO("multiply, m = " << m << ", n = " << n << ", k = " << k << ", lda = " << a.pitch
                          << ", ldb = " << b.pitch << ", ldc = " << c.pitch
                          << ", alpha = " << factors.alpha << ", beta = " << factors.beta);
    a.forget_padding();
    b.forget_padding();
    if (factors.beta == 0)
        for (int i = 0; i < m; ++i)
            for (int j = 0; j < n; ++j) c.at(i, j) = nothing;
    Run run = WORKBOOK_RUN(run_multiply, device_in(a.values), a.pitch, device_in(b.values), b.pitch,
                           device_inout(c.values), c.pitch, m, n, k, factors.alpha, factors.beta);
    const auto of = [&](Factors f) {
        return result(
            c, k, f, [&](int i, int p) { return a.at(i, p); },
            [&](int p, int j) { return b.at(p, j); });
    };
    const Rows expected = of(factors);
    std::vector<Likeness> usual = {
        {"C is right without beta: beta times the C of before is missing",
         of({factors.alpha, 0}).values},
        {"C is right without alpha", of({1, factors.beta}).values}};
    if (m == n && n == k)
        usual.push_back({"that is B A, not A B: which operand does cuBLAS have to see first?",
                         result(
                             c, k, factors, [&](int i, int p) { return b.at(i, p); },
                             [&](int p, int j) { return a.at(p, j); })
                             .values});
    if (padding == 0)
        usual.push_back(
            {"the elements of C are right, but lie by columns: C is row-major, so cuBLAS "
             "is to write C^T",
             by_columns(expected)});
    compare(run, 4, expected, usual);
    return run;
}

Run check_transposed(int m, int n, int k) {
    INFO("multiply_transposed, m = " << m << ", n = " << n << ", k = " << k);
    const Rows a(k, m), b(k, n), c(m, n);
    Run run = WORKBOOK_RUN(run_multiply_transposed, device_in(a.values), device_in(b.values),
                           device_out<float>(c.values.size()), m, n, k);
    const Rows expected = result(
        c, k, {}, [&](int i, int p) { return a.at(p, i); },
        [&](int p, int j) { return b.at(p, j); });
    std::vector<Likeness> usual = {{"the elements of C are right, but lie by columns: C is "
                                    "row-major, so cuBLAS is to write C^T",
                                    by_columns(expected)}};
    if (m == k)
        usual.push_back({"that is A B: A is to be transposed",
                         result(
                             c, k, {}, [&](int i, int p) { return a.at(i, p); },
                             [&](int p, int j) { return b.at(p, j); })
                             .values});
    compare(run, 2, expected, usual);
    return run;
}

Run check_all(int m, int n, int k, int count) {
    INFO("multiply_all, m = " << m << ", n = " << n << ", k = " << k << ", count = " << count);
    // One below the other, the A_i are one matrix, and so are the C_i.
    const Rows a(m * count, k), b(k, n), c(m * count, n);
    Run run = WORKBOOK_RUN(run_multiply_all, device_in(a.values), device_in(b.values),
                           device_out<float>(c.values.size()), m, n, k, count);
    const Rows expected = result(
        c, k, {}, [&](int i, int p) { return a.at(i, p); },
        [&](int p, int j) { return b.at(p, j); });
    const Rows first_alone = result(
        c, k, {}, [&](int i, int p) { return a.at(i % m, p); },
        [&](int p, int j) { return b.at(p, j); });
    compare(run, 2, expected,
            {{"each C_i is A_0 B: how far apart are the A_i?", first_alone.values}});
    return run;
}

void check_stream(int todo) {
    const int n = 20;
    INFO("TODO " << todo << " in a stream of its own, where C is negated before and after");
    const Rows a(n, n), b(n, n), c(n, n);
    const Run run = WORKBOOK_RUN(run_in_stream, todo, device_in(a.values), device_in(b.values),
                                 device_inout(c.values), n);
    compare(run, 3,
            result(
                c, n, {-1, 0}, [&](int i, int p) { return todo == 2 ? a.at(p, i) : a.at(i, p); },
                [&](int p, int j) { return b.at(p, j); }),
            {}, 2);
}

} // namespace

TEST_CASE("1: multiply") {
    for (const int side : {8, 1}) check_multiply(side, side, side, {});
    check_multiply(3, 4, 5, {});
    check_multiply(64, 1, 7, {});
    check_multiply(1, 33, 20, {});
    const Run run = check_multiply(70, 66, 17, {});
    CHECK_THAT(run, KeepsTheHandle());
}

TEST_CASE("1: multiply, alpha and beta") {
    check_multiply(8, 8, 8, {0.5f, 1}); // what is a fault below may have a name here
    check_multiply(5, 7, 6, {0.5f, 1});
    check_multiply(7, 5, 6, {1, -2});
    check_multiply(20, 9, 33, {-1.5f, 0.25f});
    check_multiply(9, 4, 3, {2, 0});
}

TEST_CASE("1: multiply, rows with padding") {
    check_multiply(8, 8, 8, {1, 0}, 1);
    check_multiply(5, 7, 6, {1, 0}, 1);
    check_multiply(40, 30, 50, {1, 0.5f}, 3);
}

TEST_CASE("1: multiply, in its stream") { check_stream(1); }

TEST_CASE("2: multiply_transposed") {
    for (const int side : {8, 1}) check_transposed(side, side, side);
    check_transposed(3, 4, 5);
    check_transposed(7, 2, 3);
    check_transposed(1, 33, 20);
    const Run run = check_transposed(70, 66, 17);
    CHECK_THAT(run, KeepsTheHandle());
}

TEST_CASE("2: multiply_transposed, in its stream") { check_stream(2); }

TEST_CASE("3: multiply_all") {
    check_all(3, 4, 5, 1);
    check_all(4, 4, 4, 2);
    check_all(6, 3, 2, 7);
    const Run run = check_all(20, 30, 10, 33);
    CHECK_THAT(run, KeepsTheHandle());
}

TEST_CASE("3: multiply_all, in its stream") { check_stream(3); }

WORKBOOK_GAIN(gain) {
    const int n = static_cast<int>(gain.size(128, 2048));
    const Rows a(n, n), b(n, n);
    Rows c(n, n);
    gain.about("multiply() of matrices of ", n, " x ", n);
    WORKBOOK_GAIN_CALL(gain, run_multiply, device_in(a.values), n, device_in(b.values), n,
                       device_out<float>(c.values.size()), n, n, n, n, 1.0f, 0.0f);
    gain.beside("A loop", [&] {
        std::fill(c.values.begin(), c.values.end(), 0.0f);
        for (int i = 0; i < n; ++i)
            for (int p = 0; p < n; ++p)
                for (int j = 0; j < n; ++j) c.at(i, j) += a.at(i, p) * b.at(p, j);
    });
    if (gain.on_gpu()) return;
    const std::uint64_t bytes = 3 * 2 * sizeof(float) * c.values.size();
    gain.say("One kernel. With transposes before and after it would be four, ", in_bytes(bytes),
             " moved besides, and memory for three matrices.");
}
