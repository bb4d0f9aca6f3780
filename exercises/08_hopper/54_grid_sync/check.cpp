// Checks of lesson 54. The largest of many numbers is the same in any order. The reference divides
// in double, and 2 ulp are allowed, for a division that is not rounded to the nearest. The product
// x * (1 / peak) in float is as near for most peaks, but not for all that the header allows: below
// 2^-128 the factor is infinite, and above 2^126 it is subnormal, with too few digits.
#include "grid_sync.hpp"
#include "reference.hpp"

#include "harness/harness.hpp"
#include "harness/shared_work.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, meet, normalise_on, keep_on, normalise, normalise_keeping)
WORKBOOK_PROMISE(reports_errors, fitting_blocks, meet, normalise_on, keep_on, normalise,
                 normalise_keeping)
WORKBOOK_PROMISE(uses_gpu, normalise, normalise_keeping)
WORKBOOK_PROMISE(fills_gpu, normalise, normalise_keeping)

namespace {

using Floats = std::vector<float>;

// All magnitudes are different, and below 1; the peak, at `place`, is 1000. An element that was
// divided by something else says by which one.
Floats with_peak(std::size_t n, std::size_t place) {
    Floats x = random_reals<float>(n, -1, 1);
    for (float& value : x)
        if (value == 0) value = 0.5f;
    x[place] = random_integers<int>(1, 0, 1)[0] == 1 ? 1000.0f : -1000.0f;
    return x;
}

std::size_t peak_of(const Floats& x) {
    const auto less = [](float a, float b) { return std::abs(a) < std::abs(b); };
    return static_cast<std::size_t>(std::max_element(x.begin(), x.end(), less) - x.begin());
}

std::vector<double> divided(const Floats& x) {
    const double peak = std::abs(x[peak_of(x)]);
    std::vector<double> out;
    for (const double value : x) out.push_back(value / peak);
    return out;
}

// In a grid of so many blocks.
std::size_t block_of(std::size_t i, int blocks) {
    return i / threads_per_block % static_cast<std::size_t>(blocks);
}

std::string element(std::size_t i, const Floats& x, int blocks) {
    std::ostringstream text;
    text << "x[" << i << "] = " << x[i] << " of block " << block_of(i, blocks);
    return text.str();
}

void compare(const Run& run, std::size_t argument, const Floats& x, int blocks) {
    REQUIRE_THAT(run, completed());
    const Floats out = run.output<float>(argument);
    const std::size_t peak = peak_of(x);
    const auto expected = divided(x);
    for (std::size_t i = 0; i < x.size() && blocks > 0; ++i) {
        if (!run.was_written(argument, i)) break;
        if (std::abs(out[i] - expected[i]) <= 1e-6 * std::abs(expected[i])) continue;
        std::ostringstream text;
        text << "out[" << i << "] is " << out[i] << ", expected is " << expected[i] << ": ";
        if (!std::isfinite(out[i]) && std::abs(x[peak]) < 0x1p-128f)
            FAIL(text.str() << "1 / peak is infinite, since the peak is below 2^-128: divide x["
                            << i << "] by the peak, in place of multiplying");
        if (out[i] == x[i]) FAIL(text.str() << "x[" << i << "] was not divided");
        if (std::abs(out[i] + expected[i]) <= 1e-6 * std::abs(expected[i]))
            FAIL(text.str() << "the peak is a magnitude, and the values keep their signs");
        const float divisor = std::abs(x[i] / out[i]);
        for (std::size_t j = 0; j < x.size(); ++j)
            if (std::abs(std::abs(x[j]) - divisor) <= 2e-6f * divisor) {
                if (j == i) FAIL(text.str() << "x[" << i << "] was divided by itself");
                FAIL(text.str() << "block " << block_of(i, blocks) << " divided by "
                                << element(j, x, blocks) << "; the peak of all is "
                                << element(peak, x, blocks));
            }
        break;
    }
    REQUIRE_THAT(run, output_within_ulp(argument, expected, 2));
}

enum class Way { together, keeping };

Run run_on(Way way, int blocks, const Floats& x, std::uint64_t schedule = 0) {
    if (way == Way::together)
        return WORKBOOK_RUN_SCHEDULED(schedule, normalise_on, blocks, device_in(x), x.size(),
                                      device_out<float>(most_blocks), device_out<float>(x.size()));
    return WORKBOOK_RUN_SCHEDULED(schedule, keep_on, blocks, device_in(x), x.size(),
                                  device_out<float>(most_blocks), device_out<float>(x.size()));
}

Run check_on(Way way, int blocks, const Floats& x, std::uint64_t schedule = 0) {
    INFO((way == Way::together ? "together_kernel, " : "keeping_kernel, ")
         << blocks << " blocks, n = " << x.size() << ", the peak is x[" << peak_of(x) << "]");
    Run run = run_on(way, blocks, x, schedule);
    REQUIRE_THAT(run, completed());
    if (!run.returned<bool>()) FAIL("launch_together returned false: nothing was launched");
    compare(run, 4, x, blocks);
    CHECK_THAT(run, launched(1) && launched_cooperatively());
    return run;
}

// The peak in the first and the last value, and in each of the blocks between. A warp that waits
// for the grid's barrier executes instructions, too.
void check_places(Way way) {
    check_on(way, 1, with_peak(1, 0));
    check_on(way, 1, with_peak(1000, 999));
    for (const int blocks : {2, 5})
        for (int b = 0; b < blocks; ++b)
            check_on(way, blocks, with_peak(5 * 256 + 77, 256 * static_cast<std::size_t>(b) + 100));
    check_on(way, 7, with_peak(10'007, 10'006));
    check_on(way, 100, with_peak(300, 280)); // 98 blocks have no value
    const Run run = check_on(way, 40, with_peak(100'003, 54'321));
    CHECK_THAT(run,
               work_shared(40 * threads_per_block / 32, at_most(5),
                           "all blocks are to share the values, and so are all threads of each"));
    Floats small = with_peak(300, 200); // what stands for no value must not outweigh it
    for (float& value : small) value *= 0x1p-20f;
    check_on(way, 1, small);
    Floats subnormal = with_peak(300, 200);
    for (float& value : subnormal) value *= 0x1p-139f;
    check_on(way, 1, subnormal);
    // 1 / peak is 2^-128 / (1 - 2^-22), in the middle between two floats: rounded, it would be
    // wrong by 2^-22 of itself, which is 4 ulp of a quotient just below a power of two.
    Floats large = with_peak(300, 200);
    for (float& value : large) value *= 0x1p120f;
    large[200] = std::copysign(0x1.fffff8p127f, large[200]);
    check_on(way, 1, large);
}

// What a card can hold, and what the student's functions make of it.
void check_card(const VirtualGpu& gpu, const std::string& name) {
    const auto fitting = call_reference(WORKBOOK_CALL_SPEC(gpu, truly_fitting)).returned<Fitting>();
    for (const int which : {0, 1}) {
        INFO(name << ", "
                  << (which == 0 ? "a slim kernel" : "a kernel with 40 KiB of shared memory")
                  << ", of which " << fitting.blocks[which] << " blocks fit at once");
        const Run asked = WORKBOOK_RUN_IN(gpu, fitting_blocks, which);
        REQUIRE_THAT(asked, completed());
        if (const int found = asked.returned<int>(); found != fitting.blocks[which])
            FAIL("blocks_at_once returned " << found << "; expected is " << fitting.blocks[which]);
        CHECK_THAT(asked, launched(0));
    }
}

void check_meeting(int which, int blocks) {
    INFO("launch_together, " << (which == 0 ? "the slim" : "the wide") << " kernel, " << blocks
                             << " blocks");
    const Run run = WORKBOOK_RUN(meet, which, blocks, device_out<float>(most_blocks),
                                 device_out<float>(most_blocks));
    CHECK_THAT(run, launched_cooperatively()); // an ordinary launch ends in a trap
    REQUIRE_THAT(run, completed());
    if (!run.returned<bool>()) FAIL("it returned false, although so many blocks fit");
    CHECK_THAT(run, launched(1) && launched_with(grid(blocks), block(threads_per_block)));
    const Floats out = run.output<float>(3);
    for (int b = 0; b < blocks; ++b)
        if (out[static_cast<std::size_t>(b)] != static_cast<float>(blocks))
            FAIL("block " << b << " has met " << out[static_cast<std::size_t>(b)] << " of "
                          << blocks << " blocks");
}

void check_refusal(int which, int blocks) {
    INFO("launch_together, " << (which == 0 ? "the slim" : "the wide") << " kernel, " << blocks
                             << " blocks, which cannot be");
    const Run run = WORKBOOK_RUN(meet, which, blocks, device_out<float>(most_blocks),
                                 device_out<float>(most_blocks));
    REQUIRE_THAT(run, completed());
    CHECK_THAT(run, launched(0));
    if (run.returned<bool>()) FAIL("it returned true");
}

} // namespace

TEST_CASE("1: blocks_at_once, on three cards") {
    for (const char* profile : {"h200", "a100", "rtx4090"})
        check_card(of_profile(profile), profile);
}

TEST_CASE("1: blocks_at_once, on the second of two cards") {
    VirtualGpu second = second_of_two_gpus();
    second.profile = "a100";
    second.other_profile = "h200";
    check_card(second, "an a100 that is current, beside an h200 that is not");
}

TEST_CASE("2: launch_together, grids that fit", "[weight:2]") {
    const auto fitting = WORKBOOK_REFERENCE(truly_fitting).returned<Fitting>();
    for (const int which : {0, 1}) {
        for (const int blocks : {1, 2, 33, fitting.blocks[1]}) check_meeting(which, blocks);
    }
    check_meeting(0, fitting.blocks[0]);
}

TEST_CASE("2: launch_together, grids that do not fit") {
    const auto fitting = WORKBOOK_REFERENCE(truly_fitting).returned<Fitting>();
    for (const int which : {0, 1})
        for (const int blocks : {fitting.blocks[which] + 1, most_blocks, 0, -1})
            check_refusal(which, blocks);
}

TEST_CASE("3: together_kernel, a peak in any block", "[weight:2]") { check_places(Way::together); }

TEST_CASE("3: normalise, any number of values") {
    for (const std::size_t n : {1, 255, 256, 257, 5000, 100'003, 1'048'583}) {
        const Floats x = with_peak(n, n / 2);
        INFO("normalise, n = " << n);
        const Run run = WORKBOOK_RUN(normalise, device_in(x), n, device_out<float>(most_blocks),
                                     device_out<float>(n));
        compare(run, 3, x, 0);
        CHECK_THAT(run, launched(1) && launched_cooperatively() && allocated_nothing());
    }
}

TEST_CASE("4: keeping_kernel, a peak in any block", "[weight:2]") { check_places(Way::keeping); }

TEST_CASE("4: keeping_kernel, more values than are kept") {
    constexpr std::size_t of_a_block = std::size_t{kept} * threads_per_block;
    for (const std::size_t n : {of_a_block - 1, of_a_block, of_a_block + 1, 3 * of_a_block + 1000})
        check_on(Way::keeping, 1, with_peak(n, n - 1));
    check_on(Way::keeping, 3, with_peak(10 * of_a_block, 9 * of_a_block));
    // The second value of thread 0 beyond those that it keeps.
    check_on(Way::keeping, 1, with_peak(2 * of_a_block, of_a_block + threads_per_block));
    for (const std::size_t n : {257, 100'003}) {
        const Floats x = with_peak(n, n - 1);
        INFO("normalise_keeping, n = " << n);
        const Run run = WORKBOOK_RUN(normalise_keeping, device_in(x), n,
                                     device_out<float>(most_blocks), device_out<float>(n));
        compare(run, 3, x, 0);
        CHECK_THAT(run, launched(1) && launched_cooperatively());
    }
}

TEST_CASE("4: keeping_kernel, each value is read once", "[weight:2]") {
    const int blocks = 10;
    const Floats x = with_peak(std::size_t{kept} * threads_per_block * blocks, 12'345);
    const Run run = check_on(Way::keeping, blocks, x);
    INFO("keeping_kernel, " << blocks << " blocks, n = " << x.size());
    // Besides, each block reads what all blocks have put into `work`, and waits by reading: 4 bytes
    // at a time, a sector each. Of values 16 apart, 32 lanes read 32 sectors in place of 4.
    const double bytes = 4.0 * static_cast<double>(x.size());
    CHECK_THAT(run, traffic("global_load_bytes", at_most(1.25 * bytes),
                            "a value that a thread has kept is not to be read again"));
    CHECK_THAT(run, traffic("global_load_sectors", at_most(3 * bytes / 32),
                            "neighbouring threads are to read neighbouring values"));
    CHECK_THAT(run, traffic("global_store_bytes", at_most(1.1 * bytes),
                            "each result is to be written once"));
    CHECK_THAT(run, traffic("local_requests", at_most(0),
                            "the kept values are in memory, not in registers: an index that is not "
                            "known when the kernel is compiled needs an address. Loops over them "
                            "go from 0 to kept, and are unrolled"));
}

// What else a single block reads, at the barrier, it reads with one value, too.
TEST_CASE("4: keeping_kernel, not one value is read again") {
    const std::size_t n = std::size_t{kept} * threads_per_block;
    const Run with_one = check_on(Way::keeping, 1, with_peak(1, 0));
    const Run run = check_on(Way::keeping, 1, with_peak(n, 77));
    if (!run.measures_traffic() || with_one.launches().empty()) return;
    const double besides = with_one.launches()[0].counter("global_load_bytes") - 4.0;
    CHECK_THAT(run, traffic("global_load_bytes", at_most(4.0 * static_cast<double>(n) + besides),
                            "a value that a thread has kept is not to be read again. What the "
                            "kernel reads besides was counted with one value"));
}

TEST_CASE("4: any order of blocks and warps") {
    for (const std::uint64_t seed : random_integers<std::uint64_t>(2, 1, 1'000'000)) {
        check_on(Way::together, 6, with_peak(5000, 4999), seed);
        check_on(Way::keeping, 6, with_peak(30'000, 29'000), seed);
    }
}

WORKBOOK_GAIN(gain) {
    // 32 blocks, each thread of which keeps all of its values.
    const std::size_t n = gain.size(std::size_t{32} * threads_per_block * kept, 2'500'000);
    const Floats x = with_peak(n, n / 3);
    Floats out(n);
    if (!gain.on_gpu()) {
        gain.about("keeping_kernel on ", n, " values, by 32 blocks");
        WORKBOOK_GAIN_CALL(gain, keep_on, 32, device_in(x), n, device_out<float>(most_blocks),
                           device_out<float>(n));
        gain.say("It read ", in_bytes(gain.count("global_load_bytes")),
                 ", with what the blocks told each other; the values have ", in_bytes(4 * n), ".");
        gain.say("Two launches read each value twice: ", in_bytes(8 * n), ".");
        return;
    }
    gain.about("normalise_keeping() of ", n, " values");
    WORKBOOK_GAIN_CALL(gain, normalise_keeping, device_in(x), n, device_out<float>(most_blocks),
                       device_out<float>(n));
    gain.beside("A loop", [&] {
        float peak = 0;
        for (const float value : x) peak = std::max(peak, std::abs(value));
        for (std::size_t i = 0; i < n; ++i) out[i] = x[i] / peak;
    });
}
