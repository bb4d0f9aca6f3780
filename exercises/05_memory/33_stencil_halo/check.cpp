// Checks of lesson 33. The reference is two nested loops in double. Most data are whole numbers so
// small that float computes the sums exactly, in any order: there, every bit must agree.
#include "stencil_halo.hpp"

#include "harness/harness.hpp"
#include "harness/shared_work.hpp"

#include <algorithm>
#include <cmath>

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, stencil)
WORKBOOK_PROMISE(uses_gpu, stencil)
WORKBOOK_PROMISE(any_size, stencil)

namespace {

using Row = std::vector<float>;

std::vector<double> reference(const Row& input, const Row& weights) {
    const auto n = static_cast<std::ptrdiff_t>(input.size());
    const auto radius = static_cast<std::ptrdiff_t>(weights.size() / 2);
    std::vector<double> output(input.size());
    for (std::ptrdiff_t i = 0; i < n; ++i)
        for (std::ptrdiff_t k = -radius; k <= radius; ++k) {
            const std::ptrdiff_t place = std::clamp<std::ptrdiff_t>(i + k, 0, n - 1);
            output[i] += double{weights[k + radius]} * input[place];
        }
    return output;
}

// 17 products of at most 9 * 30000: below 2^24.
Row whole_numbers(std::size_t n) {
    const auto numbers = random_integers<int>(n, -30'000, 30'000);
    return {numbers.begin(), numbers.end()};
}
Row whole_weights(int radius) { // none of them zero, all different from their mirror images
    auto numbers = random_integers<int>(2 * radius + 1, 1, 4);
    for (int k = 0; k < radius; ++k) numbers[k] = -2 * numbers[k] - 1;
    return {numbers.begin(), numbers.end()};
}

Run run_stencil(const Row& input, const Row& weights, int block_size, std::uint64_t schedule = 0) {
    return WORKBOOK_RUN_SCHEDULED(schedule, stencil, device_in(input),
                                  device_out<float>(input.size()), input.size(), in(weights),
                                  static_cast<int>(weights.size() / 2), block_size);
}

// Whether the two rows differ only in elements that have neighbours beyond an end.
bool only_ends_differ(const Row& actual, const Row& expected, int radius) {
    const std::size_t n = actual.size();
    if (n <= 2 * static_cast<std::size_t>(radius)) return false; // they all have
    for (std::size_t i = 0; i < n; ++i) {
        const bool near_end = i < static_cast<std::size_t>(radius) || i + radius >= n;
        if (!near_end && actual[i] != expected[i]) return false;
    }
    return true;
}

Run check_stencil(std::size_t n, int radius, int block_size, std::uint64_t schedule = 0) {
    INFO("n = " << n << ", radius = " << radius << ", block_size = " << block_size);
    const Row input = whole_numbers(n), weights = whole_weights(radius);
    Run run = run_stencil(input, weights, block_size, schedule);
    REQUIRE_THAT(run, completed());
    const auto expected = reference(input, weights);
    const Row result(expected.begin(), expected.end());
    const Row reversed(weights.rbegin(), weights.rend());
    const auto turned = reference(input, reversed);
    if (run.output<float>(1) != result && run.output<float>(1) == Row(turned.begin(), turned.end()))
        FAIL("the weights are used in reverse order: weights[0] belongs to the leftmost neighbour");
    if (only_ends_differ(run.output<float>(1), result, radius)) {
        INFO("wrong near the ends of the row alone: beyond them it goes on with its first or last "
             "element");
        REQUIRE_THAT(run, output_equals(1, result));
    }
    REQUIRE_THAT(run, output_equals(1, result));
    return run;
}

} // namespace

TEST_CASE("radius 0: each element by itself") {
    check_stencil(256, 0, 128);
    check_stencil(1000, 0, 128);
}

TEST_CASE("one block") {
    for (const int radius : {1, 3, 8}) check_stencil(128, radius, 128);
}

TEST_CASE("whole blocks, radius 1 to 8", "[weight:2]") {
    for (int radius = 1; radius <= 8; ++radius) check_stencil(1024, radius, 128);
}

TEST_CASE("any number of elements", "[weight:2]") {
    for (const std::size_t n : awkward_sizes()) {
        const Run run = check_stencil(n, 3, 128);
        if (n > 0) // not more blocks than there is work for, either
            REQUIRE_THAT(run, launched(1) && launched_with(grid((n + 127) / 128), block(128)));
    }
}

TEST_CASE("rows shorter than the radius, and tails of every length") {
    for (const std::size_t n : {1, 2, 5, 8, 9}) check_stencil(n, 8, 64);
    for (std::size_t tail = 1; tail <= 20; ++tail) check_stencil(64 + tail, 8, 64);
}

TEST_CASE("other blocks, some of them smaller than the radius") {
    for (const int block_size : {1024, 96, 31, 8, 7, 3, 1}) check_stencil(1500, 8, block_size);
}

TEST_CASE("numbers that round") {
    const Row input = random_reals<float>(5000, -100, 100),
              weights = random_reals<float>(11, -1, 1);
    const Run run = run_stencil(input, weights, 256);
    REQUIRE_THAT(run, completed());
    // 11 products below 100, each rounded once, and 11 additions of sums below 1100, rounded once
    // each: at most 11 * (100 + 1100) * 2^-24 away.
    REQUIRE_THAT(run, output_close(1, reference(input, weights),
                                   absolute(11 * (100 + 1100) * std::ldexp(1.0, -24))));
}

TEST_CASE("any order of blocks and warps") {
    for (const std::uint64_t seed : random_integers<std::uint64_t>(3, 1, 1'000'000))
        check_stencil(3000, 5, 256, seed);
}

TEST_CASE("a block asks for its elements and two halos in shared memory") {
    for (const auto& [radius, block_size] : {std::pair{2, 128}, {8, 64}}) {
        INFO("radius = " << radius << ", block_size = " << block_size);
        const Run run = check_stencil(1000, radius, block_size);
        const std::size_t bytes = (block_size + 2 * radius) * sizeof(float);
        REQUIRE_THAT(run, launched(1));
        CHECK_THAT(run, launched_with(grid((1000 + block_size - 1) / block_size), block(block_size),
                                      dynamic_shared(bytes)));
        if (!run.allocations().empty() || !run.copies().empty())
            FAIL("nothing has to be allocated or copied: the weights travel as a parameter");
    }
}

TEST_CASE("each block reads its elements and two halos, once", "[weight:3]") {
    const int radius = 8, block_size = 256;
    const double blocks = 64;
    const Run run = check_stencil(64 * 256, radius, block_size);
    CHECK_THAT(run, traffic("global_load_bytes", at_most(blocks * (block_size + 2 * radius) * 4),
                            "elements are read from global memory more than once by a block: once "
                            "into the tile, and then from there"));
    // A warp's 32 neighbours lie in 4 sectors, or 5 if they begin in the middle of one.
    CHECK_THAT(run, traffic("global_load_sectors", per("global_load_requests"), at_most(5),
                            "neighbouring threads do not read neighbouring elements"));
    // 272 places are 9 requests for a block of 8 warps; 11 leave room for halos that are brought by
    // themselves.
    CHECK_THAT(run,
               traffic("global_load_requests", at_most(blocks * 11),
                       "the tile is filled in too many steps, one after the other: all threads "
                       "of a block are to take part"));
    CHECK_THAT(run, traffic("shared_load_requests", at_least(blocks * 8 * (2 * radius + 1)),
                            "the neighbours do not come from shared memory"));
    CHECK_THAT(run, traffic("global_store_sectors", per("global_store_requests"), at_most(4),
                            "neighbouring threads do not write neighbouring elements"));
    CHECK_THAT(run, traffic("global_store_requests", at_most(blocks * 8),
                            "elements are written more than once, or by too few threads: each "
                            "thread is to write one"));
    CHECK_THAT(run, work_shared(static_cast<std::uint64_t>(blocks) * 8, at_most(1.4),
                                "all warps of a block are to fill the tile, and then to write: "
                                "each thread brings an element or two, and writes one"));
}

WORKBOOK_GAIN(gain) {
    const int radius = 8, block_size = 256;
    const std::size_t n = gain.size(65'536, 1 << 22);
    const Row input = whole_numbers(n), weights = whole_weights(radius);
    Row output(n);
    gain.about(n, " elements, radius ", radius);
    WORKBOOK_GAIN_CALL(gain, stencil, device_in(input), device_out<float>(n), n, in(weights),
                       radius, block_size);
    gain.beside("Two nested loops", [&] {
        for (std::size_t i = 0; i < n; ++i) {
            float sum = 0;
            for (int k = -radius; k <= radius; ++k) {
                const auto place = static_cast<std::ptrdiff_t>(i) + k;
                sum +=
                    weights[k + radius] *
                    input[std::clamp<std::ptrdiff_t>(place, 0, static_cast<std::ptrdiff_t>(n) - 1)];
            }
            output[i] = sum;
        }
    });
    const std::uint64_t own = gain.count("global_load_bytes");
    const std::uint64_t naive = n * (2 * radius + 1) * sizeof(float);
    gain.say("Your ", gain.blocks(), " blocks read ", in_bytes(own), " from global memory, of ",
             in_bytes(n * sizeof(float)), " that there are.");
    gain.say("Without a tile, each thread reads its ", 2 * radius + 1,
             " neighbours there: ", in_bytes(naive), ", ", times_as(naive, own, "much"), ".");
}
