// Checks of lesson 43. A value that is kept says where it stood: it is the threshold and its number
// in the array, with either sign. So a wrong place names the value that came there.
#include "compaction.hpp"

#include "harness/harness.hpp"
#include "harness/shared_work.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <string>

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, count_kept, scan_counts, copy_kept, keep, look_back_once,
                 keep_in_one_pass)
WORKBOOK_PROMISE(reports_errors, count_kept, scan_counts, copy_kept, keep, look_back_once,
                 keep_in_one_pass)
WORKBOOK_PROMISE(uses_gpu, count_kept, scan_counts, copy_kept, keep, look_back_once,
                 keep_in_one_pass)
WORKBOOK_PROMISE(fills_gpu, count_kept, copy_kept, keep_in_one_pass)

namespace {

struct Data {
    std::string pattern;
    int threshold;
    std::vector<int> values;
    std::vector<int> kept; // numbers of the values that are kept

    int n() const { return static_cast<int>(values.size()); }
    // The value that `found` is, in words.
    std::string name_of(int found) const {
        const auto magnitude = found < 0 ? -std::int64_t{found} : std::int64_t{found};
        const std::int64_t i = magnitude - threshold;
        if (i >= 0 && i < n() && values[i] == found) return "values[" + std::to_string(i) + "]";
        const auto rejected = std::ranges::find(values, found);
        if (rejected == values.end())
            return std::to_string(found) + ", which is no value of the array";
        return "values[" + std::to_string(rejected - values.begin()) + "], which is not to be kept";
    }
};

using Pattern = std::function<bool(int)>;

// Values of which those are kept that `is_kept` says.
Data data(const std::string& pattern, int n, const Pattern& is_kept, int threshold = 0) {
    if (threshold == 0) threshold = random_integers<int>(1, 2, 1000)[0];
    Data x{pattern, threshold, {}, {}};
    const auto signs = random_integers<int>(n, 0, 1);
    const auto below = random_integers<int>(n, 0, x.threshold - 1);
    for (int i = 0; i < n; ++i) {
        const int magnitude = is_kept(i) ? x.threshold + i : below[i];
        x.values.push_back(signs[i] ? magnitude : -magnitude);
        if (is_kept(i)) x.kept.push_back(i);
    }
    return x;
}

Data by_chance(int n, int percent = 50) {
    const auto draws = random_integers<int>(n, 0, 99);
    return data("a value is kept by a chance of " + std::to_string(percent) + " in 100", n,
                [&](int i) { return draws[i] < percent; });
}

const Pattern all = [](int) { return true; };
const Pattern none = [](int) { return false; };
const Pattern odd = [](int i) { return i % 2 == 1; };

// Where a stretch begins among the kept values; one more for where the last one ends.
std::vector<int> before_stretches(const Data& x) {
    std::vector<int> before;
    for (int s = 0; s <= stretches_for(x.n()); ++s)
        before.push_back(static_cast<int>(std::ranges::lower_bound(x.kept, s * stretch_for(x.n())) -
                                          x.kept.begin()));
    return before;
}

std::string counted(int n, const std::string& what, const std::string& plural = "s") {
    return std::to_string(n) + " " + what + (n == 1 ? "" : plural);
}

std::string described(const Data& x) {
    return ", n = " + std::to_string(x.n()) + " (" +
           counted(stretches_for(x.n()), "stretch", "es") + " of " +
           std::to_string(stretch_for(x.n())) + "), threshold = " + std::to_string(x.threshold) +
           ": " + x.pattern;
}

Run check_counts(const Data& x, std::uint64_t schedule = 0) {
    INFO("count_kept" << described(x));
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, count_kept, device_in(x.values), x.n(), x.threshold,
                                     device_out<int>(most_stretches));
    REQUIRE_THAT(run, completed());
    const auto before = before_stretches(x), found = run.output<int>(3);
    const int stretches = stretches_for(x.n()), length = stretch_for(x.n());
    for (int s = 0; s < most_stretches; ++s) {
        if (s >= stretches) {
            if (run.was_written(3, s))
                FAIL("counts[" << s << "] was written, and there is no stretch " << s);
            continue;
        }
        const int expected = before[s + 1] - before[s];
        if (!run.was_written(3, s)) FAIL("counts[" << s << "] was not written");
        if (found[s] == expected) continue;
        const int first = s * length, end = std::min(x.n(), first + length);
        const int lanes_without = (warp_size - (end - first) % warp_size) % warp_size;
        std::string hint;
        if (lanes_without > 0 && found[s] == expected + lanes_without)
            hint = ": lanes without a value are counted, too";
        else if (s + 1 < stretches && found[s] == static_cast<int>(x.kept.size()) - before[s])
            hint =
                ": these are all from value " + std::to_string(first) + " to the end of the array";
        FAIL("counts[" << s << "] is " << found[s] << ", expected is " << expected
                       << ", of the values " << first << " to " << end - 1 << hint);
    }
    return run;
}

Run check_scan(int stretches, std::uint64_t schedule = 0) {
    INFO("scan_counts: stretches = " << stretches);
    const auto counts = random_integers<int>(stretches, 1, 100'000);
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, scan_counts, device_inout(counts), stretches,
                                     device_out<int>(1));
    REQUIRE_THAT(run, completed());
    std::vector<int> expected(stretches);
    std::exclusive_scan(counts.begin(), counts.end(), expected.begin(), 0);
    const auto found = run.output<int>(0);
    for (int s = 0; s < stretches; ++s) {
        if (found[s] == expected[s]) continue;
        std::string hint;
        if (found[s] == expected[s] + counts[s])
            hint = ": that is the inclusive sum, with its own count in it";
        else if (found[s] == counts[s])
            hint = ": it is as it was";
        else if (s >= scan_threads &&
                 found[s] == expected[s] - expected[s / scan_threads * scan_threads])
            hint = ": what the rounds before add up to is missing";
        FAIL("counts[" << s << "] became " << found[s] << ", expected is " << expected[s] << hint);
    }
    const int total = std::accumulate(counts.begin(), counts.end(), 0);
    const int found_total = run.output<int>(2)[0];
    if (!run.was_written(2, 0)) FAIL("*total was not written; it is " << total);
    if (found_total != total)
        FAIL("*total is " << found_total << ", expected is " << total
                          << (stretches > 0 && found_total == total - counts.back()
                                  ? ": the last count is not in it"
                                  : ""));
    return run;
}

// The kept values in argument `output`.
void compare_kept(const Run& run, std::size_t output, const Data& x) {
    REQUIRE_THAT(run, completed());
    const auto found = run.output<int>(output);
    const std::size_t count = x.kept.size();
    for (std::size_t k = 0; k < count; ++k) {
        const int expected = x.values[x.kept[k]];
        if (found[k] == expected) continue;
        // What was written, in order or not.
        std::vector<int> written, all_kept;
        for (std::size_t i = 0; i < found.size(); ++i)
            if (run.was_written(output, i)) written.push_back(found[i]);
        for (const int i : x.kept) all_kept.push_back(x.values[i]);
        std::string hint;
        if (written == all_kept) {
            hint = ". All kept values are there, in order, and not from kept[0] on without a gap";
        } else {
            std::ranges::sort(written);
            std::ranges::sort(all_kept);
            if (written == all_kept)
                hint = ". All kept values are there, and not in the order of the array";
        }
        FAIL("kept[" << k << "] "
                     << (run.was_written(output, k) ? "is " + x.name_of(found[k])
                                                    : "was not written")
                     << "; expected is values[" << x.kept[k] << "], one of "
                     << counted(static_cast<int>(count), "kept value") << hint);
    }
    for (std::size_t k = count; k < found.size(); ++k)
        if (run.was_written(output, k))
            FAIL("kept[" << k << "] was written, and there " << (count == 1 ? "is " : "are ")
                         << counted(static_cast<int>(count), "kept value") << ": it is "
                         << x.name_of(found[k]));
}

void compare_total(const Run& run, std::size_t output, const Data& x) {
    const auto found = run.output<int>(output)[0], expected = static_cast<int>(x.kept.size());
    if (!run.was_written(output, 0)) FAIL("*total was not written; it is " << expected);
    if (found != expected) FAIL("*total is " << found << "; " << expected << " values are kept");
}

Run check_copy(const Data& x, std::uint64_t schedule = 0) {
    INFO("copy_kept" << described(x));
    std::vector<int> before = before_stretches(x);
    before.pop_back(); // a warp without a stretch has no place to ask for
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, copy_kept, device_in(x.values), x.n(), x.threshold,
                                     device_in(before), device_out<int>(x.n()));
    compare_kept(run, 4, x);
    return run;
}

Run check_keep(const Data& x, std::uint64_t schedule = 0) {
    INFO("keep" << described(x));
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, keep, device_in(x.values), x.n(), x.threshold,
                                     device_out<int>(most_stretches), device_out<int>(x.n()),
                                     device_out<int>(1));
    compare_kept(run, 4, x);
    compare_total(run, 5, x);
    return run;
}

Run check_one_pass(const Data& x, std::uint64_t schedule = 0) {
    INFO("keep_in_one_pass, n = " << x.n() << " (" << counted(tiles_for(x.n()), "tile") << " of "
                                  << tile_size << "), threshold = " << x.threshold << ": "
                                  << x.pattern);
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, keep_in_one_pass, device_in(x.values), x.n(),
                                     x.threshold, device_out<unsigned>(tiles_for(x.n()) + 1),
                                     device_out<int>(x.n()), device_out<int>(1));
    compare_kept(run, 4, x);
    compare_total(run, 5, x);
    return run;
}

std::string state_name(unsigned state) {
    if (state == 0) return "0 (nothing)";
    const std::string count = std::to_string(state & count_bits);
    const unsigned kind = state & ~count_bits;
    if (kind == tile_alone) return "tile_alone | " + count;
    if (kind == up_to_here) return "up_to_here | " + count;
    return std::to_string(state);
}

// Earlier tiles: those at the given distances know all before them, the others their own count.
// Tile 0 always knows. The one that is `late` tiles back, if any, tells nothing before `tile` has
// told something.
Run check_look_back(int tile, const std::vector<int>& distances, int late = 0, int largest = 1000) {
    const auto own = random_integers<int>(tile + 1, 1, largest);
    std::vector<unsigned> states(tile + 1);
    int before = 0;
    for (int t = 0; t < tile; ++t) {
        before += own[t];
        const bool knows = t == 0 || std::ranges::count(distances, tile - t) > 0;
        states[t] = knows ? up_to_here | before : tile_alone | own[t];
    }
    const int nearest =
        distances.empty() ? tile : std::min(tile, *std::ranges::min_element(distances));
    std::vector<unsigned> at_first = states;
    if (late > 0) at_first[tile - late] = 0;
    INFO("look_back_once, tile = "
         << tile << ", own = " << own[tile] << "; the nearest state up_to_here is " << nearest
         << (nearest == 1 ? " tile back" : " tiles back")
         << (late > 0 ? "; states[tile - " + std::to_string(late) +
                            "] is 0 until states[tile] is tile_alone | own"
                      : ""));
    Run run = WORKBOOK_RUN(look_back_once, device_inout(at_first), tile, own[tile], tile - late,
                           late > 0 ? states[tile - late] : 0, device_out<int>(1));
    REQUIRE_THAT(run, completed());
    const int found = run.output<int>(5)[0];
    if (!run.was_written(5, 0)) FAIL("*before was not written");
    if (found != before) {
        std::string hint;
        int sum = 0; // of own counts, from tile - 1 back
        for (int d = 1; d < tile; ++d) {
            sum += own[tile - d];
            if (found == sum)
                hint = ": that is what the " + counted(d, "tile") + " before have by themselves";
        }
        // All states of each window of 32, to the one with a state up_to_here.
        int windows = 0;
        for (int d = 1; d <= (nearest + warp_size - 1) / warp_size * warp_size && d <= tile; ++d)
            windows += static_cast<int>(states[tile - d] & count_bits);
        if (found == windows) hint = ": tiles behind the nearest state up_to_here are in it, too";
        if (found == static_cast<int>(states[tile - nearest] & count_bits))
            hint = ": that is states[" + std::to_string(tile - nearest) +
                   "], without the tiles behind it";
        if (found == before + own[tile]) hint = ": the tile's own count is in it";
        if (found == 0) hint = ": nothing was added up";
        FAIL("*before is " << found << ", expected is " << before << hint);
    }
    const auto after = run.output<unsigned>(0);
    const unsigned expected = up_to_here | (before + own[tile]);
    if (after[tile] != expected)
        FAIL("states[" << tile << "] is " << state_name(after[tile]) << ", expected is "
                       << state_name(expected));
    for (int t = 0; t < tile; ++t)
        if (after[t] != states[t]) FAIL("states[" << t << "] was changed");
    return run;
}

} // namespace

TEST_CASE("1: count_kept, patterns") {
    for (const int n : {32, 256, 1000}) {
        check_counts(data("all are kept", n, all));
        check_counts(data("none is kept", n, none));
        check_counts(data("every second value is kept", n, odd));
        check_counts(data("the last value is kept", n, [=](int i) { return i == n - 1; }));
    }
}

TEST_CASE("1: count_kept, any number of values") {
    for (const int n : {1, 31, 33, 255, 1023, 100'003, 131'072, 131'073, 1'048'583, 0})
        check_counts(by_chance(n));
}

TEST_CASE("2: scan_counts, and the total") {
    for (const int stretches : {2, 1, 33, 1000, 1023, 1024, 1025, 2048, 3000, 0})
        check_scan(stretches);
    const Run run = check_scan(most_stretches);
    // 128 warps' worth of counts, in any order, perhaps twice; for one thread they are 4096
    // requests.
    CHECK_THAT(run,
               traffic("global_load_requests", at_most(most_stretches / 8),
                       "the threads of the block are to share the counts: one thread that adds "
                       "them up takes a request for each"));
    CHECK_THAT(run, work_shared(scan_threads / warp_size, at_most(8),
                                "all 1024 threads of the block are to take counts: 1024 in each "
                                "round"));
}

TEST_CASE("3: copy_kept, patterns") {
    for (const int n : {32, 256, 1000}) {
        check_copy(data("all are kept", n, all));
        check_copy(data("none is kept", n, none));
        check_copy(data("every second value is kept", n, odd));
        check_copy(data("the last value is kept", n, [=](int i) { return i == n - 1; }));
        check_copy(data(
            "all are kept but every third, which is 0", n, [](int i) { return i % 3 != 0; }, 1));
        check_copy(data("rounds of 32 that are kept whole, and others not at all", n,
                        [](int i) { return i / 32 % 3 == 1; }));
    }
}

TEST_CASE("3: copy_kept, any number of values", "[weight:2]") {
    for (const int n : {1, 31, 33, 255, 1023, 100'003, 131'073, 400'000}) check_copy(by_chance(n));
    check_copy(by_chance(262'145, 3));
    check_copy(by_chance(0));
}

TEST_CASE("4: keep", "[weight:2]") {
    check_keep(data("every second value is kept", 1000, odd));
    for (const int n : {32, 1000, 31, 33, 1, 1025, 131'072, 131'073, 1'048'583})
        check_keep(by_chance(n));
    check_keep(by_chance(200'000, 1));
    check_keep(data("all are kept", 140'000, all));
    check_keep(data("none is kept", 140'000, none));
    check_keep(data("there are none", 0, none));
}

TEST_CASE("4: each value is read twice, each kept one written once") {
    const int n = 300'000;
    const Data x = by_chance(n);
    const Run run = check_keep(x);
    INFO("keep" << described(x));
    const auto kept = static_cast<double>(x.kept.size());
    const int stretches = stretches_for(n);
    CHECK_THAT(run, launched(3));
    CHECK_THAT(run, allocated_nothing());
    // Besides: counts are read by the second launch, and where a stretch begins by the third, there
    // perhaps by all lanes.
    CHECK_THAT(run, traffic("global_load_bytes", at_most(2 * 4.0 * n + 40 * 4.0 * stretches),
                            "each value is to be read twice: for the count of its stretch, and to "
                            "be copied"));
    CHECK_THAT(run, traffic("global_load_sectors", at_most(2 * n / 8.0 + 4 * stretches),
                            "neighbouring lanes are to read neighbouring values"));
    CHECK_THAT(run, traffic("global_load_requests", at_most(2 * n / 32.0 + 4 * stretches),
                            "32 lanes read their values with one request"));
    CHECK_THAT(run, traffic("global_store_bytes", at_most(4 * kept + 3 * 4.0 * stretches),
                            "each kept value is to be written once"));
    // The kept ones of a round lie side by side, from anywhere in a sector on.
    CHECK_THAT(run, traffic("global_store_sectors", at_most(kept / 8 + n / 32.0 + 3 * stretches),
                            "the kept values of 32 lanes are to be written side by side, with one "
                            "request"));
    CHECK_THAT(run, traffic("global_atomic_requests", at_most(0),
                            "places come from counts and a scan: an atomic gives them in the order "
                            "of arrival"));
}

TEST_CASE("4: any order of blocks and warps") {
    for (const std::uint64_t seed : random_integers<std::uint64_t>(2, 1, 1'000'000)) {
        check_counts(by_chance(5000), seed);
        check_scan(2500, seed);
        check_copy(by_chance(5000), seed);
        check_keep(by_chance(150'000), seed);
    }
}

TEST_CASE("5: look_back_once") {
    for (const int distance : {5, 1, 2, 31, 32, 33, 64, 65, 99}) check_look_back(100, {distance});
    check_look_back(0, {});
    for (const int tile : {1, 2, 31, 32, 33, 64, 65, 1000}) check_look_back(tile, {});
    check_look_back(200, {40, 50, 120}); // the nearest counts
    check_look_back(200, {3, 4, 5, 6, 40});
    check_look_back(40, {20}, 0, 20'000'000); // 800 million in all
    const Run run = check_look_back(70'000, {40}, 0, 10);
    // Two windows; one lane that goes back alone takes 40 requests, and 70000 tiles have 2188
    // windows.
    CHECK_THAT(run, traffic("global_load_requests", at_most(400),
                            "states are read as far back as the nearest one that says up_to_here: "
                            "it counts all before it"));
}

TEST_CASE("5: look_back_once, while an earlier tile is late") {
    for (const int distance : {5, 1, 2, 40}) check_look_back(100, {distance}, 1);
    check_look_back(1, {}, 1);
    // In further windows, too.
    for (const int late : {2, 31, 32, 33, 40, 64, 65, 98, 99, 100})
        check_look_back(100, {99}, late);
    for (const int late : {3, 40, 70}) check_look_back(100, {late}, late);
}

TEST_CASE("5: keep_in_one_pass", "[weight:2]") {
    for (const int n : {1000, 8192, 8193, 1, 33, 100'003, 320'000, 1'048'583})
        check_one_pass(by_chance(n));
    check_one_pass(data("all are kept", 70'000, all));
    check_one_pass(data("none is kept", 70'000, none));
    check_one_pass(data("there are none", 0, none));
}

TEST_CASE("5: any order of blocks and warps", "[weight:2]") {
    for (const std::uint64_t seed : random_integers<std::uint64_t>(3, 1, 1'000'000))
        check_one_pass(by_chance(100'000), seed);
}

TEST_CASE("5: one launch reads each value once") {
    const int n = 400'000;
    const Data x = by_chance(n);
    const Run run = check_one_pass(x);
    INFO("keep_in_one_pass, n = " << n);
    CHECK_THAT(run, launched(1));
    CHECK_THAT(run, allocated_nothing());
    // 49 tiles: two windows of 32 states, which may be read again while they are 0.
    CHECK_THAT(run, traffic("global_load_bytes", at_most(4.0 * n + 49 * 4 * 64 * 4),
                            "each value is to be read once; between tiles go single states, 32 of "
                            "them at a time"));
}

WORKBOOK_GAIN(gain) {
    const int n = static_cast<int>(gain.size(200'000, 1 << 26));
    const Data x = by_chance(n);
    std::vector<int> kept(n);
    gain.about(n, " values of which half are kept");
    WORKBOOK_GAIN_CALL(gain, keep_in_one_pass, device_in(x.values), n, x.threshold,
                       device_out<unsigned>(tiles_for(n) + 1), device_out<int>(n),
                       device_out<int>(1));
    gain.beside("A loop", [&] {
        std::size_t k = 0;
        for (const int value : x.values)
            if (value >= x.threshold || value <= -x.threshold) kept[k++] = value;
    });
    if (gain.on_gpu()) return;
    const auto moved = [&] {
        return gain.count("global_load_bytes") + gain.count("global_store_bytes");
    };
    const std::uint64_t one = moved();
    WORKBOOK_GAIN_CALL(gain, keep, device_in(x.values), n, x.threshold,
                       device_out<int>(most_stretches), device_out<int>(n), device_out<int>(1));
    const std::uint64_t three = moved();
    gain.say("Your three launches moved ", in_bytes(three), ", your one launch ", in_bytes(one),
             ".");
    // A flag for each value, written; the scan of lesson 42 of them; values, flags, places read.
    const std::uint64_t naive = 4 * (std::uint64_t(n) * (2 + 3 + 3) + x.kept.size());
    gain.say("With the flags and their scan in memory it would be ", in_bytes(naive), ", ",
             times_as(naive, one, "much"), ".");
}
