// Checks of lesson 71. Chains of the numbers 0, 1, 2, ... show an order at a glance: no wrong
// joint, the first and the last as they have to be, and it is right. Steps are real data, whose
// reference is a fold from left to right. Nothing here rounds.
#include "reduce_in_order.hpp"

#include "harness/harness.hpp"
#include "harness/shared_work.hpp"

#include <algorithm>
#include <numeric>
#include <string>

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, join_tiles, join_stretches, join_all, all_steps)
WORKBOOK_PROMISE(reports_errors, join_all, all_steps)
WORKBOOK_PROMISE(uses_gpu, join_tiles, join_stretches, join_all, all_steps)
WORKBOOK_PROMISE(any_size, all_steps)

namespace {

unsigned blocks_for(std::size_t n) {
    return static_cast<unsigned>(
        std::clamp<std::size_t>((n + threads_per_block - 1) / threads_per_block, 1, most_partials));
}

// 0, 1, 2, ...
std::vector<std::uint32_t> numbers(std::size_t n) {
    std::vector<std::uint32_t> values(n);
    std::iota(values.begin(), values.end(), 0u);
    return values;
}

bool empty(const Chain& chain) { return chain.first == no_number; }

// What is wrong with the chain of the numbers begin to end - 1, or nothing. There are n in all.
std::string wrong_in(const Chain& chain, std::size_t begin, std::size_t end, std::size_t n) {
    const auto number = [](std::size_t x) { return std::to_string(x); };
    if (empty(chain)) return begin == end ? "" : "is empty: no number was joined";
    if (begin == end) return "begins with number " + number(chain.first) + ", and has to be empty";
    if (chain.before != no_number) {
        std::string text = "has number " + number(chain.after) + " right behind number " +
                           number(chain.before) + ", where ";
        text += chain.before + 1 == n ? "the chain has to end"
                                      : number(chain.before + 1) + " has to come";
        return text;
    }
    if (chain.first != begin)
        return "begins with number " + number(chain.first) + ", and has to begin with " +
               number(begin);
    if (chain.last != end - 1)
        return "ends with number " + number(chain.last) + ", and has to end with " +
               number(end - 1);
    return "";
}

void check_chain(const Run& run, std::size_t argument, std::size_t k, const std::string& name,
                 std::size_t begin, std::size_t end) {
    const std::string wrong = wrong_in(run.output<Chain>(argument)[k], begin, end, end);
    if (wrong.empty()) return;
    if (!run.was_written(argument, k)) FAIL(name << " was never written");
    FAIL(name << " " << wrong);
}

Run check_tiles(unsigned tiles, std::uint64_t schedule = 0) {
    INFO("join_tiles, which uses combine_block: tiles = " << tiles);
    Run run =
        WORKBOOK_RUN_SCHEDULED(schedule, join_tiles, device_in(numbers(tiles * threads_per_block)),
                               tiles, device_out<Chain>(tiles));
    REQUIRE_THAT(run, completed());
    for (std::size_t k = 0; k < tiles; ++k)
        check_chain(run, 2, k, "chains[" + std::to_string(k) + "]", k * threads_per_block,
                    (k + 1) * threads_per_block);
    return run;
}

// The stretches are as the kernel has cut them: each has to begin where the last one ended.
Run check_stretches(std::size_t n, unsigned blocks, std::uint64_t schedule = 0) {
    INFO("join_stretches, which uses in_order_kernel: n = " << n << ", " << blocks << " blocks");
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, join_stretches, device_in(numbers(n)), n, blocks,
                                     device_out<Chain>(blocks));
    REQUIRE_THAT(run, completed());
    const std::vector<Chain> partials = run.output<Chain>(3);
    std::size_t begin = 0;
    for (std::size_t b = 0; b < blocks; ++b) {
        const std::string name = "partials[" + std::to_string(b) + "]";
        if (empty(partials[b])) continue;
        const std::size_t last = partials[b].last;
        // Wherever the stretch is to end, a joint of it can be wrong.
        const std::size_t end = last >= begin && last < n ? last + 1 : n;
        const std::string wrong = wrong_in(partials[b], begin, end, n);
        if (!wrong.empty() && !run.was_written(3, b)) FAIL(name << " was never written");
        if (!wrong.empty()) FAIL(name << " " << wrong);
        if (begin % threads_per_block != 0)
            FAIL("the stretch of block "
                 << b << " begins at value " << begin << ", which is no multiple of "
                 << threads_per_block
                 << ". So do its tiles, most of whose warps read parts of a sector more than they "
                    "need: share whole tiles among the blocks");
        begin = end;
    }
    if (begin < n)
        FAIL("the stretches end at value " << begin << ": no thread took the values from there on");
    return run;
}

Run check_join_all(std::size_t n, std::uint64_t schedule = 0) {
    INFO("join_all, which uses reduce_in_order: n = " << n << ", " << blocks_for(n)
                                                      << " blocks in the first launch");
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, join_all, device_in(numbers(n)), n,
                                     device_out<Chain>(most_partials), device_out<Chain>(1));
    REQUIRE_THAT(run, completed());
    check_chain(run, 3, 0, "*result", 0, n);
    return run;
}

// Odd scales: even ones would soon make each product a multiple of 2^32, which is 0.
std::vector<Step> random_steps(std::size_t n) {
    const auto scales = random_integers<std::uint32_t>(n, 0, 0x7fffffff);
    const auto offsets = random_integers<std::uint32_t>(n, 0, 0xffffffff);
    std::vector<Step> steps(n);
    for (std::size_t i = 0; i < n; ++i) steps[i] = {2 * scales[i] + 1, offsets[i]};
    return steps;
}

Run check_all_steps(const std::vector<Step>& steps, std::uint64_t schedule = 0) {
    const std::size_t n = steps.size();
    INFO("all_steps, which uses reduce_in_order: n = " << n << ", " << blocks_for(n)
                                                       << " blocks in the first launch");
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, all_steps, device_in(steps), n,
                                     device_out<Step>(most_partials), device_out<Step>(1));
    REQUIRE_THAT(run, completed());
    Step expected{1, 0};
    for (const Step step : steps)
        expected = {step.scale * expected.scale, step.scale * expected.offset + step.offset};
    const Step found = run.output<Step>(3)[0];
    if (found.scale == expected.scale && found.offset == expected.offset) return run;
    if (!run.was_written(3, 0)) FAIL("*result was never written");
    FAIL("*result is x -> " << found.scale << " x + " << found.offset << "; expected is x -> "
                            << expected.scale << " x + " << expected.offset
                            << (found.scale == expected.scale
                                    ? ". The factors are right, which any order gives: the steps "
                                      "were combined in another order"
                                    : ""));
    return run;
}

// No stretch longer than eight even shares.
class Shared final : public RunMatcher {
  public:
    explicit Shared(std::size_t n) : n_(n) {}
    bool match(const Run& run) const override {
        const auto partials = run.output<Chain>(3);
        std::size_t longest = 0;
        for (const Chain& chain : partials)
            if (!empty(chain))
                longest = std::max<std::size_t>(longest, chain.last - chain.first + 1);
        return longest * partials.size() <= 8 * n_ ||
               fails(Verdict::requirement,
                     "a block takes " + std::to_string(longest) + " of " + std::to_string(n_) +
                         " values, while " +
                         std::to_string(std::ranges::count_if(partials, empty)) + " of " +
                         std::to_string(partials.size()) +
                         " blocks have nothing to do: the stretch is longer than eight even "
                         "shares");
    }

  private:
    std::size_t n_;
};

} // namespace

TEST_CASE("a tile in the order of its threads") {
    const Run run = check_tiles(1);
    // Of 256 values, 4, 2, 1, 1, 1, 1, 1, 1 warps combine two each: 24 requests. Where all warps
    // read a result for each of them at the end, it is 64. Where every second, every fourth ...
    // thread works, it is 94 before the result is read.
    CHECK_THAT(run, traffic("shared_load_requests", at_most(70),
                            "too many warps read the tree: in a step the first threads work, so "
                            "that whole warps have nothing to do"));
}

TEST_CASE("several tiles, one after the other") {
    check_tiles(2);
    check_tiles(7);
    for (const std::uint64_t seed : random_integers<std::uint64_t>(3, 1, 1'000'000))
        check_tiles(5, seed);
}

TEST_CASE("stretches of whole tiles", "[weight:2]") {
    check_stretches(256, 1);
    check_stretches(1000, 1);
    check_stretches(1400, 3);
    check_stretches(100'003, 40);
    check_stretches(600'000, 1024);
    for (const std::uint64_t seed : random_integers<std::uint64_t>(3, 1, 1'000'000))
        check_stretches(20'000, 7, seed);
}

TEST_CASE("stretches of few values, or none") {
    for (const std::size_t n : {0, 1, 31, 255, 257, 1025})
        for (const unsigned blocks : {1, 2, 5}) check_stretches(n, blocks);
}

TEST_CASE("all blocks have a share", "[weight:0.5]") {
    for (const unsigned blocks : {40u, 1024u}) {
        const std::size_t n = 1 << 20;
        const Run run = check_stretches(n, blocks);
        CHECK_THAT(run, Shared(n));
    }
}

TEST_CASE("every value is read once, by neighbours") {
    const std::size_t n = 600'000; // more than there are threads
    const Run run = check_stretches(n, most_partials);
    const auto read = static_cast<double>(n * sizeof(std::uint32_t));
    CHECK_THAT(run, traffic("global_load_bytes", at_most(read), "each value is to be read once"));
    CHECK_THAT(run, traffic("global_load_sectors", at_most(read / 32),
                            "neighbouring threads are to read neighbouring values"));
    CHECK_THAT(run, traffic("global_store_bytes", at_most(most_partials * sizeof(Chain)),
                            "a block writes one value"));
    // One block, since blocks may have stretches of different lengths.
    const Run of_one = check_stretches(46'080, 1);
    CHECK_THAT(of_one,
               work_shared(threads_per_block / 32, at_most(3),
                           "all threads of a block are to read values, and to combine some"));
}

TEST_CASE("any number of values, in order", "[weight:2]") {
    for (const std::size_t n : awkward_sizes()) check_join_all(n);
    // One value more than most_partials tiles of 1, 4 or 9 times 256.
    for (const std::size_t times : {1, 4, 9})
        check_join_all(times * threads_per_block * most_partials + 1);
}

// The last stretch that is not empty lies beyond what 32 bits can count. Of the blocks, a few run,
// and those not to their ends.
TEST_CASE("a stretch behind more steps than 32 bits can count", "[weight:0.5]") {
    if (!Session::current().options().device.is_virtual) {
        SUCCEED("this takes much memory");
        return;
    }
    const std::size_t part = 256 * 1024, repeats = 17'408, n = part * repeats;
    const std::size_t counted_by_32_bits = std::size_t{1} << 32;
    INFO("all_steps: n = " << n);
    auto steps = device_in(std::vector<Step>(part));
    steps.spec.repeats = repeats;
    const Run run = WORKBOOK_RUN_IN(VirtualGpu{.sampling = true}, all_steps, steps, n,
                                    device_out<Step>(most_partials), device_out<Step>(1));
    REQUIRE_THAT(run, completed());
    // Other grids are for the case of two launches.
    if (run.launches().empty() || run.launches().front().grid.count() != most_partials) return;
    std::uint64_t furthest = 0;
    for (const Reach::Row& array : run.record().trace.reach.allocations)
        furthest = std::max(furthest, array.end / sizeof(Step));
    if (furthest <= counted_by_32_bits)
        FAIL("no block came further than step "
             << furthest << ", and the last stretch begins behind step " << counted_by_32_bits
             << ": is there an int or an unsigned where a std::size_t has to be?");
}

TEST_CASE("steps of a calculation") {
    for (const std::size_t n : {0, 1, 33, 1025, 100'003, 1'048'583})
        check_all_steps(random_steps(n));
}

TEST_CASE("two launches, the first with a block for every 256 values", "[weight:0.5]") {
    for (const std::size_t n : {1000, 600'000}) {
        const Run run = check_all_steps(random_steps(n));
        CHECK_THAT(run, copied(0, host_to_device) && copied(0, device_to_host));
        CHECK_THAT(run, launched(2));
        CHECK_THAT(run,
                   launched_with(grid(blocks_for(n)), block(threads_per_block), dynamic_shared(0)));
        const auto read = static_cast<double>((n + blocks_for(n)) * sizeof(Step));
        CHECK_THAT(run, traffic("global_load_bytes", at_most(read),
                                "each value and each partial result is to be read once"));
    }
}

TEST_CASE("the same in any order of blocks and warps") {
    const auto steps = random_steps(20'000);
    for (const std::uint64_t seed : random_integers<std::uint64_t>(3, 1, 1'000'000))
        check_all_steps(steps, seed);
}

WORKBOOK_GAIN(gain) {
    const std::size_t n = gain.size(262'144, 1 << 22);
    const auto steps = random_steps(n);
    volatile std::uint32_t result = 0;
    gain.about("all_steps() of ", n, " steps, in order");
    WORKBOOK_GAIN_CALL(gain, all_steps, device_in(steps), n, device_out<Step>(most_partials),
                       device_out<Step>(1));
    gain.beside("A loop", [&] {
        Step so_far{1, 0};
        for (const Step step : steps)
            so_far = {step.scale * so_far.scale, step.scale * so_far.offset + step.offset};
        result = so_far.offset;
    });
    if (gain.on_gpu()) return;
    // Thread t of the naive kernel takes values t * share, t * share + 1, ... as they lie in
    // memory.
    const std::uint64_t own = gain.count("global_load_sectors");
    const std::size_t threads = gain.threads(), share = 8;
    std::uint64_t naive = 0;
    for (std::size_t k = 0; k < share; ++k)
        naive += sectors_of(n / share, sizeof(Step), [&](std::size_t t) { return t * share + k; });
    gain.say("Your ", gain.blocks(), " blocks kept the order, ", threads,
             " threads at a time, and read ", own, " sectors of 32 bytes for ",
             in_bytes(gain.count("global_load_bytes")), ".");
    gain.say("With ", share,
             " values in a row for each thread, straight from global memory, it is ", naive, ": ",
             times_as(naive, own), ".");
}
