// Checks of lesson 57. All are whole numbers: every one must agree.
#include "cluster_dsmem.hpp"

#include "harness/harness.hpp"
#include "harness/shared_work.hpp"

#include <algorithm>
#include <bit>
#include <sstream>

using namespace workbook;

WORKBOOK_NEEDS_CAPABILITY(9, 0);
WORKBOOK_PROMISE(does_not_wait, meet, offsets, mark_places, counted, histogram_on, histogram)
WORKBOOK_PROMISE(reports_errors, meet, offsets, mark_places, counted, histogram_on, histogram)
WORKBOOK_PROMISE(uses_gpu, offsets, counted, histogram_on, histogram)
WORKBOOK_PROMISE(fills_gpu, histogram)

namespace {

using Numbers = std::vector<unsigned>;

int rounded_up(int n, int of) { return (n + of - 1) / of * of; }
int bins_of_block(int bins, int of_cluster) { return (bins + of_cluster - 1) / of_cluster; }
std::size_t at(int i) { return static_cast<std::size_t>(i); }

// ---- Step 1 ----

void check_meeting(int at_least, int of_cluster, int shared_bytes) {
    const int blocks = rounded_up(at_least, of_cluster);
    INFO("launch_in_clusters, at least " << at_least << " blocks in clusters of " << of_cluster
                                         << ", with " << shared_bytes
                                         << " bytes of dynamic shared memory");
    const Run run =
        WORKBOOK_RUN(meet, at_least, of_cluster, shared_bytes,
                     device_out<unsigned>(at(2 * (blocks * of_cluster + 8)))); // room for too many
    REQUIRE_THAT(run, completed());
    const Numbers out = run.output<unsigned>(3);
    for (int b = 0; b < blocks; ++b) {
        if (!run.was_written(3, at(2 * b)))
            FAIL("there is no block " << b << ": " << blocks << " blocks are wanted, in "
                                      << blocks / of_cluster << " whole clusters");
        if (out[at(2 * b)] == 1 && of_cluster > 1)
            FAIL("block " << b << " is alone in its cluster: the launch has not said that "
                          << of_cluster << " blocks belong together");
        if (out[at(2 * b)] != static_cast<unsigned>(of_cluster) ||
            out[at(2 * b + 1)] != static_cast<unsigned>(b % of_cluster))
            FAIL("block " << b << " has rank " << out[at(2 * b + 1)] << " in a cluster of "
                          << out[at(2 * b)] << " blocks; expected is rank " << b % of_cluster
                          << " in a cluster of " << of_cluster);
    }
    if (run.was_written(3, at(2 * blocks)))
        FAIL("there is a block " << blocks << ": " << blocks / of_cluster
                                 << " whole clusters are wanted, no more");
    CHECK_THAT(run, launched(1) && launched_with(grid(blocks), block(threads_per_block),
                                                 dynamic_shared(at(shared_bytes))));
}

// ---- Step 2 ----

Numbers expected_offsets(const Numbers& x, int count, int of_cluster) {
    const int blocks =
        rounded_up(static_cast<int>((x.size() + at(count) - 1) / at(count)), of_cluster);
    Numbers out;
    unsigned sum = 0;
    for (int b = 0; b < blocks; ++b) {
        if (b % of_cluster == 0) sum = 0;
        out.push_back(sum);
        for (std::size_t i = at(b) * at(count); i < at(b + 1) * at(count) && i < x.size(); ++i)
            sum += x[i];
    }
    return out;
}

Run run_offsets(const Numbers& x, int count, int of_cluster, std::uint64_t schedule = 0) {
    return WORKBOOK_RUN_SCHEDULED(
        schedule, offsets, device_in(x), x.size(), count, of_cluster,
        device_out<unsigned>(expected_offsets(x, count, of_cluster).size()));
}

Run check_offsets(const Numbers& x, int count, int of_cluster, std::uint64_t schedule = 0) {
    INFO("offsets_kernel, n = " << x.size() << ", " << count
                                << " values for each block, clusters of " << of_cluster);
    Run run = run_offsets(x, count, of_cluster, schedule);
    REQUIRE_THAT(run, completed());
    CHECK_THAT(run, output_equals(4, expected_offsets(x, count, of_cluster)).by_any_thread());
    CHECK_THAT(run, launched(1));
    return run;
}

// "0, 1, 2", of the blocks whose sums are in this one: block b has 2^b.
std::string blocks_in(unsigned sum) {
    std::ostringstream text;
    for (unsigned b = 0; b < 32; ++b)
        if (sum >> b & 1u) text << (text.tellp() > 0 ? ", " : "") << b;
    if (text.tellp() <= 0) return "of no block";
    return (std::has_single_bit(sum) ? "of block " : "of blocks ") + text.str();
}

// The sum of block b is 2^b: one value is not 0.
void check_powers(int blocks, int count, int of_cluster) {
    Numbers x(at(blocks) * at(count));
    for (int b = 0; b < blocks; ++b)
        x[at(b * count + random_integers<int>(1, 0, count - 1)[0])] = 1u << b;
    INFO("offsets_kernel, " << blocks << " blocks of " << count << " values in clusters of "
                            << of_cluster << "; the sum of block b is 2^b");
    const Run run = run_offsets(x, count, of_cluster);
    REQUIRE_THAT(run, completed());
    const Numbers out = run.output<unsigned>(4), expected = expected_offsets(x, count, of_cluster);
    for (std::size_t b = 0; b < out.size() && run.was_written(4, b); ++b)
        if (out[b] != expected[b])
            FAIL("out[" << b << "] is " << out[b] << ", the sum " << blocks_in(out[b])
                        << "; expected is that " << blocks_in(expected[b]));
    CHECK_THAT(run, output_equals(4, expected).by_any_thread());
}

// ---- Step 3 ----

void check_places(int bins, int of_cluster) {
    const int of_block = bins_of_block(bins, of_cluster);
    INFO("place_of, " << bins << " bins in a cluster of " << of_cluster << ", " << of_block
                      << " in each block");
    const Run run = WORKBOOK_RUN(mark_places, bins, of_cluster,
                                 device_out<unsigned>(at(of_block * of_cluster)));
    REQUIRE_THAT(run, completed());
    Numbers expected(at(of_block * of_cluster));
    for (int k = 0; k < bins; ++k) expected[at(k)] = static_cast<unsigned>(k) + 1;
    const Numbers out = run.output<unsigned>(2);
    for (int i = 0; i < of_block * of_cluster && run.was_written(2, at(i)); ++i) {
        const unsigned found = out[at(i)];
        if (found == expected[at(i)]) continue;
        if (found == 0) continue; // said of the bin that is in its place
        if (found > static_cast<unsigned>(bins)) break;
        const int bin = static_cast<int>(found) - 1;
        FAIL("the place of bin " << bin << " is said to be counter " << i % of_block << " of rank "
                                 << i / of_block << "; it is counter " << bin % of_block
                                 << " of rank " << bin / of_block);
    }
    CHECK_THAT(run, output_equals(2, expected).by_any_thread());
}

// ---- Steps 4 and 5 ----

Numbers counts_of(const Numbers& keys, int bins) {
    Numbers counts(at(bins));
    for (const unsigned key : keys) ++counts[key];
    return counts;
}

Numbers random_keys(std::size_t n, int bins) {
    return random_integers<unsigned>(n, 0, static_cast<unsigned>(bins) - 1);
}

// Bin k occurs k + 1 times, in random order.
Numbers one_more_each(int bins) {
    Numbers keys;
    for (int k = 0; k < bins; ++k) keys.insert(keys.end(), at(k + 1), static_cast<unsigned>(k));
    Numbers mixed;
    for (const auto i : random_permutation(keys.size()))
        mixed.push_back(keys[at(static_cast<int>(i))]);
    return mixed;
}

std::string of_bin(int bin, int bins, int of_cluster) {
    std::ostringstream text;
    text << "bin " << bin << ", which rank " << bin / bins_of_block(bins, of_cluster) << " of "
         << of_cluster << " has";
    return text.str();
}

void compare(const Numbers& counts, const Numbers& expected, int of_cluster) {
    const int bins = static_cast<int>(expected.size());
    for (int k = 0; k < bins; ++k) {
        const unsigned found = counts[at(k)], right = expected[at(k)];
        if (found == right) continue;
        const std::string bin = of_bin(k, bins, of_cluster);
        if (of_cluster > 1 && right > 0 && found == right * static_cast<unsigned>(of_cluster))
            FAIL(bin << ", was counted " << found << " times; it occurs " << right
                     << " times: each block of the cluster has brought it");
        FAIL(bin << ", was counted " << found << " times; it occurs " << right << " times");
    }
}

Run check_counted(int at_least, int of_cluster, const Numbers& keys, int bins,
                  std::uint64_t schedule = 0) {
    const int blocks = rounded_up(at_least, of_cluster), of_block = bins_of_block(bins, of_cluster);
    INFO("count_together, " << blocks << " blocks in clusters of " << of_cluster
                            << ", n = " << keys.size() << ", " << bins << " bins, " << of_block
                            << " in each block");
    Run run =
        WORKBOOK_RUN_SCHEDULED(schedule, counted, at_least, of_cluster, device_in(keys),
                               keys.size(), bins, device_out<unsigned>(at(blocks * of_block)));
    REQUIRE_THAT(run, completed());
    const Numbers out = run.output<unsigned>(5);
    Numbers sums(at(bins));
    for (int b = 0; b < blocks; ++b)
        for (int i = 0; i < of_block; ++i) {
            if (!run.was_written(5, at(b * of_block + i)))
                FAIL("block " << b << " is missing: " << blocks << " blocks are wanted");
            const int bin = b % of_cluster * of_block + i;
            const unsigned found = out[at(b * of_block + i)];
            if (bin < bins)
                sums[at(bin)] += found;
            else if (found != 0)
                FAIL("counter " << i << " of block " << b << " is " << found
                                << ", but it has no bin: there are " << bins << " bins");
        }
    compare(sums, counts_of(keys, bins), of_cluster);
    CHECK_THAT(run, launched(1));
    return run;
}

Run check_histogram(int at_least, int of_cluster, const Numbers& keys, int bins,
                    std::uint64_t schedule = 0) {
    INFO("histogram_kernel, " << rounded_up(at_least, of_cluster) << " blocks in clusters of "
                              << of_cluster << ", n = " << keys.size() << ", " << bins << " bins");
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, histogram_on, at_least, of_cluster, device_in(keys),
                                     keys.size(), bins, device_out<unsigned>(at(bins)));
    REQUIRE_THAT(run, completed());
    compare(run.output<unsigned>(5), counts_of(keys, bins), of_cluster);
    CHECK_THAT(run, launched(1));
    return run;
}

constexpr const char* read_once = "each key is to be read once, by one block: a block counts it "
                                  "wherever its bin is";

} // namespace

TEST_CASE("1: launch_in_clusters, whole clusters") {
    for (const int of_cluster : {1, 2, 4, 8}) check_meeting(3 * of_cluster, of_cluster, 0);
    check_meeting(6, 3, 0);
    check_meeting(2, 2, most_bins_of_block * 4);
    check_meeting(8, 4, 1000);
}

TEST_CASE("1: launch_in_clusters, numbers of blocks that are rounded up") {
    for (const int of_cluster : {2, 4, 8})
        for (const int at_least : {1, of_cluster + 1, 2 * of_cluster - 1})
            check_meeting(at_least, of_cluster, 0);
    check_meeting(8, 7, 64);
}

TEST_CASE("2: offsets_kernel, the sum of block b is 2^b", "[weight:2]") {
    for (const int of_cluster : {2, 4, 8}) check_powers(2 * of_cluster, 300, of_cluster);
    check_powers(5, 1, 1);
    check_powers(24, 100, 8);
    check_powers(9, 1000, 3);
}

TEST_CASE("2: offsets_kernel, blocks without values") {
    check_offsets({7}, 1, 8);
    check_offsets(random_integers<unsigned>(1000, 1, 1000), 300, 8);
    check_offsets(random_integers<unsigned>(4999, 1, 1000), 555, 4);
    check_offsets(random_integers<unsigned>(3, 1, 1'000'000'000), 1, 2);
}

TEST_CASE("2: offsets_kernel, sums go through shared memory") {
    const int blocks = 16, count = 200;
    const Numbers x = random_integers<unsigned>(at(blocks * count), 1, 1000);
    const Run run = check_offsets(x, count, 8);
    INFO("offsets_kernel, " << blocks << " blocks of " << count << " values in clusters of 8");
    CHECK_THAT(run, traffic("global_load_bytes", at_most(4.0 * static_cast<double>(x.size())),
                            "each value is to be read once, and a block's sum from the shared "
                            "memory of that block"));
    CHECK_THAT(run, traffic("global_store_bytes", at_most(4.0 * blocks),
                            "each block has one result to write; its sum is to stay in its shared "
                            "memory"));
    CHECK_THAT(run, traffic("global_atomic_lanes", at_most(0),
                            "sums are to be added up from shared memory"));
}

TEST_CASE("3: place_of, every bin", "[weight:2]") {
    for (const int of_cluster : {1, 2, 4, 8})
        for (const int bins : {1, 64, 100, 1001}) check_places(bins, of_cluster);
    check_places(3 * 70 - 1, 3);
    check_places(8 * most_bins_of_block, 8);
}

TEST_CASE("4: count_together, one cluster") {
    for (const int of_cluster : {1, 2, 4, 8}) {
        check_counted(of_cluster, of_cluster, Numbers(1000, 0), 40);
        check_counted(of_cluster, of_cluster, Numbers(1000, 39), 40);
        check_counted(of_cluster, of_cluster, one_more_each(50), 50);
    }
    check_counted(2, 2, random_keys(3000, 1500), 1500);
    check_counted(3, 3, {4}, 5);
}

TEST_CASE("4: count_together, more clusters") {
    check_counted(4, 2, one_more_each(60), 60);
    check_counted(9, 4, random_keys(5000, 333), 333);
    check_counted(20, 8, random_keys(300, 10), 10); // most blocks have no keys
    const Numbers keys = random_keys(6000, 700);
    const Run run = check_counted(8, 4, keys, 700);
    CHECK_THAT(run, traffic("global_load_bytes", at_most(4.0 * static_cast<double>(keys.size())),
                            read_once));
    // The last request of each warp may be one of a few lanes.
    CHECK_THAT(run, traffic("global_load_requests",
                            at_most(static_cast<double>(keys.size()) / 32 + 8 * 8),
                            "too few threads read the keys: 32 lanes read theirs with one "
                            "request"));
    // 175 counters of a block are 6 writes of warps. One thread makes 175, or 44 of 16 bytes.
    CHECK_THAT(run, traffic("shared_store_requests", at_most(8 * 30),
                            "too few threads clear the counters of a block: 32 lanes clear theirs "
                            "with one request"));
    CHECK_THAT(run, work_shared(8 * threads_per_block / 32, at_most(1.8),
                                "all threads of the grid are to share the keys: each warp takes 32 "
                                "of them, then those that lie behind all other warps'"));
}

TEST_CASE("5: histogram_kernel, bins that do not fill the last block", "[weight:2]") {
    for (const int of_cluster : {1, 2, 4, 8}) {
        check_histogram(of_cluster, of_cluster, one_more_each(41), 41);
        check_histogram(3 * of_cluster, of_cluster, random_keys(4000, 1003), 1003);
    }
    check_histogram(8, 8, {0, 1, 2, 2}, 3); // most blocks have no bins
    check_histogram(6, 3, random_keys(2000, 1), 1);
}

TEST_CASE("5: histogram_kernel, a cluster adds a bin once") {
    const int bins = 200, blocks = 16, of_cluster = 8;
    const Numbers keys = random_keys(8000, bins);
    const Run run = check_histogram(blocks, of_cluster, keys, bins);
    INFO("histogram_kernel, " << blocks << " blocks in clusters of " << of_cluster
                              << ", n = " << keys.size() << ", " << bins << " bins");
    CHECK_THAT(run, traffic("global_atomic_lanes", at_most(double{bins} * blocks / of_cluster),
                            "keys are to be counted in shared memory, and each cluster is to add "
                            "each bin once"));
    CHECK_THAT(run, traffic("global_load_bytes", at_most(4.0 * static_cast<double>(keys.size())),
                            read_once));
    // Each block has 25 bins. One thread that adds them needs 25 requests.
    CHECK_THAT(run, traffic("global_atomic_requests", at_most(8.0 * blocks),
                            "too few threads add the counters to `counts`: 32 lanes add theirs "
                            "with one request"));
}

TEST_CASE("5: histogram, any number of keys and bins") {
    for (const int bins : {1, most_bins_of_block, most_bins_of_block + 1, 8 * most_bins_of_block})
        for (const std::size_t n : {1, 255, 3000}) {
            const Numbers keys = random_keys(n, bins);
            INFO("histogram, n = " << n << ", " << bins << " bins");
            const Run run =
                WORKBOOK_RUN(histogram, device_in(keys), n, bins, device_out<unsigned>(at(bins)));
            REQUIRE_THAT(run, completed());
            CHECK_THAT(run, output_equals(3, counts_of(keys, bins)).by_any_thread());
            CHECK_THAT(run, launched(1) && allocated_nothing());
        }
}

TEST_CASE("5: any order of blocks and warps") {
    for (const std::uint64_t seed : random_integers<std::uint64_t>(3, 1, 1'000'000)) {
        check_offsets(random_integers<unsigned>(900, 1, 1000), 100, 4, seed);
        check_counted(4, 4, one_more_each(30), 30, seed);
        check_histogram(8, 4, random_keys(1500, 99), 99, seed);
    }
}

WORKBOOK_GAIN(gain) {
    // Twice as many bins as one block has room for: on the virtual GPU two clusters of 2 blocks.
    const int bins = 2 * most_bins_of_block;
    const std::size_t n = gain.size(150'000, 1 << 24);
    const Numbers keys = random_keys(n, bins);
    Numbers counts(at(bins));
    if (!gain.on_gpu()) {
        gain.about("histogram_kernel with ", bins, " bins for ", n,
                   " keys, by 4 blocks in 2 clusters");
        WORKBOOK_GAIN_CALL(gain, histogram_on, 4, 2, device_in(keys), n, bins,
                           device_out<unsigned>(at(bins)));
        gain.say("It made ", gain.count("global_atomic_lanes"), " additions in global memory.");
        gain.say("Without clusters no block has room for all bins, and each key is one: ", n, ".");
        return;
    }
    gain.about("histogram() of ", n, " keys with ", bins, " bins");
    WORKBOOK_GAIN_CALL(gain, histogram, device_in(keys), n, bins, device_out<unsigned>(at(bins)));
    gain.beside("A loop", [&] {
        std::fill(counts.begin(), counts.end(), 0u);
        for (const unsigned key : keys) ++counts[key];
    });
}
