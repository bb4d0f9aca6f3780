// Checks of lesson 28. The reference is std::reverse.
#include "shared_reverse.hpp"

#include "harness/harness.hpp"
#include "harness/shared_work.hpp"

#include <algorithm>

using namespace workbook;

WORKBOOK_PROMISE(uses_gpu, reverse_tiles, reverse_array)
WORKBOOK_PROMISE(any_size, reverse_tiles, reverse_array)

namespace {

std::vector<int> tiles_reversed(std::vector<int> data, std::size_t block_size) {
    for (std::size_t start = 0; start < data.size(); start += block_size) {
        const std::size_t end = std::min(start + block_size, data.size());
        std::reverse(data.begin() + start, data.begin() + end);
    }
    return data;
}

Run run_tiles(const std::vector<int>& data, int block_size) {
    return WORKBOOK_RUN(reverse_tiles, device_inout(data), data.size(), block_size);
}

Run run_array(const std::vector<int>& data, int block_size) {
    return WORKBOOK_RUN(reverse_array, device_in(data), device_out<int>(data.size()), data.size(),
                        block_size);
}

std::vector<int> numbers(std::size_t n) { return random_integers<int>(n, -1000000, 1000000); }

} // namespace

TEST_CASE("reverse_tiles: whole tiles", "[weight:2]") {
    for (const int block_size : {32, 128, 256, 1024}) {
        const auto data = numbers(static_cast<std::size_t>(block_size) * 12);
        INFO("n = " << data.size() << ", block_size = " << block_size);
        const Run run = run_tiles(data, block_size);
        REQUIRE_THAT(run, completed());
        REQUIRE_THAT(run, output_equals(0, tiles_reversed(data, block_size)));
    }
}

TEST_CASE("reverse_tiles: a shorter last tile, any n", "[weight:2]") {
    for (const std::size_t n : awkward_sizes()) {
        const auto data = numbers(n);
        INFO("n = " << n << ", block_size = 256");
        const Run run = run_tiles(data, 256);
        REQUIRE_THAT(run, completed());
        REQUIRE_THAT(run, output_equals(0, tiles_reversed(data, 256)));
    }
}

TEST_CASE("reverse_tiles: any block size, odd ones too") {
    for (const int block_size : {1, 2, 7, 33, 100, 333, 1000}) {
        const auto data = numbers(5003);
        INFO("n = 5003, block_size = " << block_size);
        const Run run = run_tiles(data, block_size);
        REQUIRE_THAT(run, completed());
        REQUIRE_THAT(run, output_equals(0, tiles_reversed(data, block_size)));
    }
}

TEST_CASE("reverse_array: any n", "[weight:2]") {
    for (const std::size_t n : awkward_sizes()) {
        const auto data = numbers(n);
        INFO("n = " << n << ", block_size = 128");
        const Run run = run_array(data, 128);
        REQUIRE_THAT(run, completed());
        REQUIRE_THAT(run, output_equals(1, std::vector<int>(data.rbegin(), data.rend())));
    }
}

TEST_CASE("reverse_array: any block size") {
    for (const int block_size : {1, 31, 96, 1024}) {
        const auto data = numbers(10007);
        INFO("n = 10007, block_size = " << block_size);
        const Run run = run_array(data, block_size);
        REQUIRE_THAT(run, completed());
        REQUIRE_THAT(run, output_equals(1, std::vector<int>(data.rbegin(), data.rend())));
    }
}

TEST_CASE("a block asks for exactly one tile of dynamic shared memory") {
    const auto data = numbers(4096);
    for (const int block_size : {64, 256}) {
        INFO("block_size = " << block_size);
        const std::size_t bytes = static_cast<std::size_t>(block_size) * sizeof(int);
        const Run tiles = run_tiles(data, block_size);
        REQUIRE_THAT(tiles, completed());
        CHECK_THAT(tiles, launched_with(grid(4096 / block_size), block(block_size),
                                        dynamic_shared(bytes)));
        const Run array = run_array(data, block_size);
        REQUIRE_THAT(array, completed());
        CHECK_THAT(array, launched_with(grid(4096 / block_size), block(block_size),
                                        dynamic_shared(bytes)));
    }
}

TEST_CASE("every thread of a block comes to the barrier") {
    const auto data = numbers(100); // most threads of the only block have no element
    for (const bool whole_array : {true, false}) {
        INFO((whole_array ? "reverse_array" : "reverse_tiles") << ": n = 100, block_size = 256");
        const Run run = whole_array ? run_array(data, 256) : run_tiles(data, 256);
        REQUIRE_THAT(run, completed());
        CHECK_THAT(
            run,
            traffic(
                "barrier_lanes", per(256, "thread of the block"), at_least(1),
                "some threads of the block do not come to the barrier: does it stand inside of an "
                "`if`, or behind a return?"));
    }
}

TEST_CASE("the same result under other schedules of blocks and warps") {
    const auto data = numbers(4000);
    for (const int seed : {1, 2, 3}) {
        INFO("schedule seed " << seed);
        const Run run =
            WORKBOOK_RUN_SCHEDULED(seed, reverse_tiles, device_inout(data), data.size(), 256);
        REQUIRE_THAT(run, completed());
        REQUIRE_THAT(run, output_equals(0, tiles_reversed(data, 256)));
    }
}

TEST_CASE("global memory is read and written in whole rows of a warp") {
    // 32 neighbouring ints are 128 bytes: 4 sectors of 32 bytes for each access of a warp. One
    // thread alone touches a single sector each time: hence the number of accesses.
    const auto data = numbers(1 << 16);
    const double rows = data.size() / 32.0;
    for (const bool whole_array : {true, false}) {
        INFO((whole_array ? "reverse_array" : "reverse_tiles"));
        const Run run = whole_array ? run_array(data, 256) : run_tiles(data, 256);
        REQUIRE_THAT(run, completed());
        CHECK_THAT(run, traffic("global_load_sectors", per("global_load_requests"), at_most(4.0),
                                "neighbouring threads do not read neighbouring elements"));
        CHECK_THAT(run, traffic("global_store_sectors", per("global_store_requests"), at_most(4.0),
                                "neighbouring threads do not write neighbouring elements"));
        CHECK_THAT(
            run,
            traffic("global_load_requests", at_most(rows),
                    "elements are read more than once, or by too few threads: each thread is to "
                    "read one"));
        CHECK_THAT(
            run,
            traffic("global_store_requests", at_most(rows),
                    "elements are written more than once, or by too few threads: each thread is to "
                    "write one"));
        CHECK_THAT(run, traffic("shared_load_requests", at_least(rows),
                                "the tile does not pass through shared memory"));
        CHECK_THAT(run, work_shared(static_cast<std::uint64_t>(rows), at_most(1.5),
                                    "one warp of a block does what others should: each thread is "
                                    "to read one element and to write one"));
    }
}
