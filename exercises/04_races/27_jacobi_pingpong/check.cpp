// Checks of lesson 27. The reference is four nested loops in double. Where the plate holds
// multiples of 4^steps, small enough for float, and the rate is 1/4, nothing is ever rounded: those
// results must agree to the bit. Elsewhere a tolerance, stated at `rounding`.
#include "jacobi_pingpong.hpp"

#include "harness/harness.hpp"
#include "harness/shared_work.hpp"

#include <cmath>
#include <limits>
#include <utility>

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, spread_heat)
WORKBOOK_PROMISE(reports_errors, spread_heat)

namespace {

struct Size {
    int width, height;
    std::size_t points() const { return static_cast<std::size_t>(width) * height; }
};

using Plate = std::vector<float>;

std::vector<double> reference(const Plate& start, Size size, int steps, float rate) {
    std::vector<double> now(start.begin(), start.end());
    for (int step = 0; step < steps; ++step) {
        const auto old = now;
        const auto at = [&](int x, int y) {
            return old[static_cast<std::size_t>(y) * size.width + x];
        };
        for (int y = 1; y < size.height - 1; ++y)
            for (int x = 1; x < size.width - 1; ++x)
                now[static_cast<std::size_t>(y) * size.width + x] =
                    at(x, y) + double{rate} * (at(x - 1, y) + at(x + 1, y) + at(x, y - 1) +
                                               at(x, y + 1) - 4 * at(x, y));
    }
    return now;
}

// Multiples of 4^steps below 2^12 * 4^steps: after each step multiples of the next smaller power,
// so that the sum of eight such numbers fits into 24 bits for up to four steps.
Plate exact_plate(Size size, int steps) {
    Plate plate(size.points());
    const auto numbers = random_integers<int>(plate.size(), -4000, 4000);
    for (std::size_t i = 0; i < plate.size(); ++i)
        plate[i] = std::ldexp(static_cast<float>(numbers[i]), 2 * steps);
    return plate;
}

Run spread(const Plate& start, Size size, int steps, float rate, std::uint64_t schedule = 0) {
    // NaN in the other buffer: a read of what was not written shows in the result.
    const Plate other(size.points(), std::numeric_limits<float>::quiet_NaN());
    return WORKBOOK_RUN_SCHEDULED(schedule, spread_heat, device_inout(start), device_inout(other),
                                  size.width, size.height, steps, rate);
}

std::string title(Size size, int steps) {
    return std::to_string(size.width) + " x " + std::to_string(size.height) +
           " points, steps = " + std::to_string(steps);
}

Run check_exact(Size size, int steps, std::uint64_t schedule = 0) {
    INFO(title(size, steps) << ", rate = 0.25");
    const Plate start = exact_plate(size, steps);
    Run run = spread(start, size, steps, 0.25f, schedule);
    REQUIRE_THAT(run, completed());
    const auto expected = reference(start, size, steps, 0.25f);
    const Plate result(expected.begin(), expected.end());
    if (run.output<float>(0) != result && run.output<float>(1) == result)
        FAIL("the result is right, and it is in the wrong place: it stands in `other`. It has to "
             "be in "
             "`plate`, after an odd number of steps as after an even one");
    REQUIRE_THAT(run, outputs_shaped(0, size.height, size.width, result));
    return run;
}

void check_close(Size size, int steps, float rate) {
    INFO(title(size, steps) << ", rate = " << rate);
    const Plate start = random_reals<float>(size.points(), -100, 100);
    const Run run = spread(start, size, steps, rate);
    REQUIRE_THAT(run, completed());
    // With M = 100 the largest temperature and u = 2^-24, a step rounds by at most: 9 M u in the
    // sum of neighbours (partial sums up to 4 M), 8 M u in taking 4 * old away, 8 M u in the
    // product, a quarter of all that at most after `rate`, and M u in the last addition: below 8 M
    // u. With a rate of 0 to 1/4 the new value is a mean of old ones, so errors of earlier steps do
    // not grow.
    const double rounding = 8 * 100 * std::ldexp(1.0, -24) * steps;
    REQUIRE_THAT(run, output_close(0, reference(start, size, steps, rate), absolute(rounding)));
    REQUIRE_THAT(run, launched(steps));
}

// For a plate with more bytes than 32 bits can count. The virtual GPU repeats a part of the values
// and runs some of the blocks: what comes out means nothing then. The border may be left out.
void check_copied_whole(Size size) {
    INFO(title(size, 1));
    const std::size_t part = std::size_t{1} << 18;
    auto plate = device_inout(Plate(part)), other = device_inout(Plate(part));
    plate.spec.repeats = other.spec.repeats = size.points() / part;
    const Run run = WORKBOOK_RUN_IN(VirtualGpu{.sampling = true}, spread_heat, plate, other,
                                    size.width, size.height, 1, 0.25f);
    REQUIRE_THAT(run, completed());
    std::uint64_t bytes = 0;
    for (const Copy& copy : run.copies()) bytes += copy.bytes;
    const Size inner{size.width - 2, size.height - 2};
    if (!run.copies().empty() && bytes < inner.points() * sizeof(float))
        FAIL(bytes << " bytes of the result were copied, and the plate has "
                   << size.points() * sizeof(float) << ": more than 32 bits can count");
}

} // namespace

TEST_CASE("one step", "[weight:2]") {
    for (const Size size : {Size{3, 3}, {32, 8}, {33, 17}, {100, 75}, {257, 66}})
        check_exact(size, 1);
}

TEST_CASE("no step at all") {
    for (const Size size : {Size{3, 3}, {33, 17}}) {
        const Run run = check_exact(size, 0);
        CHECK_THAT(run, launched(0));
    }
}

TEST_CASE("two steps, four steps", "[weight:2]") {
    // The smallest is settled after one step: it cannot tell which buffer a result is of.
    for (const Size size : {Size{33, 17}, {100, 75}, {3, 3}}) {
        check_exact(size, 2);
        check_exact(size, 4);
    }
}

TEST_CASE("three steps", "[weight:2]") {
    for (const Size size : {Size{33, 17}, {100, 75}, {3, 3}}) check_exact(size, 3);
}

TEST_CASE("plates that are all border, or no plate") {
    for (const Size size : {Size{1, 1}, {1, 40}, {40, 1}, {2, 2}, {2, 70}, {70, 2}, {0, 5}, {5, 0}})
        for (const int steps : {1, 2}) check_exact(size, steps);
}

TEST_CASE("many steps, other rates") {
    check_close({40, 30}, 57, 0.25f);
    check_close({65, 33}, 20, 0.1f);
    check_close({64, 48}, 7, 0.0f);
    check_close({5, 300}, 31, 0.2f);
}

TEST_CASE("a plate of more than 2^20 points") {
    check_exact({1031, 1021}, 1);
    if (Session::current().options().device.is_virtual) check_copied_whole({1 << 20, 2053});
}

// A grid has at most 65535 blocks in y.
TEST_CASE("a plate of more than 65535 rows") { check_exact({3, 70'000}, 1); }

TEST_CASE("any order of blocks and warps") {
    for (const std::uint64_t seed : random_integers<std::uint64_t>(3, 1, 1'000'000))
        check_exact({130, 50}, 3, seed);
}

TEST_CASE("one kernel a step, and no copy but the result") {
    for (const int steps : {1, 4}) {
        const Run run = check_exact({96, 40}, steps);
        INFO("steps = " << steps);
        CHECK_THAT(run, launched(steps));
        CHECK_THAT(run, launched_without_waiting());
        if (!run.allocations().empty())
            FAIL("the function allocates memory: the two buffers that it is given are enough");
        std::uint64_t bytes = 0;
        for (const Copy& copy : run.copies()) bytes += copy.bytes;
        if (bytes > 96 * 40 * sizeof(float))
            FAIL("copies of " << bytes << " bytes in all: the plate has " << 96 * 40 * sizeof(float)
                              << ". Exchange the two pointers instead of moving the values");
        if (steps % 2 == 0 && bytes > 0)
            FAIL("a copy of " << bytes << " bytes, and nothing to copy: after an even number of "
                              << "steps the result stands in `plate` already");
    }
}

TEST_CASE("a warp works along a row; nothing is read without need") {
    const Run run = check_exact({256, 64}, 2);
    const double points = 2 * 256 * 64;
    // For 32 points: four sectors for them and for the two rows beside them, five for the
    // neighbours to the left and right, which begin 4 bytes off: 22 sectors. By points, not by
    // requests: a kernel that reads a tile makes fewer of them, some across the end of a row.
    CHECK_THAT(run, traffic("global_load_sectors", per(points / 32, "32 points"), at_most(22.5),
                            "a warp reads down a column: threadIdx.x, which differs between the "
                            "threads of a warp, belongs to x"));
    CHECK_THAT(run, traffic("global_load_bytes", per(points, "point"), at_most(24),
                            "a point needs its own value and four more, 4 bytes each"));
    CHECK_THAT(run, traffic("global_store_bytes", per(points, "point"), at_most(4),
                            "each point is to be written once a step"));
    CHECK_THAT(run, work_shared(64, at_most(6),
                                "one warp or block does the work of the others: every thread has "
                                "points of its own"));
}

TEST_CASE("computes in float") {
    CHECK_THAT(learner_ptx().kernel("step_kernel"),
               has_no(R"(\.f64)",
                      "step_kernel computes in double: a literal such as 4.0 is a double, "
                      "and makes everything beside it one"));
}

WORKBOOK_GAIN(gain) {
    const int width = static_cast<int>(gain.size(128, 2048)), height = width, steps = 10;
    const Plate start = random_reals<float>(Size{width, height}.points(), 0.0, 100.0);
    Plate now = start, next = start;
    gain.about(steps, " steps of ", width, " x ", height, " points");
    WORKBOOK_GAIN_CALL(gain, spread_heat, device_inout(start), device_inout(start), width, height,
                       steps, 0.25f);
    gain.beside("Three nested loops", [&] {
        for (int step = 0; step < steps; ++step, std::swap(now, next))
            for (std::size_t y = 1; y + 1 < static_cast<std::size_t>(height); ++y)
                for (std::size_t x = 1, i = y * width + 1; x + 1 < static_cast<std::size_t>(width);
                     ++x, ++i)
                    next[i] = now[i] + 0.25f * (now[i - 1] + now[i + 1] + now[i - width] +
                                                now[i + width] - 4 * now[i]);
    });
    gain.say("Your ", gain.launches(), " launches did them with no wait between, and copied ",
             in_bytes(gain.copied_bytes()), ".");
    gain.say("Copying each new plate back to where the old one was moves ",
             in_bytes(steps * start.size() * sizeof(float)), " more.");
}
