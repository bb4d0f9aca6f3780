// Checks of lesson 40. All values are whole numbers: what is compared is compared bit for bit. In
// add_steps lane l begins with 2^l, so that a value says which lanes' values were added.
#include "warp_shuffle.hpp"

#include "harness/harness.hpp"
#include "harness/shared_work.hpp"

#include <algorithm>
#include <bit>
#include <string>

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, add_steps, warp_sums, warp_ballots, warp_compact)
WORKBOOK_PROMISE(uses_gpu, add_steps, warp_sums, warp_ballots, warp_compact)
WORKBOOK_PROMISE(any_size, warp_sums, warp_ballots, warp_compact)

namespace {

using Numbers = std::vector<std::uint32_t>;

// The largest limit is below the largest value, and some values are the limit.
constexpr std::uint32_t largest = 1000;

Numbers numbers(std::size_t n) { return random_integers<std::uint32_t>(n, 1, largest); }

std::size_t warps_for(std::size_t n) { return (n + warp_size - 1) / warp_size; }

// "45, the last warp has 13 values for its 32 lanes"
std::string described(std::size_t n) {
    const std::size_t rest = n % warp_size;
    if (rest == 0) return std::to_string(n);
    return std::to_string(n) + ", the last warp has " + std::to_string(rest) +
           (rest == 1 ? " value" : " values") + " for its 32 lanes";
}

// What all lanes hold after one more step.
Numbers step_on(const Numbers& state, int lanes, int offset) {
    Numbers next = state;
    for (int lane = 0; lane + offset < lanes; ++lane) next[lane] += state[lane + offset];
    return next;
}

// "3", "0 to 15, 31"
std::string lanes_in(std::uint32_t bits) {
    std::string text;
    for (int lane = 0; lane < warp_size; ++lane) {
        if (!((bits >> lane) & 1)) continue;
        const int first = lane;
        while (lane < warp_size - 1 && ((bits >> (lane + 1)) & 1)) ++lane;
        text += (text.empty() ? "" : ", ") + std::to_string(first);
        if (lane > first) text += " to " + std::to_string(lane);
    }
    return text;
}

// `before` is right. What became of lane `lane`, in words.
std::string told(const Numbers& before, int lane, int lanes, int offset, std::uint32_t found) {
    const int right = lane + offset;
    const std::string the_lane = "lane " + std::to_string(lane);
    if (found == before[lane]) return the_lane + " added nothing";
    for (int other = 0; other < warp_size; ++other) {
        if (found != before[lane] + before[other]) continue;
        if (other == lane)
            return the_lane + " added its own value once more: a shuffle from a lane that the "
                              "warp does not have gives back the caller's own value";
        std::string text = the_lane + " added what lane " + std::to_string(other) + " has";
        if (other >= lanes) {
            text += ", which takes no part";
            if (other == right) text += ": is it in lanes 0 to lanes - 1?";
        } else if (other == (lane ^ offset)) {
            text += ": that is the other lane of a pair (xor)";
        }
        return text;
    }
    return the_lane + " holds " + std::to_string(found) + ", not the values of lanes " +
           lanes_in(before[lane]) + " and of one more";
}

std::string wanted(int lane, int lanes, int offset) {
    const std::string right = "lane " + std::to_string(lane + offset);
    if (lane >= lanes) return "takes no part";
    if (lane + offset < lanes) return "adds what " + right + " has";
    return "keeps its value: " +
           (lane + offset < warp_size ? right + " takes no part" : "there is no " + right);
}

Run run_steps(const Numbers& values, int lanes, int steps) {
    return WORKBOOK_RUN(add_steps, device_in(values), lanes, steps,
                        device_out<std::uint32_t>(warp_size));
}

void check_steps(int lanes) {
    Numbers state(warp_size);
    for (int lane = 0; lane < warp_size; ++lane) state[lane] = 1u << lane;
    const Numbers values = state;
    for (int steps = 0; steps <= 5; ++steps) {
        INFO("lanes = " << lanes << ", steps = " << steps);
        const Run run = run_steps(values, lanes, steps);
        REQUIRE_THAT(run, completed());
        const Numbers before = state;
        const int offset = 32 >> steps; // of the last step that was made
        if (steps > 0) state = step_on(before, lanes, offset);
        const Numbers found = run.output<std::uint32_t>(3);
        if (steps == 0) REQUIRE_THAT(run, output_equals(3, state));
        for (int lane = 0; lane < warp_size; ++lane) {
            if (found[lane] == state[lane]) continue;
            if (!run.was_written(3, lane)) FAIL("state[" << lane << "] was never written");
            FAIL("lane l begins with 2^l. In step "
                 << steps << ", with offset " << offset << ", "
                 << told(before, lane, lanes, offset, found[lane]) << "; expected is that it "
                 << wanted(lane, lanes, offset));
        }
    }
    // More than one bit in each value.
    const Numbers any = numbers(warp_size);
    Numbers expected = any;
    for (int step = 0; step < 5; ++step) expected = step_on(expected, lanes, 16 >> step);
    INFO("lanes = " << lanes << ", steps = 5, random values");
    const Run run = run_steps(any, lanes, 5);
    REQUIRE_THAT(run, completed());
    REQUIRE_THAT(run, output_equals(3, expected));
}

Run check_sums(const Numbers& values, std::uint64_t schedule = 0) {
    const std::size_t n = values.size();
    INFO("warp_sums: n = " << described(n));
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, warp_sums, device_in(values), n,
                                     device_out<std::uint32_t>(warps_for(n)));
    REQUIRE_THAT(run, completed());
    Numbers expected(warps_for(n));
    for (std::size_t i = 0; i < n; ++i) expected[i / warp_size] += values[i];
    REQUIRE_THAT(run, output_equals(2, expected).by_any_thread().adds_up(0, [](std::size_t i) {
        return i / warp_size;
    }));
    return run;
}

// Numbers that are above the limit exactly where a bit of the pattern is set, warp by warp.
Numbers by_pattern(std::size_t n, std::uint32_t pattern, std::uint32_t limit) {
    Numbers values = numbers(n);
    for (std::size_t i = 0; i < n; ++i)
        values[i] = ((pattern >> (i % warp_size)) & 1) ? limit + 1 + values[i] % 9 : limit;
    return values;
}

std::string bits_of(std::uint32_t ballot) {
    if (ballot == 0) return "no lane";
    return (std::has_single_bit(ballot) ? "lane " : "lanes ") + lanes_in(ballot);
}

Run check_ballots(const Numbers& values, std::uint32_t limit, std::uint64_t schedule = 0) {
    const std::size_t n = values.size();
    INFO("warp_ballots: n = " << described(n) << ", limit = " << limit);
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, warp_ballots, device_in(values), n, limit,
                                     device_out<std::uint32_t>(warps_for(n)));
    REQUIRE_THAT(run, completed());
    Numbers expected(warps_for(n));
    for (std::size_t i = 0; i < n; ++i)
        expected[i / warp_size] |= std::uint32_t{values[i] > limit} << (i % warp_size);
    const Numbers found = run.output<std::uint32_t>(3);
    for (std::size_t w = 0; w < expected.size(); ++w) {
        if (found[w] == expected[w] || !run.was_written(3, w)) continue;
        INFO("ballots[" << w << "] names " << bits_of(found[w]) << "; expected is "
                        << bits_of(expected[w]));
        REQUIRE_THAT(run, output_equals(3, expected).by_any_thread());
    }
    REQUIRE_THAT(run, output_equals(3, expected).by_any_thread());
    return run;
}

Run check_compact(const Numbers& values, std::uint32_t limit, std::uint64_t schedule = 0) {
    const std::size_t n = values.size();
    INFO("warp_compact: n = " << described(n) << ", limit = " << limit);
    const Numbers old(n, 4'000'000'000); // no value is so large
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, warp_compact, device_in(values), n, limit,
                                     device_inout(old), device_out<std::uint32_t>(warps_for(n)));
    REQUIRE_THAT(run, completed());
    Numbers expected = old, counts(warps_for(n));
    for (std::size_t i = 0; i < n; ++i)
        if (values[i] > limit)
            expected[i / warp_size * warp_size + counts[i / warp_size]++] = values[i];
    REQUIRE_THAT(run, output_equals(4, counts).by_any_thread());
    const Numbers found = run.output<std::uint32_t>(3);
    for (std::size_t i = 0; i < n; ++i) {
        if (found[i] == expected[i]) continue;
        const std::size_t warp = i / warp_size, first = warp * warp_size;
        INFO("kept begins with element " << first << " for warp " << warp << ", which keeps "
                                         << counts[warp] << " values");
        if (expected[i] == old[i])
            FAIL("element " << i << " of `kept` was " << old[i] << ", lies behind the kept values "
                            << "and has to stay; it became " << found[i]);
        if (found[i] == old[i])
            FAIL("element " << i << " of `kept` was not written; expected is " << expected[i]);
        REQUIRE_THAT(run, output_equals(3, expected).by_any_thread());
    }
    return run;
}

constexpr std::uint32_t patterns[] = {0xffffffff, 0,          1,          0x80000000,
                                      0x00010000, 0x0000ffff, 0x55555555, 0xfffffffe};

} // namespace

TEST_CASE("add_steps: all 32 lanes") { check_steps(32); }

TEST_CASE("add_steps: 1 to 31 lanes, and the others stay out", "[weight:2]") {
    for (int lanes = 31; lanes >= 1; --lanes) check_steps(lanes);
}

TEST_CASE("warp_sums: whole warps") {
    for (const std::size_t n : {32, 64, 256, 4096}) check_sums(numbers(n));
}

TEST_CASE("warp_sums: any number of values", "[weight:2]") {
    for (std::size_t n = 1; n < 32; ++n) check_sums(numbers(n));
    for (const std::size_t n : awkward_sizes()) check_sums(numbers(n));
    check_sums(Numbers(96, 0xffffffff)); // modulo 2^32
}

TEST_CASE("warp_ballots: which values are above the limit", "[weight:2]") {
    for (const std::uint32_t pattern : patterns) {
        check_ballots(by_pattern(64, pattern, 17), 17);
        check_ballots(by_pattern(45, pattern, 0), 0);
    }
    for (const std::size_t n : awkward_sizes()) check_ballots(numbers(n), 500);
    check_ballots({5, 0x80000000, 0xffffffff, 0x7fffffff}, 0x7fffffff); // no int
}

TEST_CASE("warp_compact: the kept values, in order", "[weight:2]") {
    for (const std::uint32_t pattern : patterns) {
        check_compact(by_pattern(64, pattern, 17), 17);
        check_compact(by_pattern(45, pattern, 0), 0);
    }
    for (std::size_t n = 1; n < 32; ++n) check_compact(numbers(n), 300);
    for (const std::size_t n : awkward_sizes()) check_compact(numbers(n), 700);
    check_compact({5, 0x80000000, 0xffffffff, 0x7fffffff}, 0x7fffffff);
}

TEST_CASE("any order of blocks and warps") {
    for (const std::uint64_t seed : random_integers<std::uint64_t>(3, 1, 1'000'000)) {
        check_sums(numbers(3000), seed);
        check_ballots(numbers(3000), 500, seed);
        check_compact(numbers(3000), 500, seed);
    }
}

TEST_CASE("from lane to lane, and each value read once", "[weight:2]") {
    const std::size_t n = 64'000;
    const auto values = numbers(n);
    const auto limit = largest / 2;
    std::size_t kept = 0;
    for (const auto x : values) kept += x > limit;
    struct Case {
        const char* name;
        Run run;
        double stored; // elements
    };
    const double warps = static_cast<double>(warps_for(n));
    const Case cases[] = {
        {"warp_sums", check_sums(values), warps},
        {"warp_ballots", check_ballots(values, limit), warps},
        {"warp_compact", check_compact(values, limit), warps + static_cast<double>(kept)}};
    for (const auto& [name, run, stored] : cases) {
        INFO(name << ": n = " << n);
        CHECK_THAT(run, launched(1));
        CHECK_THAT(run, traffic("shared_store_requests", at_most(0),
                                "lanes of a warp exchange values without shared memory"));
        CHECK_THAT(run, traffic("global_atomic_requests", at_most(0),
                                "the ballot says what an atomic counter would say"));
        CHECK_THAT(run, traffic("global_load_bytes", at_most(4.0 * n),
                                "each value is to be read once, by the lane that has it; the "
                                "others get it from that lane"));
        CHECK_THAT(run, traffic("global_load_requests", at_most(warps),
                                "32 lanes read their values with one request"));
        CHECK_THAT(run, traffic("global_store_bytes", at_most(4 * stored),
                                "one result for each warp, and each kept value once"));
        // A request for the warp's result, and one for its kept values.
        CHECK_THAT(run, traffic("global_store_requests", at_most(2 * warps),
                                "the kept values of a warp are to be written by one request: each "
                                "lane knows its place by itself"));
        CHECK_THAT(run, work_shared(threads_per_block / warp_size, at_most(2),
                                    "each warp is to take its own 32 values: one of them takes "
                                    "those of others"));
    }
}

// The solutions take 58 and 30 instructions per warp; a shuffle or a vote for each lane takes 120
// and more.
TEST_CASE("warp_sums: five steps") {
    const Run run = check_sums(numbers(64'000));
    CHECK_THAT(run, traffic("warp_instructions", per(2000, "warp"), at_most(90),
                            "warp_sums is to add up in five steps, in each of which all lanes add: "
                            "a shuffle for each lane takes 31"));
}

TEST_CASE("warp_ballots: one vote") {
    const Run run = check_ballots(numbers(64'000), largest / 2);
    CHECK_THAT(run, traffic("warp_instructions", per(2000, "warp"), at_most(90),
                            "warp_ballots is to ask all lanes by one vote"));
}

TEST_CASE("a shuffle and a vote are in the compiled kernels") {
    CHECK_THAT(learner_ptx().kernel("add_steps_kernel"),
               has(R"(\bshfl\.sync)", "lanes get values from other lanes by a shuffle"));
    CHECK_THAT(learner_ptx().kernel("ballots_kernel"),
               has(R"(\b(vote|match|redux)\.)", "one instruction asks all lanes of a warp"));
}

WORKBOOK_GAIN(gain) {
    const std::size_t n = gain.size(65'536, 1 << 24);
    const auto values = numbers(n);
    Numbers sums(warps_for(n));
    gain.about("warp_sums() of ", n, " values");
    WORKBOOK_GAIN_CALL(gain, warp_sums, device_in(values), n,
                       device_out<std::uint32_t>(warps_for(n)));
    gain.beside("A loop", [&] {
        for (std::size_t w = 0; w < sums.size(); ++w) {
            std::uint32_t sum = 0;
            for (std::size_t i = w * warp_size; i < std::min(n, (w + 1) * warp_size); ++i)
                sum += values[i];
            sums[w] = sum;
        }
    });
    if (gain.on_gpu()) return;
    // The tree of lesson 38 in a warp: a store and, in each of five steps, two loads and a store;
    // a load for the result.
    const std::uint64_t tree = warps_for(n) * (1 + 5 * 3 + 1);
    gain.say("Your ", warps_for(n), " warps accessed shared memory ",
             gain.count("shared_load_requests") + gain.count("shared_store_requests"),
             " times and met at ", gain.count("barriers"), " barriers.");
    gain.say("With the tree of lesson 38 they would access it ", tree, " times.");
}
