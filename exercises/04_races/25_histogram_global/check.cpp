// Checks of lesson 25. The reference walks the values one by one and works in double.
#include "histogram_global.hpp"

#include "harness/harness.hpp"
#include "harness/shared_work.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

using namespace workbook;

WORKBOOK_PROMISE(uses_gpu, histogram)
WORKBOOK_PROMISE(fills_gpu, histogram)
WORKBOOK_PROMISE(any_size, histogram)

namespace {

using Counts = std::vector<unsigned int>;

Counts reference(const std::vector<float>& values, float low, float high, int bin_count) {
    Counts counts(bin_count, 0);
    const double width = (static_cast<double>(high) - low) / bin_count;
    for (const double x : values) {
        if (!(x >= low && x < high)) continue; // NaN is not in the range either
        const int bin = static_cast<int>(std::floor((x - low) / width));
        ++counts[std::min(bin, bin_count - 1)];
    }
    return counts;
}

// Float and double may disagree on the bin of a value that lies closer to an inner edge than the
// rounding error of (x - low) / width: a few units of 2^-24 times the number of bins. Such values
// are moved to the middle of their bin, so that the counts can be compared exactly.
void keep_off_inner_edges(std::vector<float>& values, float low, float high, int bin_count) {
    const double width = (static_cast<double>(high) - low) / bin_count;
    for (float& x : values) {
        if (!(x >= low && x < high)) continue;
        const double place = (static_cast<double>(x) - low) / width;
        const double distance = std::abs(place - std::round(place));
        if (distance < 1e-3) x = static_cast<float>(low + (std::floor(place) + 0.5) * width);
    }
}

std::vector<float> normal_values(std::size_t n, float low, float high, int bin_count) {
    // A little wider than the range, so that both ends see values outside it.
    const double middle = (low + high) / 2.0, spread = (high - low) / 4.0;
    auto values = random_normals<float>(n, middle, spread);
    keep_off_inner_edges(values, low, high, bin_count);
    return values;
}

Run check_histogram(const std::vector<float>& values, float low, float high, int bin_count) {
    INFO("n = " << values.size() << ", range [" << low << ", " << high << "), " << bin_count
                << " bins");
    Run run = WORKBOOK_RUN(histogram, device_in(values), values.size(), low, high,
                           device_out<unsigned int>(bin_count), bin_count);
    REQUIRE_THAT(run, completed());
    REQUIRE_THAT(run, output_equals(4, reference(values, low, high, bin_count)));
    return run;
}

} // namespace

TEST_CASE("counts values at every size", "[weight:2]") {
    for (const std::size_t n : awkward_sizes()) {
        check_histogram(normal_values(n, -4.0f, 4.0f, 10), -4.0f, 4.0f, 10);
    }
}

TEST_CASE("works for any range and any number of bins") {
    check_histogram(normal_values(5000, 100.0f, 228.0f, 1), 100.0f, 228.0f, 1);
    check_histogram(normal_values(5000, -3.0f, -1.0f, 7), -3.0f, -1.0f, 7);
    check_histogram(normal_values(20000, 0.0f, 1.0f, 256), 0.0f, 1.0f, 256);
    check_histogram(normal_values(20000, -1e6f, 3e6f, 1000), -1e6f, 3e6f, 1000);
    // More bins than 16 bits count; bins of width 1, so that nothing is rounded.
    check_histogram(normal_values(20000, 0.0f, 70'000.0f, 70'000), 0.0f, 70'000.0f, 70'000);
}

TEST_CASE("counts nothing below the range, at its upper end, or beyond") {
    // A quarter of a bin below `low`: a conversion that rounds towards zero puts it into bin 0.
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const std::vector<float> values = {
        -4.2f,     -4.79f,   std::nextafter(-4.0f, -5.0f),
        4.0f,      4.2f,     std::nextafter(4.0f, 5.0f),
        -infinity, infinity, std::numeric_limits<float>::quiet_NaN()};
    std::vector<float> many;
    for (int copies = 0; copies < 40; ++copies)
        many.insert(many.end(), values.begin(), values.end());
    check_histogram(many, -4.0f, 4.0f, 10);
}

TEST_CASE("counts both ends of the range and every edge between bins") {
    // The width is 0.5: every edge is a float, and x - low is exact there.
    std::vector<float> values;
    for (int edge = 0; edge <= 16; ++edge) {
        const float x = -4.0f + 0.5f * static_cast<float>(edge);
        values.insert(values.end(), static_cast<std::size_t>(edge + 1), x);
    }
    values.push_back(std::nextafter(4.0f, 0.0f)); // rounds up to bin_count in float
    // Just below an inner edge: 2^-20 is exact beside all of them, and so is the quotient.
    for (int edge = 1; edge < 16; ++edge)
        values.insert(values.end(), 3,
                      -4.0f + 0.5f * static_cast<float>(edge) - std::ldexp(1.0f, -20));
    check_histogram(values, -4.0f, 4.0f, 16);
}

TEST_CASE("loses no count when every value meets in one bin", "[weight:2]") {
    const auto noise = random_reals<float>(50000, 0.01, 0.49);
    const Run run = check_histogram(noise, -4.0f, 4.0f, 16);
    CHECK_THAT(run, work_shared(8, at_most(4),
                                "all threads of the grid are to share the values: value i is for "
                                "thread i, or for the thread that comes to it in its loop"));
}

TEST_CASE("starts from zero at every call, leaves its input alone, launches one kernel") {
    const auto values = normal_values(4096, -4.0f, 4.0f, 10);
    for (int call = 0; call < 2; ++call) {
        const Run run = WORKBOOK_RUN(histogram, device_in(values), values.size(), -4.0f, 4.0f,
                                     device_out<unsigned int>(10), 10);
        REQUIRE_THAT(run, completed());
        REQUIRE_THAT(run, output_equals(4, reference(values, -4.0f, 4.0f, 10)));
        CHECK_THAT(run, launched(1));
    }
}

TEST_CASE("adds with an atomic instruction") {
    CHECK_THAT(learner_ptx(), has(R"((atom|red)\S*\.(add|inc|cas))",
                                  "no atomic addition is in the compiled kernel: without one, two "
                                  "threads that read the same count both write it plus one"));
}

WORKBOOK_GAIN(gain) {
    const std::size_t n = gain.size(100'000, 1 << 22);
    const float low = -4.0f, high = 4.0f;
    const int bin_count = 64;
    const auto values = normal_values(n, low, high, bin_count);
    Counts counts(bin_count);
    gain.about(n, " values in ", bin_count, " bins");
    WORKBOOK_GAIN_CALL(gain, histogram, device_in(values), n, low, high,
                       device_out<unsigned int>(bin_count), bin_count);
    gain.beside("A loop", [&] {
        std::fill(counts.begin(), counts.end(), 0u);
        for (const float x : values)
            if (x >= low && x < high)
                ++counts[std::min(static_cast<int>((x - low) / (high - low) * bin_count),
                                  bin_count - 1)];
    });
    gain.say("Your warps made ", gain.count("global_atomic_requests"),
             " atomic additions, of up to 32 values each; a loop on one core makes ",
             gain.count("global_atomic_lanes"), ".");
    gain.say("Where values of a warp met in one bin, they waited for each other: ",
             gain.count("global_atomic_conflicts"), " turns more.");
}
