// Checks of lesson 20. No clock of this computer is read: f's work is of a known duration by the
// GPU's own clock, and on the virtual GPU that clock and the times of events are one count of
// instructions, the same in every run.
//
// A time may be off by a tenth and 0.03 ms: on a GPU some microseconds lie between two events and
// the work between them, more when the computer is busy; on the virtual one some 3.
#include "event_timer.hpp"

#include "harness/harness.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

using namespace workbook;

WORKBOOK_PROMISE(reports_errors, time_calls, time_pairs, time_hypot)
WORKBOOK_PROMISE(uses_gpu, time_hypot)

namespace {

using Times = std::vector<float>; // milliseconds

float median_of(Times times) {
    std::sort(times.begin(), times.end());
    const std::size_t half = times.size() / 2;
    return times.size() % 2 == 1 ? times[half] : (times[half - 1] + times[half]) / 2;
}

std::string list(const Times& times) {
    std::ostringstream text;
    text.precision(3);
    for (std::size_t i = 0; i < times.size(); ++i) text << (i == 0 ? "" : ", ") << times[i];
    return text.str();
}

bool near(double actual, double expected) {
    return std::abs(actual - expected) <= 0.1 * std::abs(expected) + 0.03;
}

// What a wrong time is, if it can be told: most mistakes give a number that means something.
std::string explain(const Run& run, const Times& busy) {
    const auto actual = run.returned<float>();
    const bool on_virtual_gpu = run.record().on_virtual_gpu;
    if (on_virtual_gpu && !run.trace().calls.contains("cudaEventElapsedTime"))
        return "no event was asked for its time (cudaEventElapsedTime): a clock of the computer "
               "times the launch, which returns before its kernel has run, or the program that "
               "plays GPU, but not the GPU";
    if (std::isnan(actual)) return "this is not a number";
    if (actual < 0) return "a time below zero: which event comes first?";
    if (actual < 0.08)
        return "hardly any time: a launch returns before its kernel has run, and an event has no "
               "time before the GPU has come past it; or are these seconds?";
    Times measured(busy.begin() + 1, busy.end());
    const float last = measured.back(), in_the_middle = measured[measured.size() / 2];
    std::sort(measured.begin(), measured.end());
    const float sum = std::accumulate(measured.begin(), measured.end(), 0.0f);
    const auto count = static_cast<float>(measured.size());
    const std::pair<float, const char*> known[] = {
        {median_of(busy), "this is the median with the warm-up in it"},
        {sum / count, "this is the mean, which one slow call pulls up"},
        {(sum + busy[0]) / count, "this is a mean, and the warm-up is in it"},
        {(sum + busy[0]) / (count + 1), "this is a mean, and the warm-up is in it"},
        {sum, "this is the time of all calls together"},
        {busy[0], "this is the time of the warm-up"},
        {last, "this is the time of the last call"},
        {in_the_middle, "this is the call in the middle: are the times in order?"},
        {measured[measured.size() / 2], "this is one of the two in the middle"},
        {measured[(measured.size() - 1) / 2], "this is one of the two in the middle"},
        {measured.back(), "this is the longest of the times"},
        {measured.front(), "this is the shortest of the times"}};
    const auto distance = [&](const auto& one) { return std::abs(one.first - actual); };
    const auto& closest = *std::ranges::min_element(known, {}, distance);
    if (distance(closest) < 0.01f + 0.02f * actual) return closest.second;
    return "";
}

// How long the calls took lies on the GPU, and f's kernels alone look there. So events are asked,
// and nothing is fetched from the GPU. It tells of each launch how long it took; a real one does
// not.
class TimedByEvents final : public RunMatcher {
  public:
    TimedByEvents(const Times& busy, int kernels) : busy_(busy), kernels_(kernels) {}
    bool match(const Run& run) const override {
        if (!run.record().on_virtual_gpu) return true;
        const auto& calls = run.trace().calls;
        const auto asked = calls.find("cudaEventElapsedTime");
        if (asked == calls.end() || asked->second < busy_.size() - 1)
            return fails(Verdict::requirement,
                         "an event was asked for its time (cudaEventElapsedTime) " +
                             std::to_string(asked == calls.end() ? 0 : asked->second) +
                             " times: each of the " + std::to_string(busy_.size() - 1) +
                             " calls after the warm-up is to be measured on its own");
        for (const Copy& copy : run.trace().copies)
            if (copy.direction == device_to_host)
                return fails(Verdict::requirement, copy.api + " fetched " +
                                                       std::to_string(copy.bytes) +
                                                       " bytes from the GPU: a timer needs none");
        std::vector<double> took;
        for (const Launch& launch : run.launches())
            if (launch.nanoseconds) took.push_back(static_cast<double>(*launch.nanoseconds) * 1e-6);
        if (took.size() != busy_.size() * kernels_)
            return fails(Verdict::requirement, std::to_string(took.size()) + " kernels ran; " +
                                                   std::to_string(busy_.size()) +
                                                   " calls of f make " +
                                                   std::to_string(busy_.size() * kernels_));
        for (std::size_t i = 0; i < took.size(); ++i)
            if (!near(took[i], busy_[i / kernels_] / static_cast<float>(kernels_)))
                return fails(Verdict::requirement, "kernel " + std::to_string(i + 1) + " took " +
                                                       std::to_string(took[i]) +
                                                       " ms, and is not f's");
        return true;
    }

  private:
    Times busy_;
    std::size_t kernels_;
};

void check_time(const Run& run, const Times& busy, int kernels = 1) {
    REQUIRE_THAT(run, completed());
    const Times measured(busy.begin() + 1, busy.end());
    const std::string meaning = explain(run, busy);
    INFO("f keeps the GPU busy for " << busy[0] << " ms in the warm-up, then for " << list(measured)
                                     << " ms" << (meaning.empty() ? "" : "; ") << meaning);
    const float expected = median_of(measured);
    // Where a GPU is asked besides the virtual one, others may use it as well: they make times
    // longer.
    if (!run.trace().is_virtual && !counts(Verdict::requirement))
        REQUIRE(run.returned<float>() > 0.9f * expected - 0.03f);
    else
        REQUIRE_THAT(run, returned_close(expected, relative(0.1), absolute(0.03)));
    REQUIRE_THAT(run, TimedByEvents(busy, kernels));
}

Run run_calls(const Times& busy) {
    return WORKBOOK_RUN(time_calls, device_in(busy), busy.size() - 1, out<int>(1));
}

void check_calls(const Times& busy) { check_time(run_calls(busy), busy); }

// A random order, in which neither the middle nor the last one is in the middle when sorted.
Times shuffled(const Times& times) {
    while (true) {
        Times result;
        for (const auto index : random_permutation(times.size())) result.push_back(times[index]);
        const float middle = median_of(times);
        if (!near(result[result.size() / 2], middle) && !near(result.back(), middle)) return result;
    }
}

// By the GPU's own notes, without the warm-up; empty where it has none (a real GPU).
Times times_of_launches(const Run& run) {
    Times times;
    for (const Launch& launch : run.launches())
        if (launch.nanoseconds) times.push_back(static_cast<float>(*launch.nanoseconds) * 1e-6f);
    if (!times.empty()) times.erase(times.begin());
    return times;
}

Times with_warm_up(float warm_up, Times times) {
    times.insert(times.begin(), warm_up);
    return times;
}

} // namespace

TEST_CASE("the median of any number of values") {
    for (const int count : {1, 2, 3, 4, 5, 10, 33, 1000, 1001, 70'001}) {
        const auto times = random_reals<float>(count, 0.5, 100.0);
        INFO("median of " << (count <= 5 ? list(times) : std::to_string(count) + " values"));
        const Run run = WORKBOOK_RUN(median, in(times), count);
        REQUIRE_THAT(run, completed());
        // An even count: one addition and an exact division.
        REQUIRE_THAT(run, returned_close(median_of(times), relative(1e-6)));
    }
}

TEST_CASE("one call more than asked for, and no other") {
    for (const int repeats : {1, 2, 5, 8}) {
        const Times busy(repeats + 1, 0.05f);
        const Run run = run_calls(busy);
        REQUIRE_THAT(run, completed());
        INFO("repeats = " << repeats << ": calls of f, the warm-up among them");
        REQUIRE_THAT(run, output_equals(2, std::vector<int>{1 + repeats}));
        // As the GPU counts them.
        REQUIRE_THAT(run, launched(1 + repeats));
    }
}

TEST_CASE("2 ms are 2 ms") { check_calls(Times(3, 2.0f)); }

TEST_CASE("a slow first call") { check_calls({4.0f, 0.4f, 0.4f}); }

TEST_CASE("a call that was interrupted") { check_calls({0.2f, 0.2f, 0.2f, 3.0f, 0.2f, 0.2f}); }

// The values are such that mean, median with and without the warm-up, extremes and neighbours
// differ from each other.
TEST_CASE("the median of different times", "[weight:2]") {
    check_calls(with_warm_up(2.6f, shuffled({0.1f, 0.2f, 0.4f, 1.0f, 1.3f})));
    check_calls(with_warm_up(0.75f, shuffled({0.1f, 0.3f, 0.9f, 2.0f})));
}

TEST_CASE("several kernels in a call; an f that cannot be copied") {
    const Times busy = with_warm_up(1.6f, {1.2f, 0.25f, 0.5f});
    const Run run = WORKBOOK_RUN(time_pairs, device_in(busy), busy.size() - 1, out<int>(1));
    check_time(run, busy, 2);
    CHECK_THAT(run, output_equals(2, std::vector<int>{static_cast<int>(busy.size())}));
}

TEST_CASE("time_hypot: five launches after a warm-up, of the shape asked for", "[weight:2]") {
    const auto run_hypot = [](std::size_t n, int blocks, int threads) {
        INFO("time_hypot: n = " << n << ", " << blocks << " blocks of " << threads << " threads");
        const auto a = random_normals<float>(n, 0.0, 10.0), b = random_normals<float>(n, 0.0, 10.0);
        const Run run = WORKBOOK_RUN(time_hypot, device_in(a), device_in(b), device_out<float>(n),
                                     n, blocks, threads);
        REQUIRE_THAT(run, completed());
        std::vector<double> expected(n);
        for (std::size_t i = 0; i < n; ++i) expected[i] = std::hypot(double{a[i]}, double{b[i]});
        REQUIRE_THAT(run, output_within_ulp(2, expected, 4)); // hypotf's 3, and the reference's
        REQUIRE_THAT(run, launched(6) && launched_with(grid(blocks), block(threads)));
        if (const Times times = times_of_launches(run); !times.empty()) {
            INFO("the launches after the warm-up took " << list(times) << " ms");
            REQUIRE_THAT(run, returned_close(median_of(times), relative(0.1), absolute(0.03)));
        }
        return run.returned<float>();
    };
    for (const std::size_t n : awkward_sizes()) run_hypot(n, 132, 256);
    const float one = run_hypot(5000, 1, 1), many = run_hypot(5000, 128, 64);
    INFO("5000 elements take one thread " << one << " ms, and 8192 threads " << many << " ms");
    if (!(many > 0 && one > 5 * many)) FAIL("that cannot be: many threads share the work of one");
}
