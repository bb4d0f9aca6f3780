// Checks of lesson 29. The reference walks the values one by one and works in double; counts are
// whole numbers, so all comparisons are exact.
#include "histogram_private.hpp"

#include "harness/harness.hpp"
#include "harness/shared_work.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, histogram)
WORKBOOK_PROMISE(uses_gpu, histogram)
WORKBOOK_PROMISE(reports_errors, histogram)
WORKBOOK_PROMISE(any_size, histogram)

namespace {

using Counts = std::vector<unsigned>;

constexpr int threads_per_block = 256;
constexpr std::size_t values_per_block = 2048;

unsigned blocks_for(std::size_t n) {
    return static_cast<unsigned>(
        std::min<std::size_t>((n + values_per_block - 1) / values_per_block, 2048));
}

Counts reference(const std::vector<float>& values, float low, float high, int bin_count) {
    Counts counts(bin_count, 0);
    const double width = (double{high} - low) / bin_count;
    for (const double x : values) {
        if (!(x >= low && x < high)) continue;
        const int bin = static_cast<int>(std::floor((x - low) / width));
        ++counts[std::min(bin, bin_count - 1)];
    }
    return counts;
}

// A sixth or so of the values lies outside the range, some are NaN. Float and double may disagree
// on the bin of a value that is nearer to an inner edge than float rounds, (x - low) / width times
// a few 2^-24, which is below 0.01 for up to 12288 bins: such values go to the middle of their bin.
std::vector<float> mixed_values(std::size_t n, float low, float high, int bin_count) {
    auto values = random_normals<float>(n, (low + high) / 2.0, (high - low) / 2.8);
    const double width = (double{high} - low) / bin_count;
    for (float& x : values) {
        if (!(x >= low && x < high)) continue;
        const double place = (double{x} - low) / width;
        if (std::abs(place - std::round(place)) < 0.01)
            x = static_cast<float>(low + (std::floor(place) + 0.5) * width);
    }
    for (std::size_t i = 5; i < n; i += 97) values[i] = std::numeric_limits<float>::quiet_NaN();
    return values;
}

Run check_histogram(const std::vector<float>& values, float low, float high, int bin_count,
                    std::uint64_t schedule = 0) {
    INFO("n = " << values.size() << ", range [" << low << ", " << high << "), " << bin_count
                << " bins, " << blocks_for(values.size()) << " blocks");
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, histogram, device_in(values), values.size(), low,
                                     high, device_out<unsigned>(bin_count), bin_count);
    REQUIRE_THAT(run, completed());
    const Counts expected = reference(values, low, high, bin_count);
    REQUIRE_THAT(run, output_equals(4, expected));
    if (std::any_of(expected.begin(), expected.end(), [](unsigned count) { return count > 0; }))
        REQUIRE_THAT(run,
                     traffic("shared_atomic_lanes", at_least(1),
                             "the counts are right, but nothing was counted in shared memory"));
    return run;
}

// All of them in one of 16 or of 64 bins of [-4, 4).
std::vector<float> one_bin(std::size_t n) { return random_reals<float>(n, 0.01, 0.115); }

} // namespace

TEST_CASE("one block, fewer bins than threads") {
    for (const int bin_count : {1, 10, 256})
        check_histogram(mixed_values(1000, -4, 4, bin_count), -4, 4, bin_count);
}

TEST_CASE("one block, more bins than threads") {
    for (const int bin_count : {257, 1000, 12'288})
        check_histogram(mixed_values(1000, -1, 1, bin_count), -1, 1, bin_count);
}

TEST_CASE("any number of values, many blocks", "[weight:2]") {
    for (const std::size_t n : awkward_sizes())
        check_histogram(mixed_values(n, -4, 4, 40), -4, 4, 40);
}

TEST_CASE("many blocks, any range, any number of bins", "[weight:2]") {
    check_histogram(mixed_values(20'000, 100, 228, 1), 100, 228, 1);
    check_histogram(mixed_values(20'000, -3, -1, 257), -3, -1, 257);
    check_histogram(mixed_values(20'000, -1e6f, 3e6f, 1000), -1e6f, 3e6f, 1000);
    check_histogram(mixed_values(20'000, 0, 1, 12'288), 0, 1, 12'288);
}

TEST_CASE("every value in one bin; no value in any") {
    check_histogram(one_bin(50'000), -4, 4, 16);
    check_histogram(std::vector<float>(5000, 4.0f), -4, 4, 16);
}

TEST_CASE("any order of blocks and warps") {
    for (const std::uint64_t seed : random_integers<std::uint64_t>(3, 1, 1'000'000))
        check_histogram(mixed_values(10'000, -4, 4, 300), -4, 4, 300, seed);
}

TEST_CASE("a block asks for exactly its bins in shared memory") {
    for (const int bin_count : {10, 700}) {
        const auto values = mixed_values(5000, -4, 4, bin_count);
        const Run run = check_histogram(values, -4, 4, bin_count);
        INFO(bin_count << " bins");
        REQUIRE_THAT(run, launched(1));
        CHECK_THAT(run, launched_with(grid(blocks_for(5000)), block(threads_per_block),
                                      dynamic_shared(bin_count * sizeof(unsigned))));
    }
}

TEST_CASE("blocks meet in global memory once a bin", "[weight:2]") {
    // Where lesson 25 makes 200000 atomic additions in global memory, 98 blocks of 64 bins need at
    // most 6272: one for each bin and block.
    const std::size_t n = 200'000;
    const int bin_count = 64;
    const double blocks = blocks_for(n);
    for (const auto& values : {one_bin(n), mixed_values(n, -4, 4, bin_count)}) {
        const Run run = check_histogram(values, -4, 4, bin_count);
        CHECK_THAT(run, traffic("global_atomic_lanes", at_most(blocks * bin_count),
                                "too many atomic additions in global memory: a block adds each of "
                                "its bins once, when all its values are counted"));
        CHECK_THAT(run,
                   traffic("global_atomic_requests", at_most(blocks * bin_count / 32),
                           "the bins are added one after the other: all threads of a block are "
                           "to take part, a warp adding 32 bins with one instruction"));
        CHECK_THAT(run, traffic("shared_store_requests", at_most(blocks * bin_count / 32),
                                "bins are cleared one after the other, or more than once: all "
                                "threads of a block are to take part, each with bins of its own"));
    }
}

TEST_CASE("each bin is cleared once") {
    // More bins than threads, and more blocks than either.
    const std::size_t n = 600'000;
    for (const int bin_count : {40, 300, 1000}) {
        const Run run = check_histogram(mixed_values(n, -4, 4, bin_count), -4, 4, bin_count);
        INFO(bin_count << " bins");
        CHECK_THAT(run, traffic("shared_store_bytes", at_most(4.0 * blocks_for(n) * bin_count),
                                "bins are cleared more than once: the walk over them goes in steps "
                                "of as many bins as a block has threads"));
    }
    // More bins than values: most of the time goes into clearing and adding.
    const int bin_count = 12'288;
    const Run run = check_histogram(mixed_values(200'000, -4, 4, bin_count), -4, 4, bin_count);
    INFO(bin_count << " bins");
    CHECK_THAT(run, work_shared(threads_per_block / 32, at_most(1.8),
                                "one warp of a block clears, or adds, more bins than others: all "
                                "threads are to take part, each with bins of its own"));
}

WORKBOOK_GAIN(gain) {
    const std::size_t n = gain.size(200'000, 1 << 22);
    const float low = -4, high = 4;
    const int bin_count = 64;
    const auto values = mixed_values(n, low, high, bin_count);
    Counts counts = reference(values, low, high, bin_count);
    const auto naive = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    gain.about(n, " values in ", bin_count, " bins");
    WORKBOOK_GAIN_CALL(gain, histogram, device_in(values), n, low, high,
                       device_out<unsigned>(bin_count), bin_count);
    gain.beside("A loop", [&] {
        std::fill(counts.begin(), counts.end(), 0u);
        for (const float x : values)
            if (x >= low && x < high)
                ++counts[std::min(static_cast<int>((x - low) / (high - low) * bin_count),
                                  bin_count - 1)];
    });
    const std::uint64_t own = gain.count("global_atomic_lanes");
    gain.say("Your ", gain.blocks(), " blocks made ", own, " atomic additions in global memory.");
    gain.say("Without private bins there is one for each value in the range, ", naive, ": ",
             times_as(naive, own), ".");
}
