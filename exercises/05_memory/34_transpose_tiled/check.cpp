// Checks of lesson 34. The reference is two nested loops; nothing is computed, so every bit must
// agree.
#include "transpose_tiled.hpp"

#include "harness/harness.hpp"
#include "harness/shared_work.hpp"

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, transpose)
WORKBOOK_PROMISE(uses_gpu, transpose)

namespace {

std::vector<float> matrix(int rows, int columns) {
    return random_reals<float>(static_cast<std::size_t>(rows) * columns, -100.0, 100.0);
}

std::vector<float> transposed(const std::vector<float>& input, int rows, int columns) {
    std::vector<float> output(input.size());
    for (int r = 0; r < rows; ++r) {
        for (int c = 0; c < columns; ++c) {
            output[static_cast<std::size_t>(c) * rows + r] =
                input[static_cast<std::size_t>(r) * columns + c];
        }
    }
    return output;
}

Run run_transpose(const std::vector<float>& input, int rows, int columns) {
    return WORKBOOK_RUN(transpose, device_in(input), device_out<float>(input.size()), rows,
                        columns);
}

void check_transpose(int rows, int columns) {
    INFO("input of " << rows << " rows and " << columns << " columns");
    const auto input = matrix(rows, columns);
    const Run run = run_transpose(input, rows, columns);
    REQUIRE_THAT(run, completed());
    REQUIRE_THAT(run, outputs_shaped(1, columns, rows, transposed(input, rows, columns)));
}

} // namespace

TEST_CASE("square matrices of whole tiles", "[weight:2]") {
    check_transpose(32, 32);
    check_transpose(256, 256);
}

TEST_CASE("rectangular matrices of whole tiles", "[weight:2]") {
    check_transpose(64, 32);
    check_transpose(32, 96);
    check_transpose(128, 512);
}

TEST_CASE("any shape", "[weight:2]") {
    const int shapes[][2] = {{1, 1},  {1, 33},   {33, 1},   {31, 31},  {33, 33},    {5, 77},
                             {77, 5}, {1, 1000}, {1000, 1}, {63, 129}, {1000, 777}, {777, 1000}};
    for (const auto& [rows, columns] : shapes) check_transpose(rows, columns);
}

TEST_CASE("a tall matrix of more than 2^20 elements") { check_transpose(4099, 257); }

// A grid has at most 65535 blocks in y: enough for 2097120 rows, and for as many columns as may be
// in x.
TEST_CASE("one row of two million elements, and one column") {
    check_transpose(1, 2'100'000);
    check_transpose(2'097'120, 1);
}

TEST_CASE("one kernel, and no memory of its own") {
    const auto input = matrix(128, 64);
    const Run run = run_transpose(input, 128, 64);
    REQUIRE_THAT(run, completed());
    CHECK_THAT(run, launched(1));
    CHECK_THAT(run, allocated_nothing());
}

TEST_CASE("reads and writes are coalesced", "[weight:3]") {
    // 32 neighbouring floats are 128 bytes: 4 sectors of 32 bytes for each access of a warp. One
    // element from each of 32 rows is 32 sectors.
    const auto input = matrix(512, 256);
    const Run run = run_transpose(input, 512, 256);
    REQUIRE_THAT(run, completed());
    CHECK_THAT(
        run,
        traffic("global_load_sectors", per("global_load_requests"), at_most(4.0),
                "reads of the input are not coalesced: threads with neighbouring threadIdx.x must "
                "read neighbouring columns of one row"));
    CHECK_THAT(
        run,
        traffic(
            "global_store_sectors", per("global_store_requests"), at_most(4.0),
            "writes of the output are not coalesced: threads with neighbouring threadIdx.x must "
            "write neighbouring columns of one output row"));
    CHECK_THAT(run, traffic("global_load_bytes", at_most(512.0 * 256 * sizeof(float)),
                            "each element of the input is to be read once"));
    CHECK_THAT(run, traffic("global_store_bytes", at_most(512.0 * 256 * sizeof(float)),
                            "each element of the output is to be written once"));
    // One lane alone touches a single sector each time: hence the number of accesses.
    CHECK_THAT(
        run,
        traffic("global_load_requests", at_most(512.0 * 256 / 32),
                "the input is read by too few threads: all 32 lanes of a warp are to take part"));
    CHECK_THAT(
        run,
        traffic(
            "global_store_requests", at_most(512.0 * 256 / 32),
            "the output is written by too few threads: all 32 lanes of a warp are to take part"));
    CHECK_THAT(run, work_shared(8, at_most(1.5),
                                "all warps of a block are to move rows of the tile: each of the 8 "
                                "reads 4 rows of the input and writes 4 of the output"));
}

TEST_CASE("the tile's columns do not collide in one bank") {
    const auto input = matrix(512, 256);
    const Run run = run_transpose(input, 512, 256);
    REQUIRE_THAT(run, completed());
    CHECK_THAT(
        run,
        traffic(
            "shared_load_conflicts", at_most(0.0),
            "lanes of a warp read different words of one bank: how far apart, in words, are two "
            "elements of one column of the tile?"));
    CHECK_THAT(run, traffic("shared_store_conflicts", at_most(0.0),
                            "lanes of a warp write different words of one bank"));
}

WORKBOOK_GAIN(gain) {
    const std::size_t rows = gain.size(512, 2048), columns = gain.size(256, 2048);
    const auto input = matrix(static_cast<int>(rows), static_cast<int>(columns));
    std::vector<float> output(input.size());
    gain.about(rows, " x ", columns, " floats");
    WORKBOOK_GAIN_CALL(gain, transpose, device_in(input), device_out<float>(input.size()),
                       static_cast<int>(rows), static_cast<int>(columns));
    gain.beside("Two nested loops", [&] {
        for (std::size_t r = 0; r < rows; ++r)
            for (std::size_t c = 0; c < columns; ++c) output[c * rows + r] = input[r * columns + c];
    });
    if (gain.on_gpu()) return;
    // Thread i of the naive kernel reads element i of the input, row by row.
    const std::uint64_t sectors =
        gain.count("global_load_sectors") + gain.count("global_store_sectors");
    const std::uint64_t naive =
        sectors_of(input.size(), sizeof(float), [](std::size_t i) { return i; }) +
        sectors_of(input.size(), sizeof(float),
                   [&](std::size_t i) { return i % columns * rows + i / columns; });
    gain.say("Your kernel moved ", sectors, " sectors of 32 bytes to read ",
             in_bytes(gain.count("global_load_bytes")), " and to write as much.");
    gain.say("A kernel without the tile, which reads rows and writes columns, moves ", naive, ": ",
             times_as(naive, sectors), ".");
}
