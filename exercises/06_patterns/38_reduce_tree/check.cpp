// Checks of lesson 38. Where the data are whole numbers so small that no sum of them reaches 2^24,
// float adds them without rounding in any order, and the comparison is exact: a single value lost
// shows. Where they are not, the reference adds in double.
#include "reduce_tree.hpp"

#include "harness/harness.hpp"
#include "harness/shared_work.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, sum_of_blocks, sum)
WORKBOOK_PROMISE(uses_gpu, sum_of_blocks, sum)
WORKBOOK_PROMISE(any_size, sum_of_blocks, sum)

namespace {

// 15 * 1048583, the largest size here, is below 2^24.
std::vector<float> whole_numbers(std::size_t n) {
    const auto numbers = random_integers<int>(n, -15, 14);
    std::vector<float> values(numbers.begin(), numbers.end());
    for (float& x : values) x += x >= 0; // no zeros: a zero left out would change no sum
    return values;
}

double total(const std::vector<float>& values) {
    double result = 0;
    for (const double x : values) result += x;
    return result;
}

int blocks_for(std::size_t n) {
    return static_cast<int>(
        std::clamp<std::size_t>((n + threads_per_block - 1) / threads_per_block, 1, most_partials));
}

Run check_blocks(std::size_t n, int blocks, int block_size, std::uint64_t schedule = 0) {
    const auto values = whole_numbers(n);
    INFO("blocks: " << blocks << ", threads in each: " << block_size << ", values: " << n);
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, sum_of_blocks, device_in(values), n, blocks,
                                     block_size, device_out<float>(blocks));
    REQUIRE_THAT(run, completed());
    std::vector<float> expected(blocks, 0.0f);
    for (std::size_t i = 0; i < n; ++i) expected[i / block_size % blocks] += values[i];
    REQUIRE_THAT(run, output_equals(4, expected).adds_up(0, [=](std::size_t i) {
        return i / block_size % blocks;
    }));
    return run;
}

Run run_sum(const std::vector<float>& values, std::uint64_t schedule = 0) {
    INFO("n = " << values.size() << ", " << blocks_for(values.size())
                << " blocks in the first launch");
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, sum, device_in(values), values.size(),
                                     device_out<float>(most_partials), device_out<float>(1));
    REQUIRE_THAT(run, completed());
    return run;
}

void check_launches(const Run& run, std::size_t n) {
    CHECK_THAT(run, launched(2));
    CHECK_THAT(run, launched_with(grid(blocks_for(n)), block(threads_per_block),
                                  dynamic_shared(threads_per_block * sizeof(float))));
}

} // namespace

TEST_CASE("one block, a value for each thread") {
    for (const int block_size : {1, 2, 32, 64, 256, 1024}) check_blocks(block_size, 1, block_size);
}

TEST_CASE("block sizes that are no powers of two", "[weight:2]") {
    for (const int block_size : {3, 5, 31, 33, 96, 100, 257, 1000, 1023})
        check_blocks(block_size, 1, block_size);
}

TEST_CASE("more values than threads, and fewer", "[weight:2]") {
    check_blocks(0, 3, 64);
    check_blocks(1, 5, 32);
    check_blocks(100, 2, 256);
    check_blocks(1000, 3, 64);
    check_blocks(10'007, 7, 96);
    check_blocks(50'000, 40, 256);
}

// Where a thread's number or how many there are is kept in 32 bits, the first of these blocks takes
// too much, or the last one what is the first one's. The others are not looked at: the virtual GPU
// runs only a few of so many.
TEST_CASE("more threads than 32 bits can count", "[weight:0.5]") {
    const std::size_t n = 3000;
    const int blocks = (1 << 22) + 1, block_size = 1024;
    INFO("blocks: " << blocks << ", threads in each: " << block_size << ", values: " << n);
    const auto values = whole_numbers(n);
    const Run run = WORKBOOK_RUN_IN(VirtualGpu{.sampling = true}, sum_of_blocks, device_in(values),
                                    n, blocks, block_size, device_out<float>(blocks));
    REQUIRE_THAT(run, completed());
    const std::vector<float> sums = run.output<float>(4);
    const std::vector<float> first(values.begin(), values.begin() + block_size);
    INFO("the sums of the first and of the last block");
    CHECK(sums.front() == static_cast<float>(total(first)));
    CHECK(sums.back() == 0.0f);
}

TEST_CASE("the sum of any number of values", "[weight:2]") {
    for (const std::size_t n : awkward_sizes()) {
        const auto values = whole_numbers(n);
        const Run run = run_sum(values);
        const bool possible = std::abs(run.output<float>(3)[0]) <= 15.0f * static_cast<float>(n);
        INFO("n = " << n << ", " << blocks_for(n) << " blocks in the first launch"
                    << (possible || !run.was_written(3, 0)
                            ? ""
                            : "; no sum of these values is so large: does the second launch add "
                              "elements of `partials` that no block wrote?"));
        REQUIRE_THAT(run, output_equals(3, std::vector<float>{static_cast<float>(total(values))})
                              .adds_up(0, [](std::size_t) { return 0; }));
    }
}

TEST_CASE("a block for every 256 values, at least 1 and at most 1024") {
    for (const std::size_t n : {0, 1, 256, 257, 512, 513, 262'144, 262'145}) {
        INFO("n = " << n);
        check_launches(run_sum(whole_numbers(n)), n);
    }
}

TEST_CASE("values that are rounded") {
    for (const std::size_t n : {1000, 1'048'583}) {
        const auto values = random_normals<float>(n, 1.0, 10.0);
        const Run run = run_sum(values);
        INFO("n = " << n << ", normally distributed around 1");
        double magnitude = 0;
        for (const double x : values) magnitude += std::abs(x);
        // On its way into the result no value passes through more than 4 additions in its thread,
        // 8 in the tree, 3 and 8 in the second launch. Each rounds by 2^-24 of a number that is at
        // most the sum of all magnitudes; 32 in place of 23 for the products of these errors.
        CHECK_THAT(run, output_close(3, std::vector<double>{total(values)}, relative(0),
                                     absolute(32 * std::ldexp(1.0, -24) * magnitude)));
    }
}

TEST_CASE("the same bits in any order of blocks and warps") {
    const auto values = random_normals<float>(20'000, 1.0, 10.0);
    const auto first = run_sum(values).output<float>(3);
    for (const std::uint64_t seed : random_integers<std::uint64_t>(4, 1, 1'000'000)) {
        {
            INFO("the same 20000 values once more; expected is what the first call gave");
            REQUIRE_THAT(run_sum(values, seed), output_equals(3, first));
        }
        check_blocks(3000, 3, 100, seed);
    }
}

TEST_CASE("every value is read once, by neighbours", "[weight:2]") {
    const std::size_t n = 200'000;
    const auto values = whole_numbers(n);
    const Run run = run_sum(values);
    CHECK_THAT(run, output_equals(3, std::vector<float>{static_cast<float>(total(values))}));
    check_launches(run, n);
    const double read = static_cast<double>(n) + blocks_for(n); // values, then partial sums
    CHECK_THAT(run, traffic("global_load_bytes", at_most(read * sizeof(float)),
                            "each value and each partial sum is to be read once"));
    CHECK_THAT(run, traffic("global_load_sectors", at_most(read / 8 + 2),
                            "neighbouring threads are to read neighbouring values"));
    CHECK_THAT(run, traffic("global_store_bytes", at_most((blocks_for(n) + 1) * sizeof(float)),
                            "a block writes one number: its sum"));
    // The tree keeps the first warp busy: with 40 values for each thread that does not matter much.
    const Run many = check_blocks(102'400, 10, 256);
    CHECK_THAT(many,
               work_shared(256 / 32, at_most(2.5),
                           "one warp takes values of others: thread g of the grid takes those "
                           "at g, g + T, g + 2 T, ..."));
}

TEST_CASE("a tree, whose idle threads are whole warps", "[weight:2]") {
    // Halving 256 takes 8 steps, with 4, 2, 1, 1, 1, 1, 1, 1 warps at work: 12 times two loads, and
    // one for the result. Thread 0 alone would load 256 times; a tree in which every second, every
    // fourth ... thread works keeps all 8 warps busy for the first 5 steps and loads 94 times.
    const Run run = check_blocks(20'000, 40, 256);
    CHECK_THAT(run, traffic("shared_load_requests", at_most(40 * 30),
                            "too many warps read the tree: in a step the first threads work, so "
                            "that whole warps have nothing to do; no thread adds alone"));
    CHECK_THAT(run, traffic("shared_load_conflicts", at_most(0),
                            "lanes of a warp read the same bank: neighbouring threads are to read "
                            "neighbouring elements of the tree"));
    CHECK_THAT(run, traffic("shared_load_requests", at_least(40),
                            "the sums are right, but did not pass through shared memory"));
}

TEST_CASE("places of values are whole numbers") {
    CHECK_THAT(
        learner_ptx().kernel("sum_kernel"),
        has_no(R"(\bcvt\.r\w+\.[su](32|64)\.f32)",
               "a place in the array is computed in float, which has 24 bits: from 2^24 values "
               "on it leaves places out, or its loop never ends"));
}

WORKBOOK_GAIN(gain) {
    const std::size_t n = gain.size(262'144, 1 << 22);
    const auto values = whole_numbers(n);
    volatile float result = 0;
    gain.about("the sum of ", n, " values");
    WORKBOOK_GAIN_CALL(gain, sum, device_in(values), n, device_out<float>(most_partials),
                       device_out<float>(1));
    gain.beside("A loop", [&] {
        float so_far = 0;
        for (const float x : values) so_far += x;
        result = so_far;
    });
    // Additions that a value passes through, one after the other: in its thread, then in the tree.
    const auto depth = [](std::uint64_t count, std::uint64_t threads) {
        constexpr std::uint64_t tree_steps = std::bit_width(unsigned{threads_per_block} - 1);
        return (count + threads - 1) / std::max<std::uint64_t>(threads, 1) - 1 + tree_steps;
    };
    const std::uint64_t own = depth(n, gain.threads()) + depth(gain.blocks(), threads_per_block);
    gain.say("Your ", gain.threads(),
             " threads added in parallel: no value passed through more than ", own, " additions.");
    gain.say("In a loop on one core each addition waits for the one before it, ", n - 1,
             " in a row.");
}
