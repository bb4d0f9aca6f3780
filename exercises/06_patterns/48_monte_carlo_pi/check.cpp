// Checks of lesson 48. The reference is a Philox4_32_10 of its own, from the description by its
// authors (Salmon, Moraes, Dror, Shaw, 2011). As the header says which numbers a sample takes, hits
// are compared exactly; seeds are chosen so that no sample lies so near to the circle that rounding
// decides.
#include "monte_carlo_pi.hpp"

#include "harness/harness.hpp"
#include "harness/shared_work.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, sample_by_threads, count_hits)
WORKBOOK_PROMISE(reports_errors, sample_by_threads, count_hits, estimate_pi)
WORKBOOK_PROMISE(uses_gpu, sample_by_threads, count_hits, estimate_pi)

namespace {

using Numbers = std::array<std::uint32_t, 4>;

// The numbers 4 k to 4 k + 3 of a sequence.
Numbers four_numbers(std::uint64_t seed, std::uint64_t sequence, std::uint64_t k) {
    const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
    const auto high = [](std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); };
    Numbers c{low(k), high(k), low(sequence), high(sequence)};
    std::uint32_t key0 = low(seed), key1 = high(seed);
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t product0 = std::uint64_t{0xD2511F53} * c[0];
        const std::uint64_t product1 = std::uint64_t{0xCD9E8D57} * c[2];
        c = {high(product1) ^ c[1] ^ key0, low(product1), high(product0) ^ c[3] ^ key1,
             low(product0)};
        key0 += 0x9E3779B9;
        key1 += 0xBB67AE85;
    }
    return c;
}

// As curand_uniform: 2^-33 to 1. The product is exact, the sum is rounded.
float uniform(std::uint32_t number) { return static_cast<float>(number) * 0x1p-32f + 0x1p-33f; }

struct Count {
    std::uint64_t hits = 0;
    bool clear = true; // no sample so near to the circle that rounding decides
};

// Hits among the samples 0 to n - 1 of a sequence: sample i takes the numbers 2 i and 2 i + 1.
Count reference(std::uint64_t seed, std::uint64_t sequence, std::size_t n) {
    Count count;
    Numbers four{};
    for (std::size_t i = 0; i < n; ++i) {
        if (i % 2 == 0) four = four_numbers(seed, sequence, i / 2);
        const double x = uniform(four[i % 2 * 2]), y = uniform(four[i % 2 * 2 + 1]);
        const double square = x * x + y * y;
        count.hits += square < 1;
        // Two products and a sum in float: 3 roundings by 2^-24 of at most 1.
        if (std::abs(square - 1) < 3 * 0x1p-24) count.clear = false;
    }
    return count;
}

struct Expected {
    std::uint64_t seed;
    std::vector<std::uint32_t> taken, hits;
};

std::uint64_t random_seed() { return random_integers<std::uint64_t>(1, 0, ~std::uint64_t{0})[0]; }

// A seed for which all threads' hits are clear, and what they are.
Expected expected_of_threads(std::size_t n, std::size_t threads) {
    for (;;) {
        Expected expected{random_seed(), {}, {}};
        bool clear = true;
        for (std::size_t t = 0; t < threads && clear; ++t) {
            const std::size_t share = n / threads + (t < n % threads ? 1 : 0);
            const Count count = reference(expected.seed, t, share);
            expected.taken.push_back(static_cast<std::uint32_t>(share));
            expected.hits.push_back(static_cast<std::uint32_t>(count.hits));
            clear = count.clear;
        }
        if (clear) return expected;
    }
}

struct Clear {
    std::uint64_t seed, hits;
};
Clear clear_seed(std::size_t n) {
    for (;;) {
        const std::uint64_t seed = random_seed();
        const Count count = reference(seed, 0, n);
        if (count.clear) return {seed, count.hits};
    }
}

// What wrong hits look like, if that can be said.
std::string likeness(const Expected& expected, const std::vector<std::uint32_t>& hits) {
    bool first_sequence = expected.taken[0] >= 20, next_seeds = first_sequence;
    for (std::size_t t = 0; t < hits.size() && t < 40; ++t) {
        const auto share = expected.taken[t];
        first_sequence &= hits[t] == reference(expected.seed, 0, share).hits;
        next_seeds &= hits[t] == reference(expected.seed + t, 0, share).hits;
    }
    if (first_sequence)
        return "\nall threads draw the same numbers, those of sequence 0: curand_init's second "
               "argument tells them apart";
    if (next_seeds)
        return "\nthread t draws from the seed `seed + t`, in place of sequence t of `seed`: a "
               "run with the next seed gets nearly the same numbers";
    return "";
}

void check_threads(const Expected& expected, std::size_t n, int blocks, int block_size) {
    const std::size_t threads = std::size_t(blocks) * block_size;
    INFO("sample_by_threads: " << n << " samples, " << blocks << " blocks of " << block_size
                               << " threads, " << threads << " in all");
    const Run run =
        WORKBOOK_RUN(sample_by_threads, expected.seed, n, blocks, block_size,
                     device_out<std::uint32_t>(threads), device_out<std::uint32_t>(threads));
    REQUIRE_THAT(run, completed());
    const auto taken = run.output<std::uint32_t>(4);
    INFO("elements of `taken` add up to "
         << std::accumulate(taken.begin(), taken.end(), std::uint64_t{0}) << ", and n is " << n);
    REQUIRE_THAT(run, output_equals(4, expected.taken));
    const auto hits = run.output<std::uint32_t>(5);
    INFO("the threads took the right numbers of samples; now `hits`"
         << (hits == expected.hits ? "" : likeness(expected, hits)));
    REQUIRE_THAT(run, output_equals(5, expected.hits));
    CHECK_THAT(run, launched(1) && copied(0, device_to_host));
}

void check_threads(std::size_t n, int blocks, int block_size) {
    check_threads(expected_of_threads(n, std::size_t(blocks) * block_size), n, blocks, block_size);
}

// A hit has the probability p = pi / 4; n of them have the deviation sqrt(p (1 - p) n). Beyond 6 of
// these is one seed in 500 million.
bool is_near(double estimate, std::size_t n) {
    constexpr double p = std::numbers::pi / 4;
    return std::abs(estimate - std::numbers::pi) <
           6 * 4 * std::sqrt(p * (1 - p) / static_cast<double>(n));
}

Run check_count(const Clear& expected, std::size_t n, int blocks, std::uint64_t schedule = 0) {
    INFO("count_hits: n = " << n << ", " << blocks << " blocks");
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, count_hits, expected.seed, n, blocks,
                                     device_out<unsigned long long>(1));
    REQUIRE_THAT(run, completed());
    if (!run.was_written(3, 0))
        FAIL("*hits was never written: it has to begin with 0, whatever it holds before");
    const auto hits = run.output<unsigned long long>(3)[0];
    std::string hint;
    for (const std::size_t fewer : {n / 2 * 2, n / threads_per_block * threads_per_block,
                                    n / (blocks * threads_per_block) * blocks * threads_per_block})
        if (fewer < n && hits == reference(expected.seed, 0, fewer).hits)
            hint = "; " + std::to_string(expected.hits) + " are expected: these are the hits of " +
                   std::to_string(fewer) + " samples, and n is " + std::to_string(n);
    INFO("*hits is " << hits << hint);
    REQUIRE_THAT(run, output_equals(3, std::vector<unsigned long long>{expected.hits}));
    return run;
}

} // namespace

TEST_CASE("threads with a sequence each", "[weight:2]") {
    check_threads(32 * 300, 1, 32);
    check_threads(32, 1, 32);
    check_threads(5 * 64 * 40, 5, 64);
}

TEST_CASE("exactly n samples, for any n", "[weight:2]") {
    for (const std::size_t n : awkward_sizes()) check_threads(n, 3, 96);
    check_threads(1000, 32, 128);
    check_threads(1'000'000, 32, 128);
}

// In 32 bits there are fewer threads than samples, and the last block's threads have the numbers of
// the first one's. The virtual GPU runs only a few of so many blocks, and repeats a part of the
// elements.
TEST_CASE("more threads than 32 bits can count", "[weight:0.5]") {
    if (!Session::current().options().device.is_virtual) {
        SUCCEED("this takes much memory");
        return;
    }
    const std::size_t n = 3000, part = 5 * 1024;
    const int blocks = (1 << 22) + 1, block_size = 1024;
    INFO("sample_by_threads: " << n << " samples, " << blocks << " blocks of " << block_size
                               << " threads");
    const Expected expected = expected_of_threads(block_size, block_size); // one sample for each
    auto taken = device_out<std::uint32_t>(part), hits = device_out<std::uint32_t>(part);
    taken.spec.repeats = hits.spec.repeats = std::size_t(blocks) * block_size / part;
    const Run run = WORKBOOK_RUN_IN(VirtualGpu{.sampling = true}, sample_by_threads, expected.seed,
                                    n, blocks, block_size, taken, hits);
    REQUIRE_THAT(run, completed());
    const auto of_first_block = [&](int argument) {
        auto values = run.output<std::uint32_t>(argument);
        values.resize(block_size);
        return values;
    };
    INFO("the elements of the first block's threads");
    CHECK(of_first_block(4) == expected.taken);
    CHECK(of_first_block(5) == expected.hits);
    for (const Reach::Row& array : run.record().trace.reach.allocations)
        if (array.end != array.bytes)
            FAIL_CHECK("the kernel came no further than element "
                       << array.end / sizeof(std::uint32_t) << " of `taken` or `hits`");
}

// With 2^32 threads a stride in 32 bits is 0; a block more, and its threads have the numbers of the
// first one's. Then there are 2^33 samples, and 2^40: too many to be made. The virtual GPU runs a
// few of the blocks, and ends them after a while.
TEST_CASE("more samples than 32 bits can count", "[weight:0.5]") {
    const VirtualGpu some_blocks{.sampling = true};
    const bool is_virtual = Session::current().options().device.is_virtual;
    const Clear few = clear_seed(512);
    const auto count = [&](std::size_t n, int blocks) {
        INFO("count_hits: n = " << n << ", " << blocks << " blocks");
        const Run run = WORKBOOK_RUN_IN(some_blocks, count_hits, few.seed, n, blocks,
                                        device_out<unsigned long long>(1));
        REQUIRE_THAT(run, completed());
        if (run.record().trace.reach.cut)
            FAIL("the kernel does not come to its end: does a thread move on to its next samples?");
        const auto hits = run.output<unsigned long long>(3)[0];
        if (n == 512 && hits > few.hits)
            FAIL("*hits is " << hits << ", and these samples have " << few.hits
                             << (hits > n ? ", more than there are samples: is *hits 0 before the "
                                            "kernels add to it?"
                                          : ": some are counted more than once"));
        if (hits == 0 && n > 512) FAIL("*hits is 0: how many samples are there in 32 bits?");
    };
    for (const int blocks : {1 << 24, (1 << 24) + 1}) count(512, blocks);
    count(std::size_t{1} << 33, 1 << 21);
    if (!is_virtual) return; // minutes
    const std::size_t n = std::size_t{1} << 40;
    INFO("estimate_pi: n = " << n);
    const Run run = WORKBOOK_RUN_IN(some_blocks, estimate_pi, few.seed, n);
    REQUIRE_THAT(run, completed());
    CHECK_THAT(run, launched_with(grid(most_blocks), block(threads_per_block)));
    const auto estimate = run.returned<double>();
    if (!(estimate >= 0 && estimate <= 4)) FAIL_CHECK("4 times a part is not " << estimate);
}

// A share and its hits need more than 16 bits.
TEST_CASE("all samples by one thread") { check_threads(100'003, 1, 1); }

// Seeds of which one of the first two samples lies on the circle: x * x + y * y is 1 in float,
// whichever of the products is rounded, and more than 1 where nothing is.
TEST_CASE("on the circle: no hit") {
    for (const std::uint64_t seed : {7028314, 28636481, 40877838, 50306004, 56424639, 87484383}) {
        const std::uint64_t hits = reference(seed, 0, 2).hits;
        check_count({seed, hits}, 2, 1);
        check_threads({seed, {2}, {static_cast<std::uint32_t>(hits)}}, 2, 1, 1);
    }
}

TEST_CASE("the count of hits, for any n", "[weight:2]") {
    for (const std::size_t n : awkward_sizes()) {
        check_count(clear_seed(n), n, static_cast<int>(std::clamp<std::size_t>(n / 256, 1, 64)));
    }
}

TEST_CASE("the same bits on any grid, in any order", "[weight:2]") {
    const std::size_t n = 20'001;
    const Clear expected = clear_seed(n);
    for (const int blocks : {1, 2, 7, 40, 100}) {
        const Run run = check_count(expected, n, blocks);
        CHECK_THAT(run, launched(1));
        CHECK_THAT(run, launched_with(grid(blocks), block(threads_per_block), dynamic_shared(0)));
        CHECK_THAT(run, copied(0, device_to_host) && copied(0, host_to_device));
        CHECK_THAT(run, traffic("thread_instructions", per("warp_instructions"), at_least(16),
                                "most lanes of a warp have nothing to do: are the samples spread "
                                "over all threads?"));
        if (blocks == 2 || blocks == 7) // few enough for several pairs each
            CHECK_THAT(run, work_shared(blocks * threads_per_block / 32, at_most(1.4),
                                        "some warps draw for the others: each thread of "
                                        "the grid is to take its samples"));
    }
    for (const std::uint64_t seed : random_integers<std::uint64_t>(3, 1, 1'000'000))
        check_count(expected, n, 13, seed);
}

TEST_CASE("an estimate of pi") {
    std::uint64_t hits_before = 0;
    for (const std::size_t n :
         {1, 3, 1000, 1000, 1024, 500'001}) { // the same n with another seed, too
        Clear expected = clear_seed(n);
        while (n == 1000 && expected.hits == hits_before) expected = clear_seed(n);
        hits_before = expected.hits;
        INFO("estimate_pi: n = " << n << "; " << expected.hits << " of these samples are hits");
        const Run run = WORKBOOK_RUN(estimate_pi, expected.seed, n);
        REQUIRE_THAT(run, completed());
        const double estimate = 4 * static_cast<double>(expected.hits) / static_cast<double>(n);
        // Two operations on exact numbers, in whatever order: 2 roundings by 2^-53.
        REQUIRE_THAT(run, returned_close(estimate, relative(3e-16)));
        CHECK_THAT(run, launched_with(
                            grid(std::clamp<std::size_t>(
                                (n + threads_per_block - 1) / threads_per_block, 1, most_blocks)),
                            block(threads_per_block)));
        CHECK_THAT(run, freed_everything());
        CHECK_THAT(run, copied_bytes(device_to_host, sizeof(unsigned long long)));
        if (n < 1000) continue;
        if (!is_near(run.returned<double>(), n)) FAIL_CHECK("this is not near pi");
    }
}

// More than 2^24 hits, which a float does not hold, nor n. Among so many samples some lie too near
// to the circle for a count from elsewhere: the student's own, which the cases above have judged.
TEST_CASE("an estimate of 22 million samples") {
    const std::size_t n = 22'000'001;
    std::uint64_t seed = 0, hits = 0;
    double estimate = 0;
    for (int tries = 0; hits % 2 == 0 && tries < 20; ++tries) { // an odd number is no float
        seed = random_seed();
        const Run count =
            WORKBOOK_RUN(count_hits, seed, n, most_blocks, device_out<unsigned long long>(1));
        REQUIRE_THAT(count, completed());
        hits = count.output<unsigned long long>(3)[0];
        estimate = 4 * static_cast<double>(hits) / static_cast<double>(n);
        if (!is_near(estimate, n))
            FAIL("count_hits: " << hits << " of " << n << " samples are hits, and 4 times this "
                                << "part is not near pi");
    }
    INFO("estimate_pi: n = " << n << "; " << hits << " of these samples are hits, says count_hits");
    const Run run = WORKBOOK_RUN(estimate_pi, seed, n);
    REQUIRE_THAT(run, completed());
    REQUIRE_THAT(run, returned_close(estimate, relative(3e-16)));
}

WORKBOOK_GAIN(gain) {
    const std::size_t n = gain.size(65'536, 1 << 22);
    const std::uint64_t seed = random_seed();
    const int blocks = 64;
    volatile std::uint64_t result = 0;
    gain.about(n, " samples");
    WORKBOOK_GAIN_CALL(gain, count_hits, seed, n, blocks, device_out<unsigned long long>(1));
    gain.beside("A loop with the same generator", [&] { result = reference(seed, 0, n).hits; });
    const std::uint64_t own = gain.count("global_atomic_lanes");
    const std::uint64_t naive = gain.on_gpu() ? 0 : reference(seed, 0, n).hits;
    gain.say("Your ", gain.threads(), " threads drew ", static_cast<double>(n) / (blocks * 256),
             " samples each, and added to *hits ", own, " times.");
    gain.say("With an atomic addition for each hit, it is ", naive, ": ",
             times_as(naive, own, "often"), ".");
}
