// Checks of lesson 24. The references count one by one; all comparisons are exact. What is random:
// the counters' first values, the data, and (virtual GPU) the order of blocks and warps.
#include "counter_race.hpp"

#include "harness/harness.hpp"
#include "harness/shared_work.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, count_threads, count_greater, take_tickets)
WORKBOOK_PROMISE(uses_gpu, count_threads, count_greater, take_tickets)
WORKBOOK_PROMISE(any_size, count_greater, take_tickets)

namespace {

unsigned random_start() { return random_integers<unsigned>(1, 1, 1'000'000)[0]; }

void check_count_threads(int blocks, int threads_per_block) {
    INFO("count_threads_kernel<<<" << blocks << ", " << threads_per_block << ">>>");
    const unsigned before = random_start();
    const Run run = WORKBOOK_RUN(count_threads, device_inout(std::vector<unsigned>{before}), blocks,
                                 threads_per_block);
    REQUIRE_THAT(run, completed());
    const auto threads = static_cast<unsigned>(blocks * threads_per_block);
    INFO("the counter was " << before << " before, " << threads << " threads add 1 each");
    REQUIRE_THAT(run, output_equals(0, std::vector<unsigned>{before + threads}));
    REQUIRE_THAT(run, launched(1) && launched_with(grid(blocks), block(threads_per_block)));
    // A warp may add up first, and no more than a warp.
    REQUIRE_THAT(run,
                 traffic("global_atomic_lanes", at_least(blocks * ((threads_per_block + 31) / 32)),
                         "fewer threads change the counter than there are warps: one adds for "
                         "many, so that there is no race"));
}

void check_count_greater(const std::vector<int>& values, int threshold) {
    INFO("n = " << values.size() << ", threshold = " << threshold);
    const Run run = WORKBOOK_RUN(count_greater, device_in(values), values.size(), threshold,
                                 device_out<unsigned>(1));
    REQUIRE_THAT(run, completed());
    if (!run.was_written(3, 0))
        FAIL("*count was never written: it has to begin with 0, whatever it holds before, also "
             "where there is nothing to count");
    unsigned expected = 0;
    for (const int value : values) expected += value > threshold ? 1 : 0;
    REQUIRE_THAT(run, output_equals(3, std::vector<unsigned>{expected}));
    REQUIRE_THAT(run, launched(1) && launched_with(grid(64), block(64)));
    REQUIRE_THAT(run, copied(0, device_to_host));
}

void check_tickets(std::size_t n, std::uint64_t schedule) {
    INFO("n = " << n);
    const unsigned start = random_start();
    const Run run =
        WORKBOOK_RUN_SCHEDULED(schedule, take_tickets, device_inout(std::vector<unsigned>{start}),
                               device_out<unsigned>(n), n);
    REQUIRE_THAT(run, completed());
    INFO("the counter was " << start << " before, and " << n << " threads take a number");
    REQUIRE_THAT(run, output_equals(0, std::vector<unsigned>{start + static_cast<unsigned>(n)}));
    if (n > 0)
        REQUIRE_THAT(run, launched(1) && copied(0, device_to_host) && copied(0, host_to_device));
    auto sorted = run.output<unsigned>(1);
    std::sort(sorted.begin(), sorted.end());
    if (const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
        twice != sorted.end()) {
        FAIL("two threads or more have the ticket " << *twice);
    }
    for (std::size_t i = 0; i < n; ++i) {
        const unsigned expected = start + static_cast<unsigned>(i);
        if (sorted[i] != expected) FAIL("no thread has the ticket " << expected);
    }
    // The threads of a warp may send one of them, for all 32.
    if (n > 0)
        REQUIRE_THAT(
            run, traffic("global_atomic_lanes", at_least(std::ceil(static_cast<double>(n) / 32)),
                         "fewer threads take a number than there are warps: one takes them for "
                         "many, so that there is no race"));
}

} // namespace

TEST_CASE("count_threads: one thread") { check_count_threads(1, 1); }

TEST_CASE("count_threads: 64 blocks of 64 threads make 4096", "[weight:2]") {
    check_count_threads(64, 64);
}

TEST_CASE("count_threads: any grid") {
    for (const auto& [blocks, threads] :
         {std::pair{1, 31}, {1, 1024}, {33, 1}, {7, 33}, {300, 256}}) {
        check_count_threads(blocks, threads);
    }
}

TEST_CASE("count_greater: any number of values", "[weight:2]") {
    for (const std::size_t n : awkward_sizes()) {
        // Few distinct values, so that many are equal to the threshold.
        check_count_greater(random_integers<int>(n, -10, 10), 3);
    }
}

TEST_CASE("count_greater: none, all, and numbers far apart") {
    const auto values = random_integers<int>(10'000, -2'000'000'000, 2'000'000'000);
    check_count_greater(values, 2'000'000'000);
    check_count_greater(values, -2'000'000'001);
    check_count_greater(values, -1);
    std::vector<int> close(81); // float does not tell them apart
    std::iota(close.begin(), close.end(), 999'999'960);
    check_count_greater(close, 1'000'000'000);
}

TEST_CASE("count_greater: each thread changes the count at most once") {
    const std::size_t n = 1'200'000; // 292 or 293 hits for each thread: too many for a byte
    const auto values = random_integers<int>(n, 1, 10);
    const Run run = WORKBOOK_RUN(count_greater, device_in(values), n, 0, device_out<unsigned>(1));
    REQUIRE_THAT(run, completed());
    REQUIRE_THAT(run, output_equals(3, std::vector<unsigned>{static_cast<unsigned>(n)}));
    CHECK_THAT(run, traffic("global_atomic_lanes", at_most(64 * 64),
                            "all 4096 threads together change the count more than 4096 times: each "
                            "is to count in a variable of its own and to add that once"));
    CHECK_THAT(run, launched_with(grid(64), block(64)));
    CHECK_THAT(run, work_shared(64 * 64 / 32, at_most(1.5),
                                "some threads count for the others, so that there is no race: "
                                "each is to look at its part of the values"));
}

TEST_CASE("take_tickets: every number once", "[weight:2]") {
    for (const std::size_t n : {1000, 1, 32, 0, 20'001}) {
        check_tickets(n, 0);
        for (const std::uint64_t seed : random_integers<std::uint64_t>(2, 1, 1'000'000)) {
            check_tickets(n, seed);
        }
    }
}

TEST_CASE("the compiled kernels add atomically") {
    for (const char* kernel :
         {"count_threads_kernel", "count_greater_kernel", "take_tickets_kernel"}) {
        INFO(kernel);
        CHECK_THAT(learner_ptx().kernel(kernel),
                   has(R"((atom|red)\S*\.(add|inc|cas))",
                       "no atomic operation is in the compiled kernel: two threads that read the "
                       "same count both write it plus one, and one of the two is lost"));
    }
}

WORKBOOK_GAIN(gain) {
    const std::size_t n = gain.size(100'000, 1 << 22);
    const auto values = random_integers<int>(n, -10, 10);
    std::size_t greater = 0;
    gain.about(n, " values in count_greater()");
    WORKBOOK_GAIN_CALL(gain, count_greater, device_in(values), n, 3, device_out<unsigned>(1));
    gain.beside("A loop", [&] {
        greater = 0;
        for (std::size_t i = 0; i < n; ++i) greater += values[i] > 3 ? 1 : 0;
    });
    greater = static_cast<std::size_t>(std::ranges::count_if(values, [](int v) { return v > 3; }));
    const std::uint64_t own = gain.count("global_atomic_lanes");
    gain.say("Your ", gain.threads(), " threads queued for the one counter ", own, " times.");
    gain.say("With an atomic addition for each value that counts, it is ", greater, ": ",
             times_as(greater, own, "often"), ".");
}
