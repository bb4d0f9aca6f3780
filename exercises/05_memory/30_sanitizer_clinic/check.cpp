// Checks of lesson 30: one case for each patient, and each fails on the code that is handed out.
// All comparisons are exact: integers, and floats of which header and data see to it that nothing
// is rounded (multiples of 1/4 below 2^20; widths and ranges that are powers of two).
#include "sanitizer_clinic.hpp"

#include "harness/harness.hpp"
#include "harness/shared_work.hpp"

#include <algorithm>
#include <cmath>

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, histogram, relative_places, steps_between, sums_of_three,
                 reverse_stretches)
WORKBOOK_PROMISE(reports_errors, histogram, relative_places, steps_between, sums_of_three,
                 reverse_stretches)
WORKBOOK_PROMISE(uses_gpu, histogram, relative_places, steps_between, sums_of_three,
                 reverse_stretches)
WORKBOOK_PROMISE(any_size, histogram, relative_places, steps_between, sums_of_three,
                 reverse_stretches)

namespace {

unsigned blocks_for(std::size_t n) {
    return static_cast<unsigned>((n + threads_per_block - 1) / threads_per_block);
}

// One that does everything with a single thread, warp or block has no races either.
void check_launch(const Run& run, std::size_t n, unsigned most = ~0u) {
    if (n == 0) return;
    REQUIRE_THAT(run, launched(1) && copied(0, device_to_host) && copied(0, host_to_device));
    REQUIRE_THAT(run, launched_with(grid(std::min(blocks_for(n), most)), block(threads_per_block)));
    if (n > 100'000)
        REQUIRE_THAT(run,
                     work_shared(threads_per_block / 32, at_most(2),
                                 "one thread or warp does the work of the others: then there is "
                                 "nothing to race with, and nothing to cure"));
}

// Multiples of 1/4 from low to high.
std::vector<float> quarters(std::size_t n, float low, float high) {
    const auto numbers =
        random_integers<int>(n, static_cast<int>(low * 4), static_cast<int>(high * 4));
    std::vector<float> values(n);
    std::transform(numbers.begin(), numbers.end(), values.begin(),
                   [](int number) { return static_cast<float>(number) / 4; });
    return values;
}

std::vector<int> numbers(std::size_t n) { return random_integers<int>(n, -1'000'000, 1'000'000); }

void check_histogram(std::size_t n, float low, float width, int bin_count) {
    const float high = low + width * static_cast<float>(bin_count);
    INFO("n = " << n << ", " << bin_count << " bins of " << width << " each, from " << low << " to "
                << high << "; values outside belong to no bin");
    const auto values = quarters(n, low - 3 * width, high + 3 * width);
    const Run run = WORKBOOK_RUN(histogram, device_in(values), n, low, width,
                                 device_inout(std::vector<int>(bin_count)), bin_count);
    REQUIRE_THAT(run, completed());
    std::vector<int> expected(bin_count);
    for (const double x : values)
        for (int bin = 0; bin < bin_count; ++bin)
            expected[bin] += low + bin * width <= x && x < low + (bin + 1) * width;
    REQUIRE_THAT(run, output_equals(4, expected));
    check_launch(run, n, most_blocks);
}

void check_places(std::size_t n, float low, float high) {
    INFO("n = " << n << ", low = " << low << ", high = " << high);
    const auto values = quarters(n, low - 5, high + 5);
    const Run run =
        WORKBOOK_RUN(relative_places, device_in(values), n, low, high, device_out<float>(n));
    REQUIRE_THAT(run, completed());
    std::vector<float> expected(n);
    for (std::size_t i = 0; i < n; ++i)
        expected[i] = static_cast<float>((double{values[i]} - low) / (double{high} - low));
    REQUIRE_THAT(run, output_equals(4, expected).from({0}));
    check_launch(run, n);
}

void check_steps(std::size_t n, std::uint64_t schedule = 0) {
    INFO("n = " << n);
    const auto values = numbers(n);
    const Run run =
        WORKBOOK_RUN_SCHEDULED(schedule, steps_between, device_in(values), n, device_out<int>(n));
    REQUIRE_THAT(run, completed());
    std::vector<int> expected(n);
    for (std::size_t i = 0; i < n; ++i) expected[i] = values[i] - (i > 0 ? values[i - 1] : 0);
    REQUIRE_THAT(run, output_equals(2, expected));
    check_launch(run, n);
    if (n == 0) return;
    const auto most = static_cast<double>((n + blocks_for(n)) * sizeof(int));
    REQUIRE_THAT(run, traffic("global_load_bytes", at_most(most),
                              "values are read from global memory twice: the tile is there so that "
                              "a thread gets its neighbour's value from shared memory"));
}

void check_sums(std::size_t n) {
    INFO("n = " << n);
    const auto values = numbers(n);
    const Run run = WORKBOOK_RUN(sums_of_three, device_in(values), n, device_out<int>(n));
    REQUIRE_THAT(run, completed());
    std::vector<int> expected(n);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t k = i > 0 ? i - 1 : 0; k <= i + 1 && k < n; ++k) expected[i] += values[k];
    REQUIRE_THAT(run, output_equals(2, expected));
    check_launch(run, n);
}

void check_reversed(std::size_t n, std::uint64_t schedule = 0) {
    INFO("n = " << n);
    auto expected = numbers(n);
    const Run run = WORKBOOK_RUN_SCHEDULED(schedule, reverse_stretches, device_inout(expected), n);
    REQUIRE_THAT(run, completed());
    for (auto begin = expected.begin(); begin != expected.end();) {
        const auto length = std::min<std::ptrdiff_t>(threads_per_block, expected.end() - begin);
        std::reverse(begin, begin + length);
        begin += length;
    }
    REQUIRE_THAT(run, output_equals(0, expected));
    check_launch(run, n, most_blocks);
}

} // namespace

TEST_CASE("patient 1: histogram") {
    check_histogram(1000, -4.0f, 0.5f, 16);
    check_histogram(1000, 2.0f, 1.0f, 1);
    check_histogram(1000, -2.75f, 0.25f, 70'000); // neither a whole number, nor one of 16 bits
    for (const std::size_t n : awkward_sizes()) check_histogram(n, -8.0f, 2.0f, 10);
}

TEST_CASE("patient 2: relative_places") {
    check_places(1000, -4.0f, 4.0f);
    check_places(1000, 0.0f, 16.0f);
    for (const std::size_t n : awkward_sizes()) check_places(n, 2.75f, 10.75f);
}

TEST_CASE("patient 3: steps_between") {
    check_steps(1000);
    for (const std::size_t n : awkward_sizes()) check_steps(n);
    for (const std::uint64_t seed : random_integers<std::uint64_t>(3, 1, 1'000'000))
        check_steps(2000, seed);
}

// 1000 first: its last block has threads to spare.
TEST_CASE("patient 4: sums_of_three") {
    check_sums(1000);
    check_sums(1024);
    for (const std::size_t n : awkward_sizes()) check_sums(n);
}

TEST_CASE("patient 5: reverse_stretches") {
    check_reversed(1000);
    for (const std::size_t n : awkward_sizes()) check_reversed(n);
    for (const std::uint64_t seed : random_integers<std::uint64_t>(3, 1, 1'000'000))
        check_reversed(20'000, seed);
}
