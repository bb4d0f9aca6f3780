// Checks of lesson 60. The given kernel multiplies and adds by fmaf, as the loop here does, so that
// two GPUs, one GPU and the loop give the same bits.
#include "multi_gpu_halo.hpp"

#include "harness/harness.hpp"
#include "harness/timeline.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <sstream>

using namespace workbook;

WORKBOOK_PROMISE(reports_errors, load_parts, load_beside, exchange_once, heat_in_turn,
                 heat_overlapped)
WORKBOOK_PROMISE(any_host_memory, load_parts, load_beside, exchange_once, heat_in_turn,
                 heat_overlapped)
WORKBOOK_EXCEPT(keeps_errors, "an error that is expected takes its place", load_beside,
                timed_events)

namespace {

using Floats = std::vector<float>;

struct Plate {
    int width, height;
    Floats points;
    std::size_t at(int x, int y) const { return static_cast<std::size_t>(y) * width + x; }
    int upper_rows() const { return (height + 1) / 2; } // its own
    // Rows first to last of the plate.
    Floats rows(int first, int last) const {
        return {points.begin() + static_cast<std::ptrdiff_t>(at(0, first)),
                points.begin() + static_cast<std::ptrdiff_t>(at(0, last + 1))};
    }
    std::string text() const {
        return ", width = " + std::to_string(width) + ", height = " + std::to_string(height);
    }
};

// A point says where it is: its row, and its column behind the point.
Plate numbered(int width, int height) {
    Plate plate{width, height, {}};
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            plate.points.push_back(static_cast<float>(y) + static_cast<float>(x) / 1024);
    return plate;
}

Plate random_plate(int width, int height) {
    return {width, height, random_reals<float>(static_cast<std::size_t>(width) * height, 0, 100)};
}

// Cold, but for one row.
Plate hot_row(int width, int height, int row) {
    Plate plate{width, height, Floats(static_cast<std::size_t>(width) * height)};
    std::fill_n(plate.points.begin() + static_cast<std::ptrdiff_t>(plate.at(0, row)), width, 64.0f);
    return plate;
}

// One step. `halo(s)` is the plate in whose state a part sees the other part's row.
Plate stepped(const Plate& old, const Plate& seen_across, float rate) {
    Plate next = old;
    const int seam = old.upper_rows(); // the first row of the lower part
    for (int y = 1; y + 1 < old.height; ++y)
        for (int x = 1; x + 1 < old.width; ++x) {
            const auto value = [&](int column, int row) {
                const bool across = (row < seam) != (y < seam);
                return (across ? seen_across : old).points[old.at(column, row)];
            };
            const float own = value(x, y);
            const float neighbours =
                (value(x - 1, y) + value(x + 1, y)) + (value(x, y - 1) + value(x, y + 1));
            next.points[old.at(x, y)] = std::fmaf(rate, std::fmaf(-4.0f, own, neighbours), own);
        }
    return next;
}

Plate after(Plate plate, int steps, float rate) {
    for (int s = 0; s < steps; ++s) plate = stepped(plate, plate, rate);
    return plate;
}

// What comes out if the halos are those of the step before, or never change.
Plate with_stale_halos(const Plate& start, int steps, float rate, bool never) {
    Plate now = start, before = start;
    for (int s = 0; s < steps; ++s) {
        const Plate next = stepped(now, never ? start : before, rate);
        before = std::exchange(now, next);
    }
    return now;
}

// Both devices work, each on memory of its own, and each has access to the other one's, where that
// is possible.
class UsesBoth final : public RunMatcher {
  public:
    explicit UsesBoth(bool launches) : launches_(launches) {}
    bool match(const Run& run) const override {
        const Trace& trace = run.trace();
        if (!trace.is_virtual) return true;
        std::map<int, int> arrays, kernels;
        for (const Allocation& allocation : run.allocations())
            arrays[allocation.device] += allocation.bytes > 0;
        for (const Launch& launch : run.launches()) ++kernels[launch.device];
        if (arrays[0] < 2 || arrays[1] < 2)
            return fails(Verdict::requirement,
                         "device 0 has " + std::to_string(arrays[0]) + " arrays, device 1 has " +
                             std::to_string(arrays[1]) +
                             "; each has two of its part's. Memory is taken on the device that is "
                             "current (cudaSetDevice)");
        if (launches_ && kernels[0] != kernels[1])
            return fails(Verdict::requirement,
                         "device 0 ran " + std::to_string(kernels[0]) + " kernels, device 1 ran " +
                             std::to_string(kernels[1]) +
                             ". A kernel runs on the device of its stream, and a stream belongs to "
                             "the device that was current when it was made");
        const auto opened = trace.calls.find("cudaDeviceEnablePeerAccess");
        const bool possible = run.record().gpu.peer_access;
        if (possible && (opened == trace.calls.end() || opened->second < 2))
            return fails(Verdict::requirement,
                         "access to the other device's memory was opened " +
                             std::to_string(opened == trace.calls.end() ? 0 : opened->second) +
                             " times; without it, copies between devices go through the host. "
                             "Each device has to open it (cudaDeviceEnablePeerAccess)");
        return true;
    }

  private:
    bool launches_;
};

// Copies and kernels are in streams that do not wait for the default stream.
class InOwnStreams final : public RunMatcher {
  public:
    bool match(const Run& run) const override {
        if (!run.trace().is_virtual) return true;
        for (const Copy& copy : run.copies())
            if (copy.direction == device_to_device && copy.stream.value_or(0) == 0)
                return fails(Verdict::requirement,
                             "a copy between the devices (" + copy.api +
                                 (copy.place.empty() ? "" : ", " + copy.place) +
                                 ") is in the default stream: it is to be in "
                                 "the part's `seam` stream");
        for (const Launch& launch : run.launches())
            if (launch.stream == 0 || !launch.apart)
                return fails(Verdict::requirement,
                             launch.stream == 0
                                 ? "a kernel is in the default stream"
                                 : "a kernel is in a stream that waits for the default stream");
        return true;
    }
};

// What has to do with the edges takes place while inner rows of the same part are computed.
class HidesTheEdges final : public RunMatcher {
  public:
    bool match(const Run& run) const override {
        if (!run.trace().is_virtual) return true;
        struct Time {
            std::uint64_t begin, end;
        };
        const auto time_of = [](const auto& work) {
            const std::uint64_t begin = work.begin.value_or(0);
            return Time{begin, begin + work.nanoseconds.value_or(0)};
        };
        std::uint64_t longest = 0;
        for (const Launch& launch : run.launches())
            longest = std::max(longest, launch.nanoseconds.value_or(0));
        std::map<int, std::vector<Time>> inner, edges, copies;
        std::map<std::uint64_t, int> device_of; // a stream's
        for (const Launch& launch : run.launches()) {
            const bool is_inner = 2 * launch.nanoseconds.value_or(0) > longest;
            (is_inner ? inner : edges)[launch.device].push_back(time_of(launch));
            device_of[launch.stream] = launch.device;
        }
        for (const Copy& copy : run.copies())
            if (copy.direction == device_to_device && device_of.contains(copy.stream.value_or(0)))
                copies[device_of[*copy.stream]].push_back(time_of(copy));
        std::ostringstream text;
        bool hidden = true;
        for (const bool of_edges : {true, false}) {
            std::size_t all = 0, beside = 0;
            for (const auto& [device, times] : of_edges ? edges : copies)
                for (const Time& time : times) {
                    ++all;
                    beside += std::ranges::any_of(inner[device], [&](const Time& other) {
                        return time.begin < other.end && other.begin < time.end;
                    });
                }
            hidden = hidden && 4 * beside >= 3 * all && all > 0;
            text << "of " << all << (of_edges ? " edges, " : " copies, ") << beside
                 << (of_edges ? " are computed" : " take place")
                 << " while inner rows of the same part are computed; ";
        }
        if (hidden) return true;
        const auto timeline = timeline_of(run);
        return fails(Verdict::requirement,
                     text.str() +
                         "neither has to wait for the inner rows of its step, nor they "
                         "for it" +
                         (timeline ? "\n" + drawn(*timeline) : ""));
    }
};

void need_two_gpus() {
    const Run run = WORKBOOK_RUN_IN(two_gpus(), device_count);
    REQUIRE_THAT(run, completed());
    if (!run.trace().is_virtual && run.returned<int>() < 2) SKIP("this computer has one GPU");
}

Run check_load(const Plate& plate, bool beside = false, const VirtualGpu& gpus = two_gpus()) {
    INFO((beside ? "load_beside" : "load_parts")
         << plate.text() << "; point (x, y) was y + x / 1024"
         << (gpus.peer_access ? "" : "; neither device can have access to the other one"));
    const int upper = plate.upper_rows(), lower = plate.height - upper;
    const auto upper_out = out<float>(plate.width * (upper + 1));
    const auto lower_out = out<float>(plate.width * (lower + 1));
    Run run = beside ? WORKBOOK_RUN_IN(gpus, load_beside, in(plate.points), plate.width,
                                       plate.height, upper_out, lower_out)
                     : WORKBOOK_RUN_IN(gpus, load_parts, in(plate.points), plate.width,
                                       plate.height, upper_out, lower_out);
    REQUIRE_THAT(run, completed());
    REQUIRE_THAT(run, output_equals(3, plate.rows(0, upper)));
    REQUIRE_THAT(run, output_equals(4, plate.rows(upper - 1, plate.height - 1)));
    CHECK_THAT(run, UsesBoth(false));
    return run;
}

void compare_halo(const Run& run, const Plate& plate, std::size_t argument, int halo_row,
                  int expected_row, const char* part) {
    const auto found = run.output<float>(argument);
    const Floats expected = plate.rows(expected_row, expected_row);
    for (int x = 0; x < plate.width; ++x) {
        const float value = found[plate.at(x, halo_row)];
        if (value == expected[x]) continue;
        std::ostringstream text;
        text << "the halo of the " << part << " part, column " << x << ", is " << value
             << ", expected is " << expected[x] << ", of row " << expected_row << " of the plate";
        if (std::isnan(value))
            text << ": nothing was copied into it";
        else if (value == -1)
            text << ": it came from `from`, the array that a step reads";
        else if (value >= 0 && value < plate.height && std::floor(value) != expected_row)
            text << ": it came from row " << std::floor(value) << " of the plate";
        FAIL(text.str());
    }
}

Run check_exchange(const Plate& plate, std::uint64_t schedule = 0) {
    INFO("exchange_once" << plate.text()
                         << "; point (x, y) was y + x / 1024, halos NaN, "
                            "edges of `from` -1");
    const int upper = plate.upper_rows(), lower = plate.height - upper;
    Run run = WORKBOOK_RUN_IN(two_gpus(schedule), exchange_once, in(plate.points), plate.width,
                              plate.height, out<float>(plate.width * (upper + 1)),
                              out<float>(plate.width * (lower + 1)));
    REQUIRE_THAT(run, completed());
    compare_halo(run, plate, 3, upper, upper, "upper");
    compare_halo(run, plate, 4, 0, upper - 1, "lower");
    REQUIRE_THAT(run, output_equals(3, plate.rows(0, upper)));
    REQUIRE_THAT(run, output_equals(4, plate.rows(upper - 1, plate.height - 1)));
    CHECK_THAT(run, copied(2, device_to_device));
    CHECK_THAT(run, copied_bytes(device_to_device, 2 * sizeof(float) * plate.width));
    CHECK_THAT(run, InOwnStreams());
    return run;
}

void compare_heat(const Run& run, const Plate& start, int steps, float rate) {
    REQUIRE_THAT(run, completed());
    const Plate expected = after(start, steps, rate);
    const auto found = run.output<float>(1);
    if (found != expected.points) {
        const auto is = [&](const Plate& plate) { return found == plate.points; };
        std::string hint;
        if (is(with_stale_halos(start, steps, rate, false)))
            hint = "this is what comes out if a halo is that of the step before: what does the "
                   "kernel wait for?";
        else if (is(with_stale_halos(start, steps, rate, true)))
            hint = "this is what comes out if the halos never change";
        else if (steps > 0 && is(after(start, steps - 1, rate)))
            hint = "this is the state of one step before: are `from` and `to` exchanged?";
        std::set<int> rows;
        for (std::size_t i = 0; i < found.size(); ++i)
            if (found[i] != expected.points[i]) rows.insert(static_cast<int>(i / start.width));
        std::ostringstream text;
        text << "rows " << *rows.begin() << " to " << *rows.rbegin() << " have wrong points; the "
             << "lower part begins with row " << start.upper_rows();
        INFO(text.str() << (hint.empty() ? "" : ": " + hint));
        REQUIRE_THAT(run,
                     outputs_shaped(1, start.height, start.width, expected.points).by_any_thread());
    }
}

Run check_in_turn(const Plate& start, int steps, float rate, std::uint64_t schedule = 0) {
    INFO("heat_in_turn" << start.text() << ", steps = " << steps << ", rate = " << rate);
    Run run =
        WORKBOOK_RUN_IN(two_gpus(schedule), heat_in_turn, in(start.points),
                        out<float>(start.points.size()), start.width, start.height, steps, rate);
    compare_heat(run, start, steps, rate);
    return run;
}

Run check_overlapped(const Plate& start, int steps, float rate, std::uint64_t schedule = 0) {
    INFO("heat_overlapped" << start.text() << ", steps = " << steps << ", rate = " << rate);
    Run run =
        WORKBOOK_RUN_IN(two_gpus(schedule), heat_overlapped, in(start.points),
                        out<float>(start.points.size()), start.width, start.height, steps, rate);
    compare_heat(run, start, steps, rate);
    return run;
}

// Shapes and steps that both kinds of step are tried with.
template <class Check>
void try_shapes(Check check) {
    // The first of them are repeated for the promises, so they are small.
    check(hot_row(33, 9, 4), 1, 0.25f);
    check(hot_row(33, 9, 5), 2, 0.25f);
    check(hot_row(20, 8, 3), 2, 0.25f);
    for (const int height : {3, 4, 5, 6, 7, 67}) check(random_plate(17, height), 3, 0.2f);
    for (const int width : {1, 2, 3, 257, 700}) check(random_plate(width, 11), 2, 0.25f);
    for (const int steps : {0, 1, 7}) check(random_plate(40, 14), steps, 0.125f);
    // No rows are computed: no launch asks what the calls before it said. The last one of these is
    // repeated for the promises.
    for (const int steps : {3, 1}) check(random_plate(17, 2), steps, 0.2f);
}

} // namespace

TEST_CASE("1: set_up, a part on each device", "[weight:2]") {
    need_two_gpus();
    check_load(numbered(5, 8));
    for (const int height : {2, 3, 4, 5, 31, 200}) check_load(numbered(33, height));
    check_load(numbered(1, 7));
}

TEST_CASE("1: set_up, events without times") {
    need_two_gpus();
    const Run run = WORKBOOK_RUN_IN(two_gpus(), timed_events);
    REQUIRE_THAT(run, completed());
    if (run.returned<int>() > 0)
        FAIL(run.returned<int>() << " of the four events of both parts measure times; all are to "
                                    "be without (cudaEventCreateWithFlags, "
                                    "cudaEventDisableTiming)");
}

TEST_CASE("1: set_up, while others have access") {
    need_two_gpus();
    check_load(numbered(6, 5), true);
}

TEST_CASE("1: set_up, where no access is possible") {
    need_two_gpus();
    check_load(numbered(6, 5), false, two_gpus_apart());
}

TEST_CASE("2: exchange, both halos", "[weight:2]") {
    need_two_gpus();
    check_exchange(numbered(8, 8));
    for (const int height : {2, 3, 4, 5, 9, 100}) check_exchange(numbered(33, height));
    for (const int width : {1, 2, 255, 1000}) check_exchange(numbered(width, 7));
    for (const std::uint64_t seed : random_integers<std::uint64_t>(3, 1, 1'000'000))
        check_exchange(numbered(50, 12), seed);
}

TEST_CASE("3: step_in_turn, any shape", "[weight:2]") {
    need_two_gpus();
    try_shapes(
        [](const Plate& start, int steps, float rate) { check_in_turn(start, steps, rate); });
}

TEST_CASE("3: step_in_turn, any order of what nothing orders", "[weight:2]") {
    need_two_gpus();
    for (const std::uint64_t seed : random_integers<std::uint64_t>(4, 1, 1'000'000))
        check_in_turn(random_plate(20, 10), 4, 0.25f, seed);
}

TEST_CASE("3: step_in_turn, both devices at a time") {
    need_two_gpus();
    const int steps = 6;
    const Run run = check_in_turn(random_plate(1024, 130), steps, 0.25f);
    CHECK_THAT(run, UsesBoth(true));
    CHECK_THAT(run, InOwnStreams());
    CHECK_THAT(run, launched(2 * steps) && copied(2 * steps, device_to_device));
    CHECK_THAT(run, launched_without_waiting());
    CHECK_THAT(run, overlapped(at_most(0.7),
                               "the two devices are to compute at the same time: what makes "
                               "one of them wait for the other?"));
}

TEST_CASE("4: step_overlapped, any shape", "[weight:2]") {
    need_two_gpus();
    try_shapes(
        [](const Plate& start, int steps, float rate) { check_overlapped(start, steps, rate); });
}

TEST_CASE("4: step_overlapped, any order of what nothing orders", "[weight:2]") {
    need_two_gpus();
    for (const std::uint64_t seed : random_integers<std::uint64_t>(4, 1, 1'000'000))
        check_overlapped(random_plate(20, 10), 4, 0.25f, seed);
}

TEST_CASE("4: step_overlapped, exchange and inner rows at a time", "[weight:2]") {
    need_two_gpus();
    const int steps = 6;
    const Run run = check_overlapped(random_plate(1024, 132), steps, 0.25f);
    CHECK_THAT(run, UsesBoth(true));
    CHECK_THAT(run, InOwnStreams());
    CHECK_THAT(run, launched(4 * steps) && copied(2 * steps, device_to_device));
    CHECK_THAT(run, launched_without_waiting());
    CHECK_THAT(run, overlapped(at_most(0.7), "the two devices are to compute at the same time"));
    CHECK_THAT(run, HidesTheEdges());
}

WORKBOOK_GAIN(gain) {
    const int width = static_cast<int>(gain.size(512, 8192)), height = width, steps = 2;
    const Plate plate = random_plate(width, height);
    gain.about("a plate of ", width, " x ", height, " points on two GPUs");
    WORKBOOK_GAIN_CALL_IN(gain, two_gpus(), heat_overlapped, in(plate.points),
                          out<float>(plate.points.size()), width, height, steps, 0.25f);
    if (gain.on_gpu()) return;
    const std::size_t halos = 2 * sizeof(float) * width, half = sizeof(float) * width * height / 2;
    gain.say("In each step, each GPU computes ", in_bytes(half), " of the plate.");
    gain.say("Between the two, ", in_bytes(halos), " travel: one part in ", half / halos,
             " of that.");
}
