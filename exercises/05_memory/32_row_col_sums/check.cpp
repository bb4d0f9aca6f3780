// Checks of lesson 32. Most data are whole numbers so small that no sum of them reaches 2^24: float
// adds them without rounding in any order, and the comparison is exact. The reference is a loop.
#include "row_col_sums.hpp"

#include "harness/harness.hpp"
#include "harness/shared_work.hpp"

#include <algorithm>
#include <cmath>

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, row_sums_with, column_sums_with, row_sums, column_sums)
WORKBOOK_PROMISE(reports_errors, row_sums_with, column_sums_with, row_sums, column_sums)
WORKBOOK_PROMISE(uses_gpu, row_sums_with, column_sums_with, row_sums, column_sums)

namespace {

enum Direction { along_rows, down_columns };

struct Matrix {
    std::size_t rows, columns;
    std::vector<float> elements;
};

// 15 * 1048583, the largest matrix here in one row, is below 2^24.
Matrix whole_numbers(std::size_t rows, std::size_t columns) {
    const auto numbers = random_integers<int>(rows * columns, -15, 14);
    Matrix matrix{rows, columns, {numbers.begin(), numbers.end()}};
    for (float& x : matrix.elements) x += x >= 0; // no zeros: a zero left out would change no sum
    return matrix;
}

std::vector<double> sums_of(const Matrix& matrix, Direction direction) {
    std::vector<double> sums(direction == along_rows ? matrix.rows : matrix.columns);
    for (std::size_t r = 0; r < matrix.rows; ++r)
        for (std::size_t c = 0; c < matrix.columns; ++c)
            sums[direction == along_rows ? r : c] += matrix.elements[r * matrix.columns + c];
    return sums;
}

void check_sums(const Run& run, std::size_t output, const Matrix& matrix, Direction direction) {
    REQUIRE_THAT(run, completed());
    const auto expected = sums_of(matrix, direction);
    REQUIRE_THAT(run, output_equals(output, std::vector<float>(expected.begin(), expected.end()))
                          .adds_up(0, [=, columns = matrix.columns](std::size_t i) {
                              return direction == along_rows ? i / columns : i % columns;
                          }));
}

Run check_with(std::size_t rows, std::size_t columns, int width, int pieces, Direction direction,
               std::uint64_t schedule = 0) {
    INFO((direction == along_rows ? "row_sums_with: " : "column_sums_with: ")
         << rows << " rows, " << columns << " columns, blocks of " << width << " x "
         << threads_per_block / width << " threads, " << pieces
         << (pieces == 1 ? " piece" : " pieces"));
    const Matrix matrix = whole_numbers(rows, columns);
    const std::size_t count = direction == along_rows ? rows : columns;
    Run run = direction == along_rows
                  ? WORKBOOK_RUN_SCHEDULED(schedule, row_sums_with, device_in(matrix.elements),
                                           rows, columns, width, pieces, device_out<float>(count))
                  : WORKBOOK_RUN_SCHEDULED(schedule, column_sums_with, device_in(matrix.elements),
                                           rows, columns, width, pieces, device_out<float>(count));
    check_sums(run, 5, matrix, direction);
    return run;
}

Run run_sums(const Matrix& matrix, Direction direction) {
    const auto& [rows, columns, elements] = matrix;
    return direction == along_rows
               ? WORKBOOK_RUN(row_sums, device_in(elements), rows, columns, device_out<float>(rows))
               : WORKBOOK_RUN(column_sums, device_in(elements), rows, columns,
                              device_out<float>(columns));
}

Run check_sums(std::size_t rows, std::size_t columns, Direction direction) {
    INFO((direction == along_rows ? "row_sums: " : "column_sums: ")
         << rows << " rows, " << columns << " columns");
    const Matrix matrix = whole_numbers(rows, columns);
    Run run = run_sums(matrix, direction);
    check_sums(run, 3, matrix, direction);
    return run;
}

// What the kernels promise for any width: each element is read once, and most of the adding
// happens in the threads and warps, not in global memory.
void check_work(const Run& run, double elements, double atomics) {
    CHECK_THAT(run, traffic("global_load_requests", per(elements / 32, "32 elements"), at_most(1.5),
                            "a warp reads for a few of its 32 lanes at a time: all threads of a "
                            "block are to share the work"));
    CHECK_THAT(run, traffic("global_load_bytes", per(elements, "element"), exactly(4),
                            "each element of the matrix is to be read once"));
    CHECK_THAT(run, traffic("global_atomic_lanes", at_most(atomics),
                            "too many additions to the sums in global memory: a thread adds up its "
                            "share first, then the lanes of a warp that have parts of the same sum "
                            "add theirs together, and one of them goes to memory"));
    CHECK_THAT(run, traffic("global_store_bytes", at_most(0),
                            "other blocks add to the same sums: by atomicAdd, not by ="));
    // Of 256 threads side by side, as many as there are rows or columns have work: 100 of them.
    CHECK_THAT(run, work_shared(threads_per_block / 32, at_most(3),
                                "one warp adds up the share of others, which have nothing to do"));
}

// By bytes, not by requests: a request of wide loads (float4) is as many sectors as it has bytes
// for.
void check_coalesced(const Run& run, std::size_t elements) {
    const double all = static_cast<double>(elements) * sizeof(float) / 32;
    CHECK_THAT(run,
               traffic("global_load_sectors", per(all, "32 bytes of the matrix"), at_most(1.03),
                       "reads are not coalesced: the lanes of a warp are to read neighbouring "
                       "elements of a row, whichever way the sums go"));
}

// The header's promises for large matrices.
class EnoughThreads final : public RunMatcher {
  public:
    explicit EnoughThreads(std::size_t elements) : elements_(elements) {}
    bool match(const Run& run) const override {
        if (run.launches().empty()) return true; // none are known on a real GPU without a tracer
        const auto& [grid, block] = std::pair{run.launches()[0].grid, run.launches()[0].block};
        const std::size_t threads = std::size_t{1} * grid.x * grid.y * block.x * block.y;
        const std::string numbers =
            std::to_string(threads) + " threads for " + std::to_string(elements_) + " elements: ";
        if (threads < 8192)
            return fails(Verdict::requirement,
                         numbers +
                             "a large GPU stands nearly idle. Where the matrix is short in one "
                             "direction, share its other direction among more pieces");
        if (threads > elements_ + threads_per_block)
            return fails(Verdict::requirement,
                         numbers +
                             "most of them have nothing to do. What shape have the blocks, and "
                             "what shape has the matrix?");
        return true;
    }

  private:
    std::size_t elements_;
};

void check_mapping(std::size_t rows, std::size_t columns, Direction direction) {
    const Run run = check_sums(rows, columns, direction);
    INFO((direction == along_rows ? "row_sums: " : "column_sums: ")
         << rows << " rows, " << columns << " columns");
    const std::size_t elements = rows * columns;
    REQUIRE_THAT(run, launched(1));
    CHECK_THAT(run, EnoughThreads(elements));
    CHECK_THAT(run, traffic("global_load_requests",
                            per(static_cast<double>(elements) / 32, "32 elements"), at_most(2.1),
                            "most lanes of the warps that read have no element: the block is too "
                            "wide for this matrix"));
    if (columns >= 256) check_coalesced(run, elements);
}

// A matrix of one column or one row, so long that 32 bits cannot count its elements: the virtual
// GPU repeats a part of it and runs some of the blocks. Sums mean nothing then; what counts is
// whether they were formed to the end, and whether all accesses were in bounds.
void check_beyond_32_bits(Direction direction, int width) {
    const std::size_t part = 4096, repeats = (std::size_t{1} << 20) + (1 << 16);
    const std::size_t sums_wanted = part * repeats;
    INFO((direction == along_rows ? "row_sums_with: one column, rows: "
                                  : "column_sums_with: one row, columns: ")
         << sums_wanted << ", blocks of " << width << " x " << threads_per_block / width);
    auto elements = device_in(std::vector<float>(part, 1.0f));
    auto sums = device_out<float>(part);
    elements.spec.repeats = sums.spec.repeats = repeats;
    const VirtualGpu some_blocks{.sampling = true};
    const Run run = direction == along_rows
                        ? WORKBOOK_RUN_IN(some_blocks, row_sums_with, elements, sums_wanted,
                                          std::size_t{1}, width, 1, sums)
                        : WORKBOOK_RUN_IN(some_blocks, column_sums_with, elements, std::size_t{1},
                                          sums_wanted, width, 1, sums);
    REQUIRE_THAT(run, completed());
    for (const Reach::Row& array : run.record().trace.reach.allocations)
        if (array.end != array.bytes)
            FAIL("the kernel came no further than element "
                 << array.end / sizeof(float)
                 << ": is there an int or an unsigned where a std::size_t has to be?");
}

} // namespace

TEST_CASE("row sums, a warp for each row", "[weight:2]") {
    for (const auto& [rows, columns] : {std::pair{1, 1}, {8, 32}, {3, 100}, {33, 31}, {100, 1000}})
        check_with(rows, columns, 32, 1, along_rows);
}

TEST_CASE("column sums, a warp for 32 columns", "[weight:2]") {
    for (const auto& [rows, columns] : {std::pair{1, 1}, {8, 32}, {100, 3}, {31, 33}, {1000, 100}})
        check_with(rows, columns, 32, 1, down_columns);
}

TEST_CASE("row sums, any width, any number of pieces", "[weight:2]") {
    for (int width = 1; width <= 256; width *= 2) {
        for (const int pieces : {1, 3}) check_with(77, 130, width, pieces, along_rows);
        const Run run = check_with(100, 2048, width, 2, along_rows);
        check_work(run, 100 * 2048, 100 * 2 * std::max(1, width / 32)); // a warp in a row: one
    }
    check_with(5, 3, 64, 100, along_rows);
}

TEST_CASE("column sums, any width, any number of pieces", "[weight:2]") {
    for (int width = 1; width <= 256; width *= 2) {
        for (const int pieces : {1, 3}) check_with(130, 77, width, pieces, down_columns);
        const Run run = check_with(2048, 100, width, 2, down_columns);
        check_work(run, 100 * 2048, 100 * 2 * std::min(8, 256 / width)); // a warp in a column: one
    }
    check_with(3, 5, 64, 100, down_columns);
}

TEST_CASE("reads are coalesced both ways", "[weight:2]") {
    for (const auto direction : {along_rows, down_columns}) {
        check_coalesced(check_with(100, 2048, 32, 1, direction), 100 * 2048);
        check_coalesced(check_with(100, 2048, 256, 3, direction), 100 * 2048);
    }
}

TEST_CASE("any shape", "[weight:2]") {
    for (const auto direction : {along_rows, down_columns}) {
        for (const auto& [rows, columns] : {std::pair{0, 0}, {0, 5}, {5, 0}, {1, 1}, {1000, 777}})
            check_sums(rows, columns, direction);
        for (const std::size_t size : awkward_sizes()) {
            if (size > 200'000) continue; // below
            check_sums(size, 3, direction);
            check_sums(2, size, direction);
        }
    }
}

TEST_CASE("more rows or columns than 32 bits can count", "[weight:0.5]") {
    if (!Session::current().options().device.is_virtual) {
        SUCCEED("few GPUs have the memory");
        return;
    }
    for (const int width : {1, 32}) check_beyond_32_bits(along_rows, width);
    for (const int width : {32, 256}) check_beyond_32_bits(down_columns, width);
}

TEST_CASE("any order of blocks and warps, numbers that round") {
    for (const std::uint64_t seed : random_integers<std::uint64_t>(2, 1, 1'000'000)) {
        check_with(60, 500, 64, 3, along_rows, seed);
        check_with(500, 60, 16, 3, down_columns, seed);
    }
    for (const auto direction : {along_rows, down_columns}) {
        INFO((direction == along_rows ? "row_sums" : "column_sums")
             << ": 300 rows, 200 columns, normally distributed around 1");
        const Matrix matrix{300, 200, random_normals<float>(300 * 200, 1.0, 10.0)};
        const Run run = run_sums(matrix, direction);
        REQUIRE_THAT(run, completed());
        // In whatever order they are added, no element passes through more than 300 additions, each
        // of which rounds by 2^-24 of at most the sum of all magnitudes, which is below 300 * 60
        // here.
        CHECK_THAT(run, output_close(3, sums_of(matrix, direction),
                                     absolute(300 * std::ldexp(1.0, -24) * 300 * 60)));
    }
}

TEST_CASE("row sums of large matrices: tall, square, wide", "[weight:3]") {
    for (const auto& [rows, columns] : {std::pair{300'000, 1},
                                        {100'003, 3},
                                        {30'000, 9},
                                        {4096, 64},
                                        {512, 512},
                                        {1024, 512},
                                        {3, 100'000},
                                        {1, 1'048'583}})
        check_mapping(rows, columns, along_rows);
}

TEST_CASE("column sums of large matrices: tall, square, wide", "[weight:3]") {
    for (const auto& [rows, columns] : {std::pair{1'048'583, 1},
                                        {100'003, 3},
                                        {30'000, 9},
                                        {4096, 64},
                                        {512, 512},
                                        {256, 1024},
                                        {3, 100'000},
                                        {1, 300'000}})
        check_mapping(rows, columns, down_columns);
}

WORKBOOK_GAIN(gain) {
    const std::size_t rows = gain.size(512, 4096), columns = gain.size(256, 1024);
    const Matrix matrix = whole_numbers(rows, columns);
    std::vector<float> sums(rows);
    gain.about("row_sums() of ", rows, " x ", columns, " floats");
    WORKBOOK_GAIN_CALL(gain, row_sums, device_in(matrix.elements), rows, columns,
                       device_out<float>(rows));
    gain.beside("Two nested loops", [&] {
        for (std::size_t r = 0; r < rows; ++r) {
            float sum = 0;
            for (std::size_t c = 0; c < columns; ++c) sum += matrix.elements[r * columns + c];
            sums[r] = sum;
        }
    });
    if (gain.on_gpu()) return;
    // In each step, thread r of the naive kernel reads an element of row r.
    const std::uint64_t own = gain.count("global_load_sectors");
    std::uint64_t naive = 0;
    for (std::size_t c = 0; c < columns; ++c)
        naive += sectors_of(rows, sizeof(float), [&](std::size_t r) { return r * columns + c; });
    gain.say("Your ", gain.threads(), " threads read ", in_bytes(gain.count("global_load_bytes")),
             " in ", own, " sectors of 32 bytes.");
    gain.say("With one thread per row, ", rows, " threads read ", naive,
             " sectors: ", times_as(naive, own), ".");
}
