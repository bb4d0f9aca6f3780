// Checks of lesson 39. The references are plain folds. All results but the product are exact: no
// operation but its multiplication rounds.
#include "reduce_generic.hpp"

#include "harness/harness.hpp"
#include "harness/shared_work.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, product, smallest, first_largest, common_bits, sum_of_squares,
                 bounds)
WORKBOOK_PROMISE(reports_errors, product, smallest, first_largest, common_bits, sum_of_squares,
                 bounds)
WORKBOOK_PROMISE(uses_gpu, product, smallest, first_largest, common_bits, sum_of_squares, bounds)

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

unsigned blocks_for(std::size_t n) {
    return static_cast<unsigned>(
        std::clamp<std::size_t>((n + threads_per_block - 1) / threads_per_block, 1, most_partials));
}

// Factors whose product says something: a number of any size times a number of any size is soon 0
// or infinity, whatever the code does. Here the logarithm of the product is normally distributed
// with a deviation of 8 for any n, and each factor counts. Half of them are negative.
std::vector<double> factors(std::size_t n) {
    auto values = random_normals<double>(n, 0.0, 8.0 / std::sqrt(static_cast<double>(n + 1)));
    const auto signs = random_integers<int>(n, 0, 1);
    for (std::size_t i = 0; i < n; ++i) values[i] = std::exp(values[i]) * (signs[i] ? 1 : -1);
    return values;
}

// Each of n - 1 roundings of this fold may be off by 2^-53, in the tree fewer: 1.2e-10 for the
// largest n.
const auto product_tolerance = relative(1e-9);

double fold_product(const std::vector<double>& values) {
    double result = 1;
    for (const double x : values) result *= x;
    return result;
}

Run run_product(const std::vector<double>& values, std::uint64_t schedule = 0) {
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, product, device_in(values), values.size(),
                                     device_out<double>(most_partials), device_out<double>(1));
    REQUIRE_THAT(run, completed());
    return run;
}

void check_smallest(const char* what, const std::vector<float>& values) {
    INFO("smallest of " << values.size() << " values, " << what);
    const Run run = WORKBOOK_RUN(smallest, device_in(values), values.size(),
                                 device_out<float>(most_partials), device_out<float>(1));
    REQUIRE_THAT(run, completed());
    const float expected = std::accumulate(values.begin(), values.end(), infinity,
                                           [](float x, float y) { return std::min(x, y); });
    REQUIRE_THAT(run, output_equals(3, std::vector{expected}));
}

void check_first_largest(const char* what, const std::vector<float>& values) {
    const std::size_t n = values.size();
    INFO("first_largest of " << n << " values, " << what);
    const Run run = WORKBOOK_RUN(first_largest, device_in(values), n,
                                 device_out<Candidate>(most_partials), device_out<Candidate>(1));
    REQUIRE_THAT(run, completed());
    Candidate expected{-infinity, nowhere};
    if (n > 0) {
        const auto first = std::max_element(values.begin(), values.end());
        expected = {*first, static_cast<std::uint32_t>(first - values.begin())};
    }
    if (!run.was_written(3, 0)) FAIL("*result was never written");
    const Candidate found = run.output<Candidate>(3)[0];
    if (found.value == expected.value && found.position == expected.position) return;
    FAIL("*result is " << found.value << " at " << found.position << "; expected is "
                       << expected.value << " at " << expected.position
                       << (expected.position == nowhere ? ", which is `nowhere`" : "")
                       << (found.position < n && values[found.position] == expected.value
                               ? ": the same value stands at both places, and the first one counts"
                               : ""));
}

void check_bounds(std::size_t n) {
    INFO("bounds, whose values have 16 bytes: n = " << n);
    const auto values = random_reals<double>(n, -1000.0, 1000.0);
    const Run run = WORKBOOK_RUN(bounds, device_in(values), n, device_out<Bounds>(most_partials),
                                 device_out<Bounds>(1));
    REQUIRE_THAT(run, completed());
    Bounds expected{infinity, -infinity};
    for (const double x : values)
        expected = {std::min(expected.lowest, x), std::max(expected.highest, x)};
    if (!run.was_written(3, 0)) FAIL("*result was never written");
    const Bounds found = run.output<Bounds>(3)[0];
    if (found.lowest != expected.lowest || found.highest != expected.highest)
        FAIL("*result is from " << found.lowest << " to " << found.highest << "; expected is from "
                                << expected.lowest << " to " << expected.highest
                                << ": are all 16 bytes of a value passed on?");
}

void check_traffic(const Run& run, std::size_t n) {
    CHECK_THAT(run, copied(0, host_to_device) && copied(0, device_to_host));
    CHECK_THAT(run, launched(2));
    CHECK_THAT(run,
               launched_with(grid(blocks_for(n)), block(threads_per_block), dynamic_shared(0)));
    // values, then partial results
    const auto read = static_cast<double>((n + blocks_for(n)) * sizeof(double));
    CHECK_THAT(run, traffic("global_load_bytes", at_most(read),
                            "each value and each partial result is to be read once"));
    // The 256 bytes of a warp may begin in the middle of a sector: then it is 9 sectors and not 8.
    // The last warp of a block may have fewer values.
    CHECK_THAT(run, traffic("global_load_sectors", at_most(read / 256 * 9 + blocks_for(n)),
                            "neighbouring threads are to read neighbouring values"));
    CHECK_THAT(run, traffic("global_store_bytes",
                            at_most(static_cast<double>((blocks_for(n) + 1) * sizeof(double))),
                            "a block writes one value"));
}

// The virtual GPU repeats a part of the values and runs some of the blocks. What comes out means
// nothing then; a place that has become negative is out of bounds, or ends a loop too early.
// Launches that take long are ended early; the last values may be those of a block that did not
// run.
template <typename Value, typename Function>
void check_far_values(const char* name, std::size_t repeats, Function&& function) {
    const std::size_t part = 1 << 16, n = part * repeats;
    const std::size_t of_a_round = std::size_t{most_partials} * threads_per_block;
    INFO(name << ": n = " << n);
    auto values = device_in(std::vector<Value>(part));
    values.spec.repeats = repeats;
    const Run run = function(values, n);
    REQUIRE_THAT(run, completed());
    const Reach& reach = run.record().trace.reach;
    if (reach.cut)
        FAIL("a thread goes on and on: does a place in 32 bits run over, and begin again at 0?");
    for (const Reach::Row& array : reach.allocations)
        if (array.end + of_a_round * sizeof(Value) < array.bytes)
            FAIL("the kernel came no further than value "
                 << array.end / sizeof(Value)
                 << ": is there an int or an unsigned where a std::size_t has to be?");
}

} // namespace

// The functions of probe.cu: they need reduce alone.
TEST_CASE("other types, and values that stand in no array") {
    for (const std::size_t n : {0, 1, 33, 1025, 100'003}) {
        // Few zeros in a mask, or nothing would be left in common.
        auto masks = std::vector<std::uint32_t>(n, 0xffffffff);
        for (const std::size_t bit : random_integers<std::size_t>(n ? 12 : 0, 0, 31))
            masks[random_integers<std::size_t>(1, 0, n - 1)[0]] &= ~(1u << bit);
        INFO("n = " << n);
        const Run bits =
            WORKBOOK_RUN(common_bits, device_in(masks), n, device_out<std::uint32_t>(most_partials),
                         device_out<std::uint32_t>(1));
        REQUIRE_THAT(bits, completed());
        std::uint32_t common = 0xffffffff;
        for (const auto mask : masks) common &= mask;
        REQUIRE_THAT(bits, output_equals(3, std::vector{common}));

        const auto values = random_integers<int>(n, -3'000'000, 3'000'000);
        const Run squares =
            WORKBOOK_RUN(sum_of_squares, device_in(values), n,
                         device_out<std::int64_t>(most_partials), device_out<std::int64_t>(1));
        REQUIRE_THAT(squares, completed());
        std::int64_t sum = 0;
        for (const std::int64_t x : values) sum += x * x;
        REQUIRE_THAT(squares, output_equals(3, std::vector{sum}));

        check_bounds(n);
    }
}

// A thread that takes four values at a time takes values 0, T, 2 T and 3 T, where T is the number
// of threads. 900'000 ends between 3 T and 4 T of the first launch; 200'000 leaves 782 partial
// results, which end there in the second.
TEST_CASE("a product of any number of factors", "[weight:2]") {
    auto sizes = awkward_sizes();
    sizes.insert(sizes.end(), {200'000, 900'000});
    for (const std::size_t n : sizes) {
        const auto values = factors(n);
        const Run run = run_product(values);
        INFO("product: n = " << n << ", " << blocks_for(n) << " blocks in the first launch");
        REQUIRE_THAT(run, output_close(3, std::vector{fold_product(values)}, product_tolerance,
                                       absolute(0)));
    }
}

TEST_CASE("the smallest, whatever the values are") {
    for (const std::size_t n : awkward_sizes()) {
        check_smallest("all between 5 and 100", random_reals<float>(n, 5.0, 100.0));
        if (n > 2000) continue;
        check_smallest("all negative", random_reals<float>(n, -100.0, -5.0));
        check_smallest("all infinite", std::vector<float>(n, infinity));
    }
}

TEST_CASE("the first of the largest", "[weight:2]") {
    for (const std::size_t n : awkward_sizes()) {
        const auto numbers = random_integers<int>(n, -60, -10);
        check_first_largest("whole numbers from -60 to -10",
                            std::vector<float>(numbers.begin(), numbers.end()));
        if (n == 0) continue;
        // The largest stands in three places only.
        auto values = random_reals<float>(n, -100.0, 5.0);
        for (const std::size_t place : random_integers<std::size_t>(3, 0, n - 1))
            values[place] = 7.5f;
        check_first_largest("of which three places hold the largest", values);
        // The earlier place belongs to a later thread than the later place, in a grid-stride loop.
        constexpr std::size_t threads = std::size_t{most_partials} * threads_per_block;
        if (n > threads) {
            const auto places = random_integers<std::size_t>(2, 10'000, 100'000);
            values[places[0]] = 9.5f;
            values[threads + places[1] % 5000] = 9.5f;
            check_first_largest("of which two places hold the largest", values);
        }
    }
    for (const std::size_t n : {1, 1000, 100'003}) {
        check_first_largest("all equal", std::vector<float>(n, -3.0f));
        check_first_largest("all minus infinity", std::vector<float>(n, -infinity));
    }
}

TEST_CASE("more values than an int can count", "[weight:0.5]") {
    if (!Session::current().options().device.is_virtual) {
        SUCCEED("this takes much memory");
        return;
    }
    const VirtualGpu some_blocks{.sampling = true};
    for (const std::size_t repeats : {32'832, 65'535}) // above 2^31, and almost 2^32
        check_far_values<double>("product", repeats, [&](const auto& values, std::size_t n) {
            return WORKBOOK_RUN_IN(some_blocks, product, values, n,
                                   device_out<double>(most_partials), device_out<double>(1));
        });
    check_far_values<float>("first_largest", 65'535, [&](const auto& values, std::size_t n) {
        return WORKBOOK_RUN_IN(some_blocks, first_largest, values, n,
                               device_out<Candidate>(most_partials), device_out<Candidate>(1));
    });
}

TEST_CASE("the same bits in any order of blocks and warps") {
    const auto values = factors(20'000);
    const auto first = run_product(values).output<double>(3);
    for (const std::uint64_t seed : random_integers<std::uint64_t>(3, 1, 1'000'000)) {
        INFO("the product of the same 20000 factors once more; expected is what the first call "
             "gave");
        REQUIRE_THAT(run_product(values, seed), output_equals(3, first));
    }
}

TEST_CASE("every value is read once, by neighbours", "[weight:2]") {
    const std::size_t n = 600'000; // more than there are threads
    const auto values = factors(n);
    const Run any = run_product(values);
    INFO("product: n = " << n);
    CHECK_THAT(any,
               output_close(3, std::vector{fold_product(values)}, product_tolerance, absolute(0)));
    check_traffic(any, n);
    // Of 256 values, 4, 2, 1, 1, 1, 1, 1, 1 warps combine two each, and thread 0 reads the result:
    // 25 requests per block; 32 where all threads read it. Where every second, every fourth ...
    // thread works, it is 95 and more.
    CHECK_THAT(any, traffic("shared_load_requests", per(blocks_for(n) + 1, "block"), at_most(50),
                            "too many warps read the tree: in a step the first threads work, so "
                            "that whole warps have nothing to do"));
    // The tree keeps the first warp busy: it has up to half as much again to do.
    CHECK_THAT(any, work_shared(threads_per_block / 32, at_most(2.4),
                                "one warp takes values of others: all threads of a block are to "
                                "take some, neighbours by neighbours"));
}

WORKBOOK_GAIN(gain) {
    const std::size_t n = gain.size(262'144, 1 << 24);
    const auto values = random_reals<double>(n, -1000.0, 1000.0);
    volatile double result = 0;
    gain.about("bounds() of ", n, " values");
    WORKBOOK_GAIN_CALL(gain, bounds, device_in(values), n, device_out<Bounds>(most_partials),
                       device_out<Bounds>(1));
    gain.beside("A loop", [&] {
        Bounds so_far{infinity, -infinity};
        for (const double x : values)
            so_far = {std::min(so_far.lowest, x), std::max(so_far.highest, x)};
        result = so_far.highest - so_far.lowest;
    });
    if (gain.on_gpu()) return;
    const std::uint64_t own = gain.count("global_load_bytes");
    // A reduction to the smallest value reads all values and its partial results of 8 bytes, one
    // to the largest again.
    const std::uint64_t naive = 2 * (n + gain.blocks()) * sizeof(double);
    gain.say("Smallest and largest are one value of 16 bytes for your reduction: ", gain.launches(),
             " launches read ", in_bytes(own), ".");
    gain.say("With a reduction for each of them it is ", 2 * gain.launches(), " launches and ",
             in_bytes(naive), ": ", times_as(naive, own), ".");
}
