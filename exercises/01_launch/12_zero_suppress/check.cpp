// Checks of lesson 12. The reference compares in int, which no 16-bit number overflows; all
// comparisons are exact.
#include "zero_suppress.hpp"

#include "harness/harness.hpp"
#include "harness/shared_work.hpp"

#include <algorithm>
#include <cmath>

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, zero_suppress)
WORKBOOK_PROMISE(uses_gpu, zero_suppress)
WORKBOOK_PROMISE(any_size, zero_suppress)

namespace {

using Samples = std::vector<std::int16_t>;

constexpr int smallest = -32768, largest = 32767;

Samples reference(const Samples& input, int threshold) {
    Samples expected = input;
    for (std::int16_t& value : expected) {
        if (std::abs(int{value}) < threshold) value = 0;
    }
    return expected;
}

Run check_suppress(const Samples& input, int threshold) {
    INFO("n = " << input.size() << ", threshold = " << threshold);
    Run run = WORKBOOK_RUN(zero_suppress, device_in(input), device_out<std::int16_t>(input.size()),
                           input.size(), threshold);
    REQUIRE_THAT(run, completed());
    REQUIRE_THAT(run, output_equals(1, reference(input, threshold)).from({0}));
    return run;
}

void check_once(const Run& run, std::size_t n) {
    REQUIRE_THAT(run, launched(1));
    const auto count = static_cast<double>(n);
    CHECK_THAT(run, traffic("global_load_bytes", per(count, "sample"), at_most(2),
                            "samples are read more than once: keep what you have read"));
    CHECK_THAT(run, traffic("global_store_bytes", per(count, "sample"), at_most(2),
                            "samples are written more than once"));
}

// A detector's signal: 23 periods of pulses over noise with a deviation of 3, cut to whole numbers.
// `sign`: +1 for pulses upwards, -1 downwards.
Samples waveform(std::size_t n, int sign) {
    const auto noise = random_normals<double>(n, 0, 3);
    Samples samples(n);
    for (std::size_t i = 0; i < n; ++i) {
        const double phase = static_cast<double>(i) / (static_cast<double>(n) / 23);
        const double pulse = std::max(std::sin(phase) - 0.3, 0.0) * 300;
        samples[i] = static_cast<std::int16_t>(noise[i] + sign * pulse);
    }
    return samples;
}

} // namespace

TEST_CASE("a signal with pulses upwards") { check_suppress(waveform(100'000, +1), 15); }

TEST_CASE("a signal with pulses downwards", "[weight:2]") {
    check_suppress(waveform(100'000, -1), 15);
}

TEST_CASE("just below, at and just above the threshold, on both sides") {
    Samples samples;
    for (int value = -17; value <= 17; ++value) samples.push_back(static_cast<std::int16_t>(value));
    check_suppress(samples, 15);
    check_suppress(samples, 1);
    check_suppress(samples, 0);
}

TEST_CASE("the ends of the range") {
    Samples samples;
    for (const int value : {smallest, smallest + 1, smallest + 2, -1, 0, 1, largest - 1, largest})
        samples.push_back(static_cast<std::int16_t>(value));
    for (const int threshold : {15, 0, 1, largest - 1, largest}) check_suppress(samples, threshold);
}

TEST_CASE("any number of samples of any size", "[weight:2]") {
    for (const std::size_t n : awkward_sizes())
        check_suppress(random_integers<std::int16_t>(n, smallest, largest), 12'345);
    const std::size_t n = 2'100'001; // more than 8192 blocks of 256: with as many, threads go round
    const Samples samples = random_integers<std::int16_t>(n, smallest, largest);
    check_once(check_suppress(samples, 12'345), n);
}

TEST_CASE("each sample is read once and written once, by neighbouring threads") {
    const std::size_t n = 100'003;
    const Run run = check_suppress(waveform(n, +1), 15);
    check_once(run, n);
    // A warp's neighbours use all bytes of the sectors that they read, one sample at a time or
    // eight.
    CHECK_THAT(run, traffic("global_load_sectors", per("global_load_bytes"), at_most(1.03 / 32),
                            "the threads of a warp read samples that lie far apart"));
    CHECK_THAT(run, work_shared(64, at_most(6),
                                "one warp or block does the work of the others: all threads of the "
                                "grid are to take samples"));
}
