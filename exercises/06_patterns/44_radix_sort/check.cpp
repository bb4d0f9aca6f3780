// Checks of lesson 44. The value of a key is its number in the array, so that a wrong place names
// the key that came there, and which of two equal keys came first can be seen.
#include "radix_sort.hpp"

#include "harness/harness.hpp"
#include "harness/shared_work.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>
#include <numeric>
#include <string>

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, count_digits, scan_counts, rank_tile, sort_by_digit, sort,
                 sort_floats)
WORKBOOK_PROMISE(reports_errors, count_digits, scan_counts, rank_tile, sort_by_digit, sort,
                 sort_floats)
WORKBOOK_PROMISE(uses_gpu, count_digits, scan_counts, rank_tile, sort_by_digit, sort, sort_floats)

namespace {

using Keys = std::vector<std::uint32_t>;

int digit_of(std::uint32_t key, int shift) { return static_cast<int>(key >> shift & (digits - 1)); }

// Keys whose digit from bit `shift` on is as `digit` says; the other bits are by chance.
Keys with_digits(int n, int shift, const std::function<int(int)>& digit) {
    Keys keys = random_integers<std::uint32_t>(n, 0, ~0u);
    for (int i = 0; i < n; ++i)
        keys[i] = (keys[i] & ~(0xffu << shift)) | static_cast<std::uint32_t>(digit(i)) << shift;
    return keys;
}

std::string counted(int n, const std::string& what, const std::string& plural = "s") {
    return std::to_string(n) + " " + what + (n == 1 ? "" : plural);
}

// The first and the third launch of each pass have a block for each stretch, the second one for
// each digit.
class HasItsBlocks final : public RunMatcher {
  public:
    explicit HasItsBlocks(int stretches) : stretches_(stretches) {}
    // For a call of scan_counts, whose only launch is the second one of a pass.
    static HasItsBlocks of_second_launch() {
        HasItsBlocks of_pass(0);
        of_pass.begins_with_ = 1;
        return of_pass;
    }
    bool match(const Run& run) const override {
        if (!run.record().inventory_known) return true;
        for (std::size_t k = 0; k < run.launches().size(); ++k) {
            const bool scans = (k + begins_with_) % 3 == 1;
            const auto& grid = run.launches()[k].grid;
            const auto blocks = static_cast<int>(grid.x * grid.y * grid.z);
            if (blocks == (scans ? digits : stretches_)) continue;
            return fails(Verdict::requirement,
                         "launch " + std::to_string(k + 1) + " has " + counted(blocks, "block") +
                             (scans ? "; each of the 256 digits needs a block of its own"
                                    : "; there are " + counted(stretches_, "stretch", "es")));
        }
        return true;
    }

  private:
    int stretches_;
    std::size_t begins_with_ = 0;
};

Keys by_chance(int n) { return random_integers<std::uint32_t>(n, 0, ~0u); }

Run check_counts(const char* what, const Keys& keys, int stretch, int shift,
                 std::uint64_t schedule = 0) {
    const int n = static_cast<int>(keys.size()), blocks = blocks_for(n, stretch);
    INFO("count_digits, n = " << n << " (" << counted(blocks, "stretch", "es") << " of " << stretch
                              << "), shift = " << shift << ": " << what);
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, count_digits, device_in(keys), n, stretch, shift,
                                     device_out<int>(digits * blocks));
    REQUIRE_THAT(run, completed());
    const auto count = [&](int bit) {
        std::vector<int> counts(static_cast<std::size_t>(digits) * blocks);
        for (int i = 0; i < n; ++i) ++counts[digit_of(keys[i], bit) * blocks + i / stretch];
        return counts;
    };
    const auto expected = count(shift), found = run.output<int>(4);
    if (found == expected) return run;
    std::string hint;
    bool exchanged = blocks > 1;
    for (int d = 0; d < digits; ++d)
        for (int b = 0; b < blocks; ++b)
            exchanged &= found[b * digits + d] == expected[d * blocks + b];
    if (exchanged) hint = ". Rows and columns are exchanged: a digit has a row, a stretch a column";
    for (const int other : {0, 8, 16, 24})
        if (other != shift && found == count(other))
            hint = ". These are the digits from bit " + std::to_string(other) + " on";
    for (std::size_t k = 0; k < expected.size(); ++k) {
        if (found[k] == expected[k]) continue;
        const auto d = k / blocks, b = k % blocks;
        if (!run.was_written(4, k)) FAIL("counts[" << k << "] was not written" << hint);
        FAIL("counts[" << k << "], of digit " << d << " in stretch " << b << ", is " << found[k]
                       << "; expected is " << expected[k] << hint);
    }
    return run;
}

Run check_scan(int blocks, std::uint64_t schedule = 0) {
    INFO("scan_counts: blocks = " << blocks);
    // Together no more than there may be keys; of few blocks, more than a short holds.
    const int most = (1 << 30) / (digits * blocks);
    const auto counts = random_integers<int>(static_cast<std::size_t>(digits) * blocks, 1, most);
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, scan_counts, device_inout(counts), blocks,
                                     device_out<int>(digits));
    REQUIRE_THAT(run, completed());
    const auto found = run.output<int>(0), totals = run.output<int>(2);
    int all = 0; // of the rows before
    for (int d = 0; d < digits; ++d) {
        int before = 0;
        for (int b = 0; b < blocks; ++b) {
            const int k = d * blocks + b;
            if (found[k] != before) {
                std::string hint;
                if (found[k] == before + counts[k])
                    hint = ": that is the inclusive sum, with its own count in it";
                else if (found[k] == counts[k])
                    hint = ": it is as it was";
                else if (found[k] == all + before)
                    hint = ": the rows before are in it, and each row begins with 0";
                else if (b >= threads_per_block)
                    hint = ": is what the rounds before add up to missing?";
                FAIL("row " << d << ": counts[" << k << "] became " << found[k] << ", expected is "
                            << before << hint);
            }
            before += counts[k];
        }
        if (totals[d] != before && !run.was_written(2, d))
            FAIL("totals[" << d << "] was not written");
        if (totals[d] != before)
            FAIL("totals[" << d << "] is " << totals[d] << ", expected is " << before
                           << (totals[d] == before - counts[d * blocks + blocks - 1]
                                   ? ": the last count is not in it"
                                   : ""));
        all += before;
    }
    REQUIRE_THAT(run, HasItsBlocks::of_second_launch());
    return run;
}

Run check_ranks(const std::string& what, const Keys& keys, int shift, std::uint64_t schedule = 0) {
    INFO("rank_tile, shift = " << shift << ": " << what);
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, rank_tile, device_in(keys), shift,
                                     device_out<int>(tile_size), device_out<int>(warps * digits));
    REQUIRE_THAT(run, completed());
    const auto ranks = run.output<int>(2), counts = run.output<int>(3);
    constexpr int of_a_warp = rounds * warp_size;
    std::vector<int> expected_counts(warps * digits);
    for (int i = 0; i < tile_size; ++i) {
        const int digit = digit_of(keys[i], shift), warp = i / of_a_warp;
        const int expected = expected_counts[warp * digits + digit]++;
        if (ranks[i] == expected) continue;
        // In the same warp, with the same digit: earlier rounds, this one's lower lanes, all of it.
        int lower = 0, of_round = 0;
        for (int j = i / warp_size * warp_size; j < i / warp_size * warp_size + warp_size; ++j) {
            of_round += digit_of(keys[j], shift) == digit;
            lower += j < i && digit_of(keys[j], shift) == digit;
        }
        const int earlier = expected - lower;
        std::string hint;
        if (ranks[i] == expected + 1)
            hint = ": the key itself is counted";
        else if (ranks[i] == lower)
            hint = ": only its own round of 32 keys is counted";
        else if (ranks[i] == earlier)
            hint = ": only earlier rounds are counted, and not the lower lanes of its own";
        else if (ranks[i] == earlier + of_round - 1 - lower)
            hint = ": higher lanes are counted in place of the lower ones";
        else if (ranks[i] == earlier + of_round)
            hint = ": all lanes of its round are counted";
        FAIL("ranks[" << i << "], of lane " << i % warp_size << " in round "
                      << i % of_a_warp / warp_size << " of warp " << warp << ", is " << ranks[i]
                      << "; of the keys before it that belong to this warp, " << expected
                      << (expected == 1 ? " has" : " have") << " the digit " << digit << ", too"
                      << hint);
    }
    for (int w = 0; w < warps; ++w)
        for (int d = 0; d < digits; ++d)
            if (counts[w * digits + d] != expected_counts[w * digits + d])
                FAIL("the ranks are right; but count[" << d << "] of warp " << w << " is "
                                                       << counts[w * digits + d] << ", expected is "
                                                       << expected_counts[w * digits + d]);
    return run;
}

// The numbers of the keys in the order of `less`, stable.
template <typename Less>
std::vector<std::uint32_t> sorted_numbers(std::size_t n, Less less) {
    std::vector<std::uint32_t> numbers(n);
    std::iota(numbers.begin(), numbers.end(), 0);
    std::ranges::stable_sort(numbers, less);
    return numbers;
}

std::vector<std::uint32_t> numbers_of(std::size_t n) {
    return sorted_numbers(n, [](std::uint32_t, std::uint32_t) { return false; });
}

// Compares arguments `k` and `v` of the run, sorted keys and values, with the keys in the order of
// `order`. `hint` says of the numbers that were found what they look like.
template <typename Key>
void compare_sorted(const Run& run, std::size_t k, std::size_t v, const std::vector<Key>& keys,
                    const std::vector<std::uint32_t>& order,
                    const std::function<std::string(const std::vector<std::uint32_t>&)>& hint) {
    REQUIRE_THAT(run, completed());
    const auto bits = [](Key key) { return std::bit_cast<std::uint32_t>(key); };
    const std::vector<Key> found = run.output<Key>(k);
    const auto numbers = run.output<std::uint32_t>(v);
    const auto written = [&](std::size_t i) {
        return run.was_written(k, i) && run.was_written(v, i);
    };
    const auto described = [&](std::uint32_t i) {
        return "key " + std::to_string(i) + " (" + std::to_string(keys[i]) + ")";
    };
    // A key that was changed explains a wrong order, too: it is told first.
    const auto is_changed = [&](std::size_t i) {
        return numbers[i] < keys.size() && written(i) && bits(found[i]) != bits(keys[numbers[i]]);
    };
    std::vector<std::size_t> places(order.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    std::ranges::stable_partition(places, is_changed);
    for (const std::size_t i : places) {
        if (bits(found[i]) == bits(keys[order[i]]) && numbers[i] == order[i]) continue;
        if (!written(i))
            FAIL("place " << i << " was not written; expected is " << described(order[i]));
        if (numbers[i] >= keys.size())
            FAIL("place " << i << " has the value " << numbers[i] << ", which no key came with");
        if (bits(found[i]) != bits(keys[numbers[i]]))
            FAIL("place " << i << " has the value of " << described(numbers[i])
                          << " beside the key " << std::to_string(found[i])
                          << ": they do not belong together, or the key has been changed");
        auto all = numbers;
        std::ranges::sort(all);
        const std::string looks_like = all == numbers_of(all.size())
                                           ? hint(numbers)
                                           : "Some keys are missing, others are there twice";
        FAIL("place " << i << " has " << described(numbers[i]) << "; expected is "
                      << described(order[i]) << (looks_like.empty() ? "" : ". ") << looks_like);
    }
}

Run check_by_digit(const char* what, const Keys& keys, int stretch, int shift,
                   std::uint64_t schedule = 0) {
    const int n = static_cast<int>(keys.size()), blocks = blocks_for(n, stretch);
    INFO("sort_by_digit, n = " << n << " (" << counted(blocks, "stretch", "es") << " of " << stretch
                               << "), shift = " << shift << ": " << what);
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, sort_by_digit, device_in(keys),
                                     device_in(numbers_of(n)), n, stretch, shift,
                                     device_out<int>(digits * blocks), device_out<int>(digits),
                                     device_out<std::uint32_t>(n), device_out<std::uint32_t>(n));
    const auto less = [&](std::uint32_t a, std::uint32_t b) {
        return digit_of(keys[a], shift) < digit_of(keys[b], shift);
    };
    compare_sorted(run, 7, 8, keys, sorted_numbers(n, less), [&](const auto& found) -> std::string {
        if (!std::ranges::is_sorted(found, less)) return "The digits are not in order";
        return "The digits are in order; but equal ones are not in the order in which they came";
    });
    return run;
}

// The keys in the order of some passes, one after the other.
std::vector<std::uint32_t> after_passes(const Keys& keys, const std::vector<int>& shifts) {
    auto numbers = numbers_of(keys.size());
    for (const int shift : shifts)
        std::ranges::stable_sort(numbers, [&](std::uint32_t a, std::uint32_t b) {
            return digit_of(keys[a], shift) < digit_of(keys[b], shift);
        });
    return numbers;
}

Run check_sort(const char* what, const Keys& keys, std::uint64_t schedule = 0) {
    const int n = static_cast<int>(keys.size());
    INFO("sort, n = " << n << ": " << what);
    Run run = WORKBOOK_RUN_SCHEDULED(
        schedule, sort, device_inout(keys), device_inout(numbers_of(n)), n,
        device_out<std::uint32_t>(n), device_out<std::uint32_t>(n),
        device_out<int>(digits * blocks_for(n, stretch_for(n))), device_out<int>(digits));
    const auto less = [&](std::uint32_t a, std::uint32_t b) { return keys[a] < keys[b]; };
    compare_sorted(run, 0, 1, keys, sorted_numbers(n, less), [&](const auto& found) -> std::string {
        if (found == numbers_of(n)) return "All keys are where they were";
        if (found == after_passes(keys, {24, 16, 8, 0}))
            return "The highest digit was sorted first: the last pass decides most";
        for (const auto& shifts :
             {std::vector{0, 8, 16}, {8, 16, 24}, {0, 8}, {0}, {0, 16}, {8, 24}})
            if (found == after_passes(keys, shifts))
                return "This is what " + counted(static_cast<int>(shifts.size()), "pass", "es") +
                       " give, the last one from bit " + std::to_string(shifts.back()) + " on";
        return "";
    });
    return run;
}

void check_floats(const char* what, const std::vector<float>& keys) {
    const int n = static_cast<int>(keys.size());
    INFO("sort_floats, n = " << n << ": " << what);
    const Run run = WORKBOOK_RUN(sort_floats, device_inout(keys), device_inout(numbers_of(n)), n,
                                 device_out<float>(n), device_out<std::uint32_t>(n),
                                 device_out<int>(digits * blocks_for(n, stretch_for(n))),
                                 device_out<int>(digits));
    const auto bits = [&](std::uint32_t i) { return std::bit_cast<std::int32_t>(keys[i]); };
    // If two keys are below 0, the one with the larger magnitude comes first.
    const auto rank = [&](std::uint32_t i) {
        return bits(i) < 0 ? -std::int64_t{bits(i) & 0x7fffffff} - 1 : std::int64_t{bits(i)};
    };
    const auto in_order_of = [&](auto value) {
        return sorted_numbers(
            n, [&](std::uint32_t a, std::uint32_t b) { return value(a) < value(b); });
    };
    compare_sorted(run, 0, 1, keys, in_order_of(rank), [&](const auto& found) -> std::string {
        if (found == in_order_of([&](std::uint32_t i) { return std::uint32_t(bits(i)); }))
            return "Keys are sorted as unsigned numbers: those below 0 come last, and backwards";
        if (found == in_order_of(bits)) return "Those below 0 are sorted backwards";
        return "";
    });
    CHECK_THAT(run, launched(n > 0 ? 12 : 0));
    REQUIRE_THAT(run, HasItsBlocks(blocks_for(n, stretch_for(n))));
}

std::vector<float> special_floats(int n) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const float numbers[] = {0.0f,    -0.0f, infinity, -infinity, 1e-45f,
                             -1e-45f, 3e38f, -3e38f,   1.0f,      -1.0f};
    const std::uint32_t nans[] = {0x7fc00001u, 0xffc00002u, 0x7fffffffu, 0xffffffffu};
    constexpr int count = std::size(numbers);
    std::vector<float> keys;
    for (const int i : random_integers<int>(n, 0, count + std::size(nans) - 1))
        keys.push_back(i < count ? numbers[i] : std::bit_cast<float>(nans[i - count]));
    return keys;
}

} // namespace

TEST_CASE("1: count_digits, one stretch") {
    for (const int shift : {0, 24}) {
        check_counts("all digits are 7", with_digits(500, shift, [](int) { return 7; }), tile_size,
                     shift);
        check_counts("the digits 0, 1, 2, ..., 255, 0, ...",
                     with_digits(4096, shift, [](int i) { return i % 256; }), tile_size, shift);
    }
    for (const int n : {1, 31, 33, 255, 257}) check_counts("by chance", by_chance(n), tile_size, 8);
}

TEST_CASE("1: count_digits, several stretches") {
    for (const int n : {4097, 12'288, 100'003})
        check_counts("by chance", by_chance(n), tile_size, 16);
    check_counts("none", {}, tile_size, 0);
    // More keys with one digit than 16 bits can count.
    constexpr int many = 70'000;
    check_counts("all digits are 7", with_digits(many, 0, [](int) { return 7; }), 18 * tile_size,
                 0);
    const Run run = check_counts("by chance", by_chance(60'000), 3 * tile_size, 0);
    CHECK_THAT(run, work_shared(warps, at_most(1.5),
                                "all threads of a block are to count keys of its stretch"));
}

TEST_CASE("2: scan_counts") {
    for (const int blocks : {2, 1, 33, 255, 256, 257, 400}) check_scan(blocks);
    const Run run = check_scan(most_blocks);
    // Once to read each count; a loop may read it once more.
    CHECK_THAT(run, traffic("global_load_requests", at_most(2 * digits * most_blocks / warp_size),
                            "neighbouring threads are to take neighbouring counts of a row, and "
                            "scan_block() adds them up"));
    CHECK_THAT(run, work_shared(warps, at_most(2.5),
                                "all threads of a block are to take counts of its row"));
}

TEST_CASE("3: rank_tile, patterns") {
    for (const int shift : {0, 8, 24}) {
        const Run run = check_ranks("all digits are 9",
                                    with_digits(tile_size, shift, [](int) { return 9; }), shift);
        // One lane may add for all lanes of its round.
        CHECK_THAT(run, traffic("shared_atomic_lanes", at_most(warps * rounds),
                                "an atomic gives ranks in the order in which lanes arrive, and "
                                "CUDA promises none: lanes are to be counted by a mask"));
        check_ranks("the digits 3, 255, 3, 255, ...",
                    with_digits(tile_size, shift, [](int i) { return i % 2 ? 255 : 3; }), shift);
        check_ranks("a round of 32 keys with digit 0, one with 1, ...",
                    with_digits(tile_size, shift, [](int i) { return i / 32 % 8; }), shift);
        check_ranks("all lanes of a round have different digits",
                    with_digits(tile_size, shift, [](int i) { return i % 256; }), shift);
    }
}

TEST_CASE("3: rank_tile, by chance") {
    for (const int shift : {0, 16}) check_ranks("by chance", by_chance(tile_size), shift);
    const auto draws = random_integers<int>(tile_size, 0, 3);
    check_ranks("four digits", with_digits(tile_size, 8, [&](int i) { return draws[i]; }), 8);
    for (const std::uint64_t seed : random_integers<std::uint64_t>(2, 1, 1'000'000))
        check_ranks("by chance", by_chance(tile_size), 24, seed);
}

TEST_CASE("4: sort_by_digit, one tile") {
    check_by_digit("the digits 0, 1, 2, ..., 255, 0, ...",
                   with_digits(tile_size, 0, [](int i) { return i % 256; }), tile_size, 0);
    check_by_digit("all digits are equal", with_digits(tile_size, 8, [](int) { return 200; }),
                   tile_size, 8);
    check_by_digit("digits fall", with_digits(tile_size, 24, [](int i) { return 255 - i / 16; }),
                   tile_size, 24);
    check_by_digit("by chance", by_chance(tile_size), tile_size, 16);
    for (const int n : {1, 31, 32, 33, 255, 1023, 1024, 1025, 4095})
        check_by_digit("by chance", by_chance(n), tile_size, 0);
    check_by_digit("all digits are 255", with_digits(1000, 0, [](int) { return 255; }), tile_size,
                   0);
}

TEST_CASE("4: sort_by_digit, many tiles", "[weight:2]") {
    check_by_digit("the digits 0, 1, 2, ..., 255, 0, ...",
                   with_digits(10'000, 0, [](int i) { return i % 256; }), tile_size, 0);
    check_by_digit("by chance", by_chance(100'003), tile_size, 8);
    check_by_digit("by chance", by_chance(12'000), 3 * tile_size, 0); // one stretch
    check_by_digit("by chance", by_chance(60'000), 3 * tile_size, 24);
    check_by_digit("all digits are equal", with_digits(40'000, 16, [](int) { return 255; }),
                   2 * tile_size, 16);
    check_by_digit("none", {}, tile_size, 0);
}

TEST_CASE("4: any order of blocks and warps") {
    for (const std::uint64_t seed : random_integers<std::uint64_t>(2, 1, 1'000'000)) {
        check_counts("by chance", by_chance(20'000), tile_size, 0, seed);
        check_scan(300, seed);
        check_by_digit("by chance", by_chance(14'000), 2 * tile_size, 0, seed);
    }
}

TEST_CASE("4: keys are read twice, all else once; neighbours write neighbours") {
    const int n = 24 * tile_size, blocks = 12;
    const Run run = check_by_digit("by chance", by_chance(n), 2 * tile_size, 8);
    INFO("sort_by_digit, n = " << n);
    CHECK_THAT(run, launched(3));
    CHECK_THAT(run, HasItsBlocks(blocks));
    CHECK_THAT(run, allocated_nothing());
    const double table = 4.0 * digits * blocks;
    CHECK_THAT(run, traffic("global_load_bytes", at_most(12.0 * n + 8 * table),
                            "keys are to be read twice, once to be counted, and values once"));
    CHECK_THAT(run, traffic("global_load_sectors", at_most(12.0 * n / 32 + 4 * digits * blocks),
                            "neighbouring threads are to read neighbouring keys"));
    CHECK_THAT(run, traffic("global_load_requests", at_most(3.0 * n / 32 + 3 * digits * blocks),
                            "32 lanes read their keys with one request"));
    CHECK_THAT(run, traffic("global_store_bytes", at_most(8.0 * n + 4 * table),
                            "each key and each value is to be written once"));
    // In a tile, each digit has some keys, in places side by side; these begin and end somewhere in
    // a sector, and in a request.
    CHECK_THAT(run, traffic("global_store_sectors", at_most(2 * 24 * (tile_size / 8 + 3 * digits)),
                            "keys with the same digit are to be written side by side, once the "
                            "tile is sorted in shared memory"));
    CHECK_THAT(run, traffic("global_atomic_requests", at_most(0),
                            "places come from counts and scans: atomics in global memory are slow, "
                            "and lose the order"));
}

TEST_CASE("5: sort", "[weight:2]") {
    Keys powers;
    for (int bit = 31; bit >= 0; --bit) powers.push_back(1u << bit);
    check_sort("2^31, 2^30, ..., 1", powers);
    for (const int n : {33, 1000, 0, 1, 31, 32, 255, 1023, 1024, 1025, 2 * tile_size, 100'003})
        check_sort("by chance", by_chance(n));
    check_sort("all keys are equal", Keys(5000, 0x01020304));
    check_sort("1000 different keys, each many times",
               random_integers<std::uint32_t>(9000, 4'000'000'000, 4'000'000'999));
    Keys falling = by_chance(6000);
    std::ranges::sort(falling, std::greater());
    check_sort("in order, backwards", falling);
}

TEST_CASE("5: sort, in any order of blocks and warps") {
    for (const std::uint64_t seed : random_integers<std::uint64_t>(2, 1, 1'000'000))
        check_sort("by chance", by_chance(5000), seed);
}

TEST_CASE("5: sort makes four passes") {
    const int n = 2 * tile_size + 1; // the third block has one key
    const Run run = check_sort("by chance", by_chance(n));
    CHECK_THAT(run, launched(12));
    CHECK_THAT(run, HasItsBlocks(blocks_for(n, stretch_for(n))));
    CHECK_THAT(run, allocated_nothing());
    CHECK_THAT(run, copied(0, device_to_device));
}

TEST_CASE("5: sort_floats", "[weight:2]") {
    check_floats("above 0", random_reals<float>(100, 0.001, 1000));
    check_floats("below 0, too", random_reals<float>(100, -10, 10));
    check_floats("zeros, infinities, NaN, the smallest and the largest", special_floats(500));
    check_floats("normally distributed", random_normals<float>(10'000, 0, 1e10));
    for (const int n : {0, 1, 33})
        check_floats("normally distributed", random_normals<float>(n, 0, 1));
}

WORKBOOK_GAIN(gain) {
    const int n = static_cast<int>(gain.size(40'000, 1 << 24));
    const Keys keys = by_chance(n), numbers = numbers_of(n);
    gain.about(n, " keys with values");
    WORKBOOK_GAIN_CALL(gain, sort, device_inout(keys), device_inout(numbers), n,
                       device_out<std::uint32_t>(n), device_out<std::uint32_t>(n),
                       device_out<int>(digits * blocks_for(n, stretch_for(n))),
                       device_out<int>(digits));
    gain.beside("std::stable_sort", [&] {
        return sorted_numbers(n, [&](auto a, auto b) { return keys[a] < keys[b]; });
    });
    if (gain.on_gpu()) return;
    constexpr std::uint64_t sector = 32, passes = 4;
    const std::uint64_t own = sector * gain.count("global_store_sectors");
    gain.say("Your four passes wrote ", in_bytes(own), " to sort ", in_bytes(8 * std::uint64_t(n)),
             ".");
    const std::uint64_t naive = passes * 2 * sector * n;
    gain.say(
        "If each thread wrote its key and its value straight to their places, a sector each, it "
        "would be ",
        in_bytes(naive), ", ", times_as(naive, own, "much"), ".");
}
