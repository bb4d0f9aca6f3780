// Checks of lesson 26. The references take the readings one by one; nothing is computed, so all
// comparisons are exact, to the bit. What `before` must be depends on the order; what it may be,
// taken together, does not: the readings that replaced a peak form a chain from the first peak to
// the last.
#include "atomic_compare_and_swap.hpp"

#include "harness/harness.hpp"
#include "harness/shared_work.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <sstream>

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, raise_peaks, find_coldest)
WORKBOOK_PROMISE(uses_gpu, raise_peaks, find_coldest)
WORKBOOK_PROMISE(any_size, raise_peaks)

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr Candidate no_candidate{infinity, 0xffffffffu};

bool same_bits(float a, float b) {
    return std::bit_cast<unsigned>(a) == std::bit_cast<unsigned>(b);
}

// +0 above -0, NaN above nothing.
bool higher(float reading, float peak) {
    if (reading == 0 && peak == 0) return std::signbit(peak) && !std::signbit(reading);
    return reading > peak;
}

struct Readings {
    std::vector<float> values;
    std::vector<std::uint32_t> sensors;
    std::vector<float> peaks; // of each sensor, before the call
};

std::vector<float> expected_peaks(const Readings& readings) {
    auto peaks = readings.peaks;
    for (std::size_t i = 0; i < readings.values.size(); ++i) {
        float& peak = peaks[readings.sensors[i]];
        if (higher(readings.values[i], peak)) peak = readings.values[i];
    }
    return peaks;
}

std::string shown(float value) {
    std::ostringstream text;
    text.precision(9);
    text << value;
    return text.str();
}

// The readings of one sensor, by what they found.
void check_before(const Readings& readings, const std::vector<float>& before,
                  std::uint32_t sensor) {
    std::vector<std::size_t> replaced, left;
    for (std::size_t i = 0; i < readings.values.size(); ++i) {
        if (readings.sensors[i] != sensor) continue;
        (higher(readings.values[i], before[i]) ? replaced : left).push_back(i);
    }
    std::sort(replaced.begin(), replaced.end(), [&](std::size_t a, std::size_t b) {
        return higher(readings.values[b], readings.values[a]);
    });
    std::vector<float> held{readings.peaks[sensor]}; // one after the other
    for (const std::size_t i : replaced) {
        if (!same_bits(before[i], held.back()))
            FAIL("reading " << i << " (" << shown(readings.values[i])
                            << ") raised the peak of sensor " << sensor << " from "
                            << shown(before[i]) << ", says before[" << i
                            << "]; but the peak below it was " << shown(held.back())
                            << ".\nbefore[i] is to be what was there at the moment of the swap");
        held.push_back(readings.values[i]);
    }
    for (const std::size_t i : left)
        if (std::none_of(held.begin(), held.end(),
                         [&](float h) { return same_bits(h, before[i]); }))
            FAIL(
                "before[" << i << "] is " << shown(before[i])
                          << (same_bits(before[i], readings.values[i])
                                  ? ", which is reading " + std::to_string(i) +
                                        " itself: wanted is the peak from right before"
                                  : ": sensor " + std::to_string(sensor) + " never had that peak"));
}

Run check_raise(const Readings& readings, std::uint64_t schedule = 0) {
    const std::size_t n = readings.values.size();
    INFO("n = " << n << ", " << readings.peaks.size() << " sensors");
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, raise_peaks, device_in(readings.values),
                                     device_in(readings.sensors), n, device_inout(readings.peaks),
                                     device_out<float>(n));
    REQUIRE_THAT(run, completed());
    {
        INFO("the peaks");
        REQUIRE_THAT(run, output_equals(3, expected_peaks(readings)));
    }
    if (n > 0)
        REQUIRE_THAT(run, launched(1) && copied(0, device_to_host) && copied(0, host_to_device));
    const auto before = run.output<float>(4);
    for (std::uint32_t sensor = 0; sensor < readings.peaks.size(); ++sensor)
        check_before(readings, before, sensor);
    return run;
}

Readings random_readings(std::size_t n, std::uint32_t sensors, float low, float high) {
    return {random_reals<float>(n, low, high), random_integers<std::uint32_t>(n, 0, sensors - 1),
            std::vector<float>(sensors, low - 1)};
}

Candidate colder(Candidate holder, const std::vector<float>& readings, std::uint32_t first) {
    for (std::size_t i = 0; i < readings.size(); ++i) {
        const Candidate here{readings[i], first + static_cast<std::uint32_t>(i)};
        if (here.value < holder.value ||
            (here.value == holder.value && here.position < holder.position))
            holder = here;
    }
    return holder;
}

std::string shown(Candidate candidate) {
    if (same_bits(candidate.value, no_candidate.value) &&
        candidate.position == no_candidate.position)
        return "{infinity, 2^32 - 1}, no candidate";
    return "value " + shown(candidate.value) + " at position " + std::to_string(candidate.position);
}

Run check_coldest(const std::vector<float>& readings, std::uint32_t first, Candidate start,
                  std::uint64_t schedule = 0) {
    INFO("n = " << readings.size() << ", first_position = " << first
                << ", *coldest before: " << shown(start));
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, find_coldest, device_in(readings), readings.size(),
                                     first, device_inout(std::vector<Candidate>{start}));
    REQUIRE_THAT(run, completed());
    if (!readings.empty())
        REQUIRE_THAT(run, launched(1) && copied(0, device_to_host) && copied(0, host_to_device));
    const Candidate found = run.output<Candidate>(3)[0], expected = colder(start, readings, first);
    if (found.position != expected.position || !same_bits(found.value, expected.value))
        FAIL("found " << shown(found) << "; expected " << shown(expected)
                      << (found.value == expected.value ? ".\nAmong equals the lowest position wins"
                                                        : ""));
    return run;
}

} // namespace

TEST_CASE("raise_peaks: every sensor has one reading") {
    for (const std::size_t n : {1, 33, 1000}) {
        Readings readings = random_readings(n, static_cast<std::uint32_t>(n), -50, 50);
        readings.sensors = {};
        for (std::uint32_t i = 0; i < n; ++i) readings.sensors.push_back(i);
        readings.peaks = random_reals<float>(n, -50, 50);
        check_raise(readings);
    }
}

TEST_CASE("raise_peaks: readings meet at seven sensors", "[weight:2]") {
    for (const std::size_t n : awkward_sizes()) check_raise(random_readings(n, 7, -100, 300));
}

TEST_CASE("raise_peaks: readings below zero") {
    for (const std::size_t n : {1, 40, 1000, 5000}) check_raise(random_readings(n, 3, -90, -10));
}

TEST_CASE("raise_peaks: one sensor, each reading higher than the one before", "[weight:2]") {
    for (const std::size_t n : {2, 32, 1000}) {
        Readings readings{random_reals<float>(n, -20, 20), std::vector<std::uint32_t>(n), {-100}};
        std::sort(readings.values.begin(), readings.values.end());
        check_raise(readings);
        std::reverse(readings.values.begin(), readings.values.end());
        check_raise(readings);
    }
}

TEST_CASE("raise_peaks: the two zeros, infinity, NaN") {
    const auto at_one_sensor = [](std::vector<float> values, float peak) {
        const std::size_t n = values.size();
        check_raise({std::move(values), std::vector<std::uint32_t>(n), {peak}});
    };
    at_one_sensor({0.0f}, -0.0f);
    at_one_sensor({-0.0f}, 0.0f);
    at_one_sensor({-0.0f}, -1.0f);
    at_one_sensor({not_a_number}, -1.0f);
    at_one_sensor({-not_a_number}, -infinity);
    at_one_sensor({not_a_number, 2.0f, -not_a_number, 1.0f}, -infinity);
    at_one_sensor({infinity, 2.0f}, 1.0f);
    at_one_sensor({0.0f, 5.0f}, -0.0f); // another thread may put +0 where -0 was seen
    for (const auto& choice :
         {std::vector{-0.0f, 0.0f, not_a_number, -1.0f}, {-0.0f, 0.0f, 1e-45f}}) {
        std::vector<float> values;
        for (const auto which : random_integers<std::size_t>(500, 0, choice.size() - 1))
            values.push_back(choice[which]);
        at_one_sensor(values, -infinity);
    }
}

TEST_CASE("raise_peaks: any order of blocks and warps") {
    for (const std::uint64_t seed : random_integers<std::uint64_t>(3, 1, 1'000'000))
        check_raise(random_readings(3000, 5, -100, 100), seed);
}

TEST_CASE("a reading that cannot win leaves without an atomic operation") {
    Readings readings = random_readings(10'000, 4, -100, 100);
    readings.peaks.assign(4, 1000.0f);
    const Run run = check_raise(readings);
    CHECK_THAT(run, traffic("global_atomic_lanes", at_most(0.0),
                            "no reading was higher than its peak, and yet atomic operations were "
                            "made: look first, and swap only what is higher"));
    CHECK_THAT(run, launched(1));
    CHECK_THAT(run, work_shared(10'000 / 32, at_most(1.5),
                                "some threads look at the readings of others, one after the other, "
                                "so that there is no race: one thread for each reading"));
}

TEST_CASE("find_coldest: any number of readings", "[weight:2]") {
    for (const std::size_t n : awkward_sizes())
        check_coldest(random_reals<float>(n, -60, 60), 0, no_candidate);
}

TEST_CASE("find_coldest: among equals the lowest position", "[weight:2]") {
    for (const std::size_t n : {2, 64, 5000, 30'000}) {
        const auto degrees = random_integers<int>(n, -3, 3);
        check_coldest({degrees.begin(), degrees.end()}, 0, no_candidate);
        // The same value everywhere, and an earlier call that found it too, before and after.
        check_coldest(std::vector<float>(n, -7.0f), 1000, {-7.0f, 999});
        check_coldest(std::vector<float>(n, -7.0f), 1000, {-7.0f, 500'000});
    }
    check_coldest({0.0f, -0.0f, 1.0f}, 0, no_candidate);
    check_coldest({2.0f, -0.0f, 0.0f}, 0, no_candidate);
}

TEST_CASE("find_coldest: goes on from what was found before") {
    const auto readings = random_reals<float>(4000, -10, 10);
    check_coldest(readings, 4'000'000'000u, {-11.0f, 17});
    check_coldest(readings, 4'000'000'000u, {-5.0f, 17});
    check_coldest({infinity, infinity}, 5, no_candidate);
}

// None of them wins, so all threads have the same to do.
TEST_CASE("find_coldest: the threads share the readings") {
    const Run run = check_coldest(random_reals<float>(100'000, -10, 10), 1000, {-11.0f, 17});
    CHECK_THAT(run, work_shared(32, at_most(4),
                                "some threads look at the readings of others, one after the other, "
                                "so that there is no race"));
}

TEST_CASE("find_coldest: NaN") {
    check_coldest({not_a_number, -not_a_number, not_a_number}, 0, no_candidate);
    auto readings = random_reals<float>(20'000, -10, 10);
    for (std::size_t i = 0; i < readings.size(); i += 3) readings[i] = not_a_number;
    check_coldest(readings, 0, no_candidate);
}

TEST_CASE("find_coldest: falling readings, any order of blocks and warps") {
    auto readings = random_reals<float>(6000, -40, 40);
    std::sort(readings.rbegin(), readings.rend());
    check_coldest(readings, 0, no_candidate);
    for (const std::uint64_t seed : random_integers<std::uint64_t>(3, 1, 1'000'000))
        check_coldest(readings, 0, no_candidate, seed);
}

TEST_CASE("compare-and-swap is in the compiled kernels") {
    CHECK_THAT(
        learner_ptx().kernel("raise_peaks_kernel"),
        has(R"(atom\S*\.cas\S*\.b32)", "raise_peaks_kernel has no compare-and-swap of 32 bits"));
    CHECK_THAT(
        learner_ptx().kernel("find_coldest_kernel"),
        has(R"(atom\S*\.cas\S*\.b64)",
            "find_coldest_kernel has no compare-and-swap of 64 bits: a value and its position "
            "have to change together"));
}
