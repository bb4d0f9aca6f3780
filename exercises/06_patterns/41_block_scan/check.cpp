// Checks of lesson 41. Sums of whole numbers are exact, whatever the brackets. Values are random,
// so that two stretches of the array hardly ever have the same sum: a wrong sum tells which
// elements were added.
#include "block_scan.hpp"

#include "harness/harness.hpp"
#include "harness/shared_work.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <unordered_map>

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, scan_tiles, exclusive_tiles)
WORKBOOK_PROMISE(uses_gpu, scan_steps, scan_one_block, scan_tiles, exclusive_tiles)
WORKBOOK_PROMISE(fills_gpu, scan_tiles, exclusive_tiles)
WORKBOOK_PROMISE(any_size, scan_tiles, exclusive_tiles)

namespace {

// No sum of 1024 of them is beyond an int. No zeros: a zero left out would change no sum.
std::vector<int> numbers(std::size_t n) { return random_integers<int>(n, 1, 2'000'000); }

// Elements first to last of an array; none if last is before first.
struct Stretch {
    std::ptrdiff_t first, last;
};

std::string elements(Stretch stretch) {
    if (stretch.last < stretch.first) return "no element";
    if (stretch.last == stretch.first) return "element " + std::to_string(stretch.first);
    return "elements " + std::to_string(stretch.first) + " to " + std::to_string(stretch.last);
}

// The stretch of `values` whose sum is `sum`: the one that ends nearest to element i.
std::optional<Stretch> stretch_of(const std::vector<int>& values, std::ptrdiff_t i,
                                  std::int64_t sum) {
    if (sum == 0) return Stretch{0, -1};
    std::unordered_map<std::int64_t, std::ptrdiff_t> before; // sum of what lies before an element
    std::optional<Stretch> nearest;
    std::int64_t so_far = 0;
    for (std::size_t last = 0; last < values.size(); ++last) {
        before.emplace(so_far, static_cast<std::ptrdiff_t>(last));
        so_far += values[last];
        const auto found = before.find(so_far - sum);
        if (found == before.end()) continue;
        const Stretch stretch{found->second, static_cast<std::ptrdiff_t>(last)};
        if (!nearest || std::abs(stretch.last - i) < std::abs(nearest->last - i)) nearest = stretch;
    }
    return nearest;
}

std::string too_much(const std::vector<int>& values, int excess) {
    const auto twice = std::ranges::find(values, excess);
    if (twice == values.end()) return "it is too large by " + std::to_string(excess);
    return "element " + std::to_string(twice - values.begin()) + " is in it once too often";
}

// The sums of output argument 1 are those of the stretches; else it says which elements the first
// wrong one has.
template <typename Expected>
void compare(const Run& run, const std::vector<int>& values, Expected expected) {
    const std::vector<int> found = run.output<int>(1);
    std::vector<int> sums(values.size());
    std::vector<std::int64_t> before(values.size() + 1);
    std::partial_sum(values.begin(), values.end(), before.begin() + 1,
                     [](std::int64_t a, std::int64_t b) { return a + b; });
    for (std::size_t i = 0; i < sums.size(); ++i) {
        const Stretch stretch = expected(static_cast<std::ptrdiff_t>(i));
        sums[i] = static_cast<int>(
            stretch.last < stretch.first ? 0 : before[stretch.last + 1] - before[stretch.first]);
    }
    for (std::size_t i = 0; i < sums.size(); ++i) {
        if (found[i] == sums[i] || !run.was_written(1, i)) continue;
        const auto at = static_cast<std::ptrdiff_t>(i);
        const auto stretch = stretch_of(values, at, found[i]);
        std::string seen = stretch ? "the sum of " + elements(*stretch) : "no sum of neighbours";
        // A step that took what another thread had already added to: elements come twice.
        if (!stretch && found[i] > sums[i]) seen += ": " + too_much(values, found[i] - sums[i]);
        FAIL("output[" << i << "] is " << found[i] << ", " << seen << "; expected is the sum of "
                       << elements(expected(at)) << " of `input`");
    }
    REQUIRE_THAT(run, output_equals(1, sums));
}

void check_launch(const Run& run, std::size_t blocks, int threads) {
    REQUIRE_THAT(run, launched(1) && launched_with(grid(blocks), block(threads)));
}

Run check_steps(int n, int steps) {
    INFO("scan_steps: n = " << n << ", steps = " << steps);
    const auto values = numbers(n);
    Run run = WORKBOOK_RUN(scan_steps, device_in(values), device_out<int>(n), n, steps);
    REQUIRE_THAT(run, completed());
    // After k steps an element has the sum of the 2^k elements that end with it.
    const std::ptrdiff_t width = std::ptrdiff_t{1} << steps;
    compare(run, values, [=](std::ptrdiff_t i) {
        return Stretch{std::max<std::ptrdiff_t>(0, i - width + 1), i};
    });
    check_launch(run, 1, n);
    return run;
}

void check_barriers(const Run& run, int block_size) {
    CHECK_THAT(run, traffic("barrier_lanes", per("barriers"), at_least(block_size),
                            "some threads of the block do not come to a barrier: does it "
                            "stand inside of an `if`, or behind a return?"));
}

void check_one_block(int n) {
    INFO("scan_one_block: n = " << n);
    const auto values = numbers(n);
    const Run run = WORKBOOK_RUN(scan_one_block, device_in(values), device_out<int>(n), n);
    REQUIRE_THAT(run, completed());
    compare(run, values, [](std::ptrdiff_t i) { return Stretch{0, i}; });
    check_launch(run, 1, n);
}

Run check_tiles(std::size_t n, int block_size, std::uint64_t schedule = 0) {
    INFO("scan_tiles: n = " << n << ", block_size = " << block_size);
    const auto values = numbers(n);
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, scan_tiles, device_in(values), device_out<int>(n), n,
                                     block_size);
    REQUIRE_THAT(run, completed());
    compare(run, values, [=](std::ptrdiff_t i) { return Stretch{i / block_size * block_size, i}; });
    if (n > 0) check_launch(run, (n + block_size - 1) / block_size, block_size);
    return run;
}

Run check_exclusive(std::size_t n, int block_size, std::uint64_t schedule = 0) {
    INFO("exclusive_tiles: n = " << n << ", block_size = " << block_size);
    const auto values = numbers(n);
    const std::size_t tiles = (n + block_size - 1) / block_size;
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, exclusive_tiles, device_in(values),
                                     device_out<int>(n), n, block_size, device_out<int>(tiles));
    REQUIRE_THAT(run, completed());
    compare(run, values, [=](std::ptrdiff_t i) {
        return Stretch{i / block_size * block_size, i - 1};
    });
    const auto found = run.output<int>(4);
    std::vector<int> totals(tiles);
    for (std::size_t i = 0; i < n; ++i) totals[i / block_size] += values[i];
    for (std::size_t b = 0; b < tiles; ++b) {
        if (found[b] == totals[b] || !run.was_written(4, b)) continue;
        const auto last = static_cast<std::ptrdiff_t>(std::min(n, (b + 1) * block_size)) - 1;
        const auto stretch = stretch_of(values, last, found[b]);
        FAIL("totals[" << b << "] is " << found[b] << ", "
                       << (stretch ? "the sum of " + elements(*stretch) : "no sum of neighbours")
                       << "; expected is the sum of "
                       << elements({static_cast<std::ptrdiff_t>(b) * block_size, last})
                       << " of `input`");
    }
    REQUIRE_THAT(run, output_equals(4, totals));
    if (n > 0) check_launch(run, tiles, block_size);
    return run;
}

// Values for several tiles, of which the last one is shorter. They are few in tiles of one or two
// values: blocks of one or two threads would break the promise fills_gpu if they had much to do.
std::size_t many_tiles(int block_size) { return block_size < 32 ? 303 : 3003; }

} // namespace

TEST_CASE("scan_steps: one step") {
    for (const int n : {2, 8, 32, 256}) {
        const Run run = check_steps(n, 1);
        INFO("scan_steps: n = " << n << ", steps = 1");
        check_barriers(run, n);
    }
}

TEST_CASE("scan_steps: step after step") {
    for (const int steps : {0, 2, 3, 4, 5}) check_steps(32, steps);
    for (const int steps : {5, 6, 8}) check_steps(256, steps);
    for (const int steps : {1, 4, 10}) check_steps(1024, steps);
    for (const int steps : {2, 7}) check_steps(100, steps);
}

TEST_CASE("scan_one_block: powers of two", "[weight:2]") {
    for (const int n : {1, 2, 4, 8, 32, 64, 256, 1024}) check_one_block(n);
}

TEST_CASE("scan_one_block: any size", "[weight:2]") {
    for (const int n : {3, 5, 7, 9, 31, 33, 96, 100, 129, 257, 513, 1000, 1023}) check_one_block(n);
}

TEST_CASE("scan_tiles: whole tiles, a shorter last one, any block size", "[weight:2]") {
    check_tiles(512, 128);
    for (const int block_size : {1, 2, 32, 33, 100, 256, 1000, 1024}) {
        check_tiles(many_tiles(block_size), block_size);
        check_tiles(5, block_size);
    }
    for (const std::size_t n : awkward_sizes()) check_tiles(n, 256);
}

TEST_CASE("exclusive_tiles: shifted by one, and the totals", "[weight:2]") {
    check_exclusive(512, 128);
    for (const int block_size : {1, 2, 32, 33, 100, 256, 1000, 1024}) {
        check_exclusive(many_tiles(block_size), block_size);
        check_exclusive(5, block_size);
    }
    for (const std::size_t n : awkward_sizes()) check_exclusive(n, 256);
}

TEST_CASE("every thread of a block comes to each barrier") {
    for (const bool exclusive : {false, true}) {
        // Most threads of the only block have no value.
        const Run run = exclusive ? check_exclusive(100, 256) : check_tiles(100, 256);
        INFO((exclusive ? "exclusive_tiles" : "scan_tiles") << ": n = 100, block_size = 256");
        check_barriers(run, 256);
    }
}

TEST_CASE("any order of blocks and warps") {
    for (const std::uint64_t seed : random_integers<std::uint64_t>(3, 1, 1'000'000)) {
        check_tiles(3000, 256, seed);
        check_exclusive(3000, 100, seed);
    }
}

TEST_CASE("read once, written once, by all threads", "[weight:2]") {
    constexpr int block_size = 256;
    const std::size_t n = 64'000, tiles = n / block_size;
    for (const bool exclusive : {false, true}) {
        const Run run = exclusive ? check_exclusive(n, block_size) : check_tiles(n, block_size);
        INFO((exclusive ? "exclusive_tiles" : "scan_tiles")
             << ": n = " << n << ", block_size = " << block_size);
        const double totals = exclusive ? static_cast<double>(tiles) : 0;
        CHECK_THAT(run, traffic("global_load_bytes", at_most(4.0 * n),
                                "each value is to be read once from global memory"));
        CHECK_THAT(run, traffic("global_store_bytes", at_most(4.0 * (n + totals)),
                                "each sum is to be written once"));
        CHECK_THAT(run, traffic("global_load_requests", at_most(n / 32.0),
                                "32 lanes read their values with one request"));
        CHECK_THAT(run, traffic("global_load_sectors", at_most(n / 8.0),
                                "neighbouring threads are to read neighbouring values"));
        CHECK_THAT(run, traffic("global_store_sectors", at_most(n / 8.0 + totals),
                                "neighbouring threads are to write neighbouring sums"));
        // Two for each of 8 steps, and up to four around them.
        CHECK_THAT(run, traffic("barriers", per(tiles, "block"), at_most(20),
                                "too many barriers: 8 steps are enough for 256 values, and "
                                "each of them has two"));
        // 8 steps of 8 warps, with two loads and a store each, are 192; bringing in and writing
        // out 16, and as many for another array. Thread 0 alone needs 256 loads and 256 stores.
        CHECK_THAT(run,
                   traffic("shared_load_requests", per(tiles, "block"), at_most(190),
                           "too many reads of shared memory: 8 steps are enough for 256 values, "
                           "and in each of them a warp reads twice"));
        CHECK_THAT(run, traffic("shared_store_requests", per(tiles, "block"), at_most(110),
                                "too many writes to shared memory: in each of 8 steps a warp "
                                "writes once"));
        CHECK_THAT(run, work_shared(block_size / 32, at_most(3.5),
                                    "one warp adds up for the others: in each step every thread "
                                    "is to add one value to its own"));
    }
}

WORKBOOK_GAIN(gain) {
    constexpr int block_size = 256;
    const std::size_t n = gain.size(65'536, 1 << 24);
    const auto values = numbers(n);
    std::vector<int> sums(n);
    gain.about("scan_tiles() of ", n, " values in tiles of ", block_size);
    WORKBOOK_GAIN_CALL(gain, scan_tiles, device_in(values), device_out<int>(n), n, block_size);
    gain.beside("A loop", [&] {
        for (std::size_t i = 0; i < n; ++i)
            sums[i] = values[i] + (i % block_size ? sums[i - 1] : 0);
    });
    if (gain.on_gpu() || gain.blocks() == 0) return;
    gain.say("Your blocks met at ", gain.count("barriers") / gain.blocks(),
             " barriers each: 8 steps are enough for ", block_size, " sums.");
    gain.say("A loop makes ", block_size - 1, " additions in a row for each tile.");
}
