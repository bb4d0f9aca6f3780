// Checks of lesson 42. Sums of whole numbers are exact, whatever the brackets. Values are
// random and large, one of five below 0: a few of them are beyond an int, and two stretches of an
// array hardly ever have the same sum, so that a wrong sum tells which values were added.
#include "device_scan.hpp"

#include "harness/harness.hpp"
#include "harness/shared_work.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <unordered_map>

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, stretch_totals, scan_totals, scan_stretches, scan)
WORKBOOK_PROMISE(uses_gpu, stretch_totals, scan_totals, scan_stretches, scan)
WORKBOOK_PROMISE(fills_gpu, stretch_totals, scan_stretches, scan)
WORKBOOK_PROMISE(any_size, stretch_totals, scan_stretches, scan)

namespace {

using LongSums = std::vector<std::int64_t>;

std::vector<int> numbers(std::size_t n) {
    return random_integers<int>(n, -500'000'000, 2'000'000'000);
}

// before[i] = the sum of the values before value i.
LongSums sums_before(const std::vector<int>& values) {
    LongSums before(values.size() + 1);
    for (std::size_t i = 0; i < values.size(); ++i) before[i + 1] = before[i] + values[i];
    return before;
}

// Which values the sum is made of, where they are neighbours: those that end nearest to `last`.
std::string made_of(const LongSums& before, std::size_t last, std::int64_t sum) {
    if (sum == 0) return "the sum of no value";
    std::unordered_map<std::int64_t, std::size_t> first_of;
    std::optional<std::pair<std::size_t, std::size_t>> nearest;
    const auto distance = [&](std::size_t i) { return i > last ? i - last : last - i; };
    for (std::size_t i = 0; i + 1 < before.size(); ++i) {
        first_of.emplace(before[i], i);
        const auto found = first_of.find(before[i + 1] - sum);
        if (found != first_of.end() && (!nearest || distance(i) < distance(nearest->second)))
            nearest = {found->second, i};
    }
    if (!nearest) return "no sum of neighbours";
    return "the sum of values " + std::to_string(nearest->first) + " to " +
           std::to_string(nearest->second);
}

// A sum that is wrong by a multiple of 2^32: it, or what it was made of, has lost its upper half,
// or values below 0 were taken for large ones.
bool is_cut(std::int64_t found, std::int64_t expected) {
    return found != expected &&
           static_cast<std::uint32_t>(found) == static_cast<std::uint32_t>(expected);
}

constexpr const char* cut = ": right modulo 2^32. Is a sum kept in 32 bits on the way? Or has a "
                            "value lost its sign?";

Run check_totals(std::size_t n, std::uint64_t schedule = 0) {
    const auto values = numbers(n);
    const std::size_t stretch = stretch_for(n), blocks = blocks_for(n);
    INFO("stretch_totals: n = " << n << ", " << blocks << " stretches of " << stretch << " values");
    const LongSums old(most_blocks, -1);
    Run run =
        WORKBOOK_RUN_SCHEDULED(schedule, stretch_totals, device_in(values), n, device_inout(old));
    REQUIRE_THAT(run, completed());
    const LongSums before = sums_before(values), found = run.output<std::int64_t>(2);
    LongSums expected = old;
    for (std::size_t b = 0; b < blocks; ++b) {
        const std::size_t first = b * stretch, end = std::min(n, first + stretch);
        expected[b] = before[end] - before[first];
        if (found[b] == expected[b]) continue;
        if (found[b] == old[b]) FAIL("totals[" << b << "] was not written");
        if (is_cut(found[b], expected[b])) FAIL("totals[" << b << "] is " << found[b] << cut);
        FAIL("totals[" << b << "] is " << found[b] << ", " << made_of(before, end - 1, found[b])
                       << "; expected is the sum of values " << first << " to " << end - 1);
    }
    REQUIRE_THAT(run, output_equals(2, expected));
    return run;
}

// What became of total number b, which is wrong, in words.
std::string wrong_total(const LongSums& totals, const LongSums& expected, const LongSums& found,
                        std::size_t b) {
    const auto inclusive = [&](std::size_t i) { return found[i] == expected[i] + totals[i]; };
    // Number 0 looks the same, scanned inclusively and left alone. The next one does not.
    const std::size_t telling = std::min(b + 1, totals.size() - 1);
    if (inclusive(b) && inclusive(telling))
        return ": that is the inclusive sum, with its own total in it";
    if (found[b] == totals[b]) return ": it is as it was";
    if (is_cut(found[b], expected[b])) return cut;
    for (std::size_t first = threads_per_block; first <= b; first += threads_per_block)
        if (found[b] == expected[b] - expected[first])
            return ": what the totals before number " + std::to_string(first) +
                   " add up to is missing";
    return "";
}

Run check_carry(int count, std::uint64_t schedule = 0) {
    INFO("scan_totals: count = " << count);
    // 256 of them are beyond 2^53, so that a double would round; 40000 are not beyond 64 bits.
    const auto totals =
        random_integers<std::int64_t>(count, -20'000'000'000'000, 100'000'000'000'000);
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, scan_totals, device_inout(totals), count);
    REQUIRE_THAT(run, completed());
    LongSums expected(count);
    std::exclusive_scan(totals.begin(), totals.end(), expected.begin(), std::int64_t{0});
    const LongSums found = run.output<std::int64_t>(0);
    for (int b = 0; b < count; ++b) {
        if (found[b] == expected[b]) continue;
        FAIL("totals[" << b << "] became " << found[b] << ", expected is " << expected[b]
                       << wrong_total(totals, expected, found, b));
    }
    REQUIRE_THAT(run, output_equals(0, expected));
    return run;
}

// The sums from element `first` of its stretch on, with what is added to all of it.
void compare_sums(const Run& run, std::size_t output, const std::vector<int>& values,
                  const LongSums& expected) {
    const LongSums before = sums_before(values), found = run.output<std::int64_t>(output);
    const std::size_t stretch = stretch_for(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (found[i] == expected[i] || !run.was_written(output, i)) continue;
        const std::size_t block = i / stretch, first = block * stretch;
        const std::int64_t carry = expected[i] - (before[i + 1] - before[first]);
        const std::string where = "sums[" + std::to_string(i) + "], of stretch " +
                                  std::to_string(block) + " (from value " + std::to_string(first) +
                                  " on), is " + std::to_string(found[i]) + ", expected is " +
                                  std::to_string(expected[i]);
        if (is_cut(found[i], expected[i])) FAIL(where << cut);
        if (found[i] == expected[i] - values[i])
            FAIL(where << ": that is the exclusive sum, without value " << i);
        if (found[i] == expected[i] - carry)
            FAIL(where << ": what the stretches before add up to is missing");
        if (found[i] == carry + before[i + 1] - before[i / threads_per_block * threads_per_block])
            FAIL(where << ": the tiles before in its stretch are missing");
        const std::size_t end = std::min(values.size(), first + stretch);
        if (found[i] == expected[i] + before[end] - before[first])
            FAIL(where << ": the whole stretch is added once more. Are the totals before it "
                          "inclusive?");
        FAIL(where << ": it is " << made_of(before, i, found[i]));
    }
    REQUIRE_THAT(run, output_equals(output, expected));
}

Run check_stretches(std::size_t n, std::uint64_t schedule = 0) {
    const auto values = numbers(n);
    const std::size_t stretch = stretch_for(n), blocks = blocks_for(n);
    INFO("scan_stretches: n = " << n << ", " << blocks << " stretches of " << stretch << " values");
    const LongSums carries = random_integers<std::int64_t>(most_blocks, 1'000'000'000'000'000'000,
                                                           2'000'000'000'000'000'000);
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, scan_stretches, device_in(values), n,
                                     device_in(carries), device_out<std::int64_t>(n));
    REQUIRE_THAT(run, completed());
    const LongSums before = sums_before(values);
    LongSums expected(n);
    for (std::size_t i = 0; i < n; ++i)
        expected[i] = carries[i / stretch] + before[i + 1] - before[i / stretch * stretch];
    compare_sums(run, 3, values, expected);
    return run;
}

Run check_scan(std::size_t n, std::uint64_t schedule = 0) {
    const auto values = numbers(n);
    INFO("scan: n = " << n << ", " << blocks_for(n) << " stretches of " << stretch_for(n)
                      << " values");
    Run run =
        WORKBOOK_RUN_SCHEDULED(schedule, scan, device_in(values), n,
                               device_out<std::int64_t>(most_blocks), device_out<std::int64_t>(n));
    REQUIRE_THAT(run, completed());
    if (n == 0) REQUIRE_THAT(run, launched(0));
    const LongSums before = sums_before(values);
    compare_sums(run, 3, values, {before.begin() + 1, before.end()});
    return run;
}

} // namespace

TEST_CASE("stretch_totals: a sum for each stretch") {
    for (const std::size_t n : {1, 255, 256, 257, 5000, 65'537}) check_totals(n);
    for (const std::size_t n : {262'144, 262'145, 400'000}) check_totals(n);
    const Run run = check_totals(1'048'583);
    INFO("stretch_totals: n = 1048583");
    CHECK_THAT(run, work_shared(threads_per_block / 32, at_most(2),
                                "all threads of a block are to take values of its stretch, 256 "
                                "neighbours at a time"));
}

TEST_CASE("scan_totals: as many as the block has threads") {
    for (const int count : {2, 1, 31, 32, 33, 100, 255, 256}) check_carry(count);
}

TEST_CASE("scan_totals: more than the block has threads", "[weight:2]") {
    for (const int count : {257, 300, 511, 512, 513, 1000, 1024, 5003}) check_carry(count);
    check_carry(0);
    const int count = 40'000;
    const Run run = check_carry(count);
    INFO("scan_totals: count = " << count);
    // A warp may come twice: some right programs add up first, and scan then.
    CHECK_THAT(run, traffic("global_load_requests", at_most(2 * count / 32.0 + 16),
                            "the threads of a block are to share the totals: 32 lanes read theirs "
                            "with one request"));
    CHECK_THAT(run, work_shared(threads_per_block / 32, at_most(4),
                                "all 256 threads of the block are to take totals: 256 in each "
                                "round"));
}

TEST_CASE("scan_stretches: one tile each") {
    for (const std::size_t n : {1, 31, 256, 257, 5000, 100'003}) check_stretches(n);
}

TEST_CASE("scan_stretches: several tiles each", "[weight:2]") {
    for (const std::size_t n : {262'145, 400'000}) check_stretches(n);
    const Run run = check_stretches(700'001);
    INFO("scan_stretches: n = 700001");
    CHECK_THAT(run, work_shared(threads_per_block / 32, at_most(4),
                                "all threads of a block are to make sums of its stretch, 256 "
                                "neighbours at a time"));
    // Right programs execute 77 to 160. With a value for 64 of the 256 threads there are 4 times as
    // many rounds.
    CHECK_THAT(run, traffic("warp_instructions", per(700'001 / 32.0, "32 values"), at_most(300),
                            "some threads of a block have no values and scan zeros: all 256 "
                            "threads are to have values in each round"));
}

TEST_CASE("scan: any number of values", "[weight:2]") {
    for (const std::size_t n : {256, 257, 65'536, 65'537, 262'144, 262'145}) check_scan(n);
    for (const std::size_t n : awkward_sizes()) check_scan(n);
}

TEST_CASE("any order of blocks and warps") {
    for (const std::uint64_t seed : random_integers<std::uint64_t>(2, 1, 1'000'000)) {
        check_totals(5000, seed);
        check_carry(600, seed);
        check_stretches(5000, seed);
        check_scan(70'000, seed);
    }
}

TEST_CASE("three launches; values are read twice and sums written once", "[weight:2]") {
    const std::size_t n = 600'000, blocks = blocks_for(n);
    const Run run = check_scan(n);
    INFO("scan: n = " << n);
    CHECK_THAT(run, launched(3));
    CHECK_THAT(run, launched_with(grid(blocks), block(threads_per_block)));
    CHECK_THAT(run, allocated_nothing());
    // Besides: the second launch reads each total once, and in the third all threads of a block may
    // ask for what comes before their stretch.
    const auto totals = static_cast<double>(blocks) * sizeof(std::int64_t);
    CHECK_THAT(run,
               traffic("global_load_bytes", at_most(2 * 4.0 * n + (threads_per_block + 4) * totals),
                       "each value is to be read twice: for the total of its stretch, and "
                       "for its sum"));
    CHECK_THAT(run,
               traffic("global_store_bytes", at_most(8.0 * n + 2 * totals),
                       "each sum is to be written once, since what comes before is known when the "
                       "third launch begins; and a total for each stretch, not for more"));
    // A warp that asks for one number of 8 bytes moves a sector for each half of it.
    CHECK_THAT(run, traffic("global_load_sectors", at_most(2 * n / 8.0 + 20.0 * blocks),
                            "neighbouring threads are to read neighbouring values"));
    CHECK_THAT(run, traffic("global_store_sectors", at_most(n / 4.0 + 2.0 * blocks),
                            "neighbouring threads are to write neighbouring sums"));
    CHECK_THAT(run, traffic("global_load_requests", at_most(2 * n / 32.0 + 20.0 * blocks),
                            "32 lanes read their values with one request"));
}

WORKBOOK_GAIN(gain) {
    const std::size_t n = gain.size(300'000, 1 << 26);
    const auto values = numbers(n);
    LongSums sums(n);
    gain.about("scan() of ", n, " values");
    WORKBOOK_GAIN_CALL(gain, scan, device_in(values), n, device_out<std::int64_t>(most_blocks),
                       device_out<std::int64_t>(n));
    gain.beside("A loop", [&] {
        std::int64_t sum = 0;
        for (std::size_t i = 0; i < n; ++i) sums[i] = sum += values[i];
    });
    if (gain.on_gpu()) return;
    constexpr std::uint64_t sector = 32;
    const std::uint64_t own =
        sector * (gain.count("global_load_sectors") + gain.count("global_store_sectors"));
    gain.say("Your three launches moved ", in_bytes(own), ": values twice, sums once.");
    // Sums of each stretch written first, then read and written again to add what comes before.
    const std::uint64_t naive = n * (sizeof(int) + 3 * sizeof(std::int64_t));
    gain.say("To write the sums of each stretch first, and to add what comes before to them in "
             "memory, takes ",
             in_bytes(naive), ": ", times_as(naive, own), ".");
}
