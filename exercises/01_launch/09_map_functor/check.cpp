// Checks of lesson 09. The references are std::transform and loops. All comparisons are exact: each
// result is made by one operation that IEEE 754 rounds in one way only (a quotient, a root), or of
// numbers so small that nothing is rounded.
#include "map_functor.hpp"

#include "harness/harness.hpp"
#include "harness/shared_work.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, map_difference, map_third, map_root, map_three, map_line, map_fill,
                 map_counted, calibrate)
WORKBOOK_PROMISE(uses_gpu, map_difference, map_third, map_root, map_three, map_line, map_fill,
                 map_counted, calibrate)
WORKBOOK_PROMISE(fills_gpu, map_difference, map_third, map_root, map_three, map_line, map_fill,
                 map_counted, calibrate)
WORKBOOK_PROMISE(reports_errors, map_difference, map_third, map_root, map_three, map_line, map_fill,
                 map_counted, calibrate)
WORKBOOK_PROMISE(any_size, map_difference, map_third, map_root, map_three, map_line, map_fill,
                 calibrate)

namespace {

std::vector<int> numbers(std::size_t n) {
    return random_integers<int>(n, -1'000'000'000, 1'000'000'000);
}

std::vector<int> small_numbers(std::size_t n) { return random_integers<int>(n, -9999, 9999); }

// After every run, smallest first: a kernel whose every thread does everything would be waited
// for at the large sizes.
void check_work(const Run& run, std::size_t n, std::size_t element_bytes) {
    CHECK_THAT(run, copied(0, host_to_device) && copied(0, device_to_host));
    if (n == 0) return;
    REQUIRE_THAT(run, launched(1));
    const auto count = static_cast<double>(n);
    REQUIRE_THAT(run, traffic("global_store_bytes", per(count, "element"),
                              exactly(static_cast<double>(element_bytes)),
                              "elements are written more than once: each belongs to one thread"));
    if (n < 1000) return; // the last warp of few is half empty
    REQUIRE_THAT(run, traffic("global_store_requests", per(count, "element"), at_most(2.2 / 32),
                              "a warp writes for few of its 32 threads at a time: is the work "
                              "spread over all of them?"));
    if (n < 1'000'000) return; // where all of a large grid's blocks have work
    REQUIRE_THAT(run,
                 work_shared(64, at_most(4),
                             "one warp or block does the work of the others: it is to be spread "
                             "over the whole GPU"));
}

} // namespace

TEST_CASE("two inputs, in order, at every count", "[weight:2]") {
    std::vector<std::size_t> sizes = awkward_sizes();
    // One element more than blocks of 256 threads have, one less than two of them have.
    sizes.insert(sizes.end(), {257, 511});
    sizes.push_back(2'100'001); // more than most_blocks blocks hold: threads go round
    for (const std::size_t n : sizes) {
        INFO("map(n, out, a - b, a, b): n = " << n);
        const auto a = numbers(n), b = numbers(n);
        const Run run =
            WORKBOOK_RUN(map_difference, device_in(a), device_in(b), device_out<int>(n), n);
        REQUIRE_THAT(run, completed());
        std::vector<int> expected(n);
        std::transform(a.begin(), a.end(), b.begin(), expected.begin(), std::minus<>{});
        REQUIRE_THAT(run, output_equals(2, expected).from({0, 1}));
        check_work(run, n, sizeof(int));
    }
}

TEST_CASE("double from int, float from float") {
    for (const std::size_t n : {1, 33, 1025, 5000}) {
        INFO("n = " << n);
        const auto x = numbers(n);
        const Run third = WORKBOOK_RUN(map_third, device_in(x), device_out<double>(n), n);
        REQUIRE_THAT(third, completed());
        std::vector<double> thirds(n);
        std::transform(x.begin(), x.end(), thirds.begin(), [](int v) { return v / 3.0; });
        REQUIRE_THAT(third, output_equals(1, thirds).from({0}));
        check_work(third, n, sizeof(double));

        const auto y = random_reals<float>(n, 0.0, 1000.0);
        const Run root = WORKBOOK_RUN(map_root, device_in(y), device_out<float>(n), n);
        REQUIRE_THAT(root, completed());
        std::vector<float> roots(n);
        std::transform(y.begin(), y.end(), roots.begin(), [](float v) { return std::sqrt(v); });
        REQUIRE_THAT(root, output_equals(1, roots).from({0}));
        check_work(root, n, sizeof(float));
    }
}

TEST_CASE("three inputs of two types, 64 bits") {
    for (const std::size_t n : {1, 33, 1025, 5000}) {
        INFO("map(n, out, a * b + c, a, b, c): n = " << n);
        const auto a = numbers(n), c = numbers(n);
        const auto b = random_integers<std::int64_t>(n, -4'000'000'000, 4'000'000'000);
        const Run run = WORKBOOK_RUN(map_three, device_in(a), device_in(b), device_in(c),
                                     device_out<std::int64_t>(n), n);
        REQUIRE_THAT(run, completed());
        std::vector<std::int64_t> expected(n);
        for (std::size_t i = 0; i < n; ++i) expected[i] = a[i] * b[i] + c[i];
        REQUIRE_THAT(run, output_equals(3, expected).from({0, 1, 2}));
        check_work(run, n, sizeof(std::int64_t));
    }
}

TEST_CASE("an op that carries values, and one without inputs") {
    for (const std::size_t n : {1, 33, 1025, 5000}) {
        INFO("n = " << n);
        const auto x = small_numbers(n);
        const int slope = small_numbers(1)[0], offset = small_numbers(1)[0];
        const Run line = WORKBOOK_RUN(map_line, device_in(x), slope, offset, device_out<int>(n), n);
        REQUIRE_THAT(line, completed());
        std::vector<int> expected(n);
        for (std::size_t i = 0; i < n; ++i) expected[i] = slope * x[i] + offset;
        REQUIRE_THAT(line, output_equals(3, expected).from({0}));
        check_work(line, n, sizeof(int));

        const double value = random_reals<double>(1, 1.0, 2.0)[0];
        const Run fill = WORKBOOK_RUN(map_fill, value, device_out<double>(n), n);
        REQUIRE_THAT(fill, completed());
        REQUIRE_THAT(fill, output_equals(1, std::vector<double>(n, value)));
        check_work(fill, n, sizeof(double));
    }
}

// A second call of an op that only computes costs nothing: the compiler makes one of both. Not so
// of this one.
TEST_CASE("op is called once for each element") {
    for (const std::size_t n : {1, 33, 1025, 5000}) {
        INFO("map(n, out, an op that counts its calls, x): n = " << n);
        const auto x = numbers(n);
        const auto before = static_cast<unsigned>(random_integers<int>(1, 1, 1'000'000)[0]);
        const Run run =
            WORKBOOK_RUN(map_counted, device_in(x), device_inout(std::vector<unsigned>{before}),
                         device_out<int>(n), n);
        REQUIRE_THAT(run, completed());
        REQUIRE_THAT(run, output_equals(2, x).from({0}));
        if (const unsigned calls = run.output<unsigned>(1)[0] - before; calls != n)
            FAIL("op was called " << calls << " times for " << n << " elements");
    }
}

// Quarters: differences and products are exact in float. Numbers beyond 16 bits, and below 0:
// counts are ints.
TEST_CASE("calibrate, at every count", "[weight:2]") {
    for (const std::size_t n : awkward_sizes()) {
        const auto counts = random_integers<int>(n, -30'000, 60'000);
        const float pedestal = 100.25f + random_integers<int>(1, 0, 99)[0];
        const float gain = 2.5f + random_integers<int>(1, 0, 9)[0];
        INFO("calibrate: n = " << n << ", pedestal = " << pedestal << ", gain = " << gain);
        const Run run =
            WORKBOOK_RUN(calibrate, device_in(counts), pedestal, gain, device_out<float>(n), n);
        REQUIRE_THAT(run, completed());
        std::vector<float> expected(n);
        for (std::size_t i = 0; i < n; ++i) expected[i] = gain * (counts[i] - pedestal);
        REQUIRE_THAT(run, output_equals(3, expected).from({0}));
        check_work(run, n, sizeof(float));
    }
}
