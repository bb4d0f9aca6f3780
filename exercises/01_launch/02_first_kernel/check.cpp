// Checks of lesson 02. The reference adds element by element. All comparisons are exact: the data
// are integers, and no sum leaves the range of int.
#include "first_kernel.hpp"

#include "harness/harness.hpp"
#include "harness/shared_work.hpp"

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, add, add_on_grid)
WORKBOOK_PROMISE(uses_gpu, add, add_on_grid)

namespace {

// Positive and negative, and different at every call: a kernel that returns its index, copies x or
// adds the same number everywhere cannot be right by accident.
std::vector<int> numbers(std::size_t count) {
    return random_integers<int>(count, -1'000'000'000, 1'000'000'000);
}

std::vector<int> sums(const std::vector<int>& x, const std::vector<int>& y) {
    std::vector<int> expected(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        expected[i] = x[i] + y[i];
    }
    return expected;
}

Run run_add(const std::vector<int>& x, const std::vector<int>& y) {
    return WORKBOOK_RUN(add, device_in(x), device_in(y), device_out<int>(element_count));
}

} // namespace

TEST_CASE("add: all 4096 sums", "[weight:2]") {
    const auto x = numbers(element_count);
    const auto y = numbers(element_count);
    const Run run = run_add(x, y);
    REQUIRE_THAT(run, completed());
    CHECK_THAT(run, output_equals(2, sums(x, y)).from({0, 1}));
}

TEST_CASE("add: one kernel, 32 blocks of 128 threads, no copies") {
    const Run run = run_add(numbers(element_count), numbers(element_count));
    REQUIRE_THAT(run, completed());
    REQUIRE_THAT(run, launched(1));
    CHECK_THAT(run, launched_with(grid(32), block(128)));
    // The arrays are on the device already. Fetching them, adding on the CPU and sending the sums
    // back would give the right values too.
    CHECK_THAT(run, copied(0, host_to_device) && copied(0, device_to_host));
}

// On grids of other shapes, with arrays of exactly as many elements as there are threads: a
// kernel with 128 or 32 in place of blockDim.x, or with blockDim and gridDim mixed up, leaves
// elements that are written twice, never, or lie outside of the arrays.
TEST_CASE("add_kernel: thread i adds element i on any grid", "[weight:2]") {
    struct Shape {
        int blocks, threads_per_block;
    };
    for (const auto [blocks, threads_per_block] :
         {Shape{1, 1}, Shape{1, 31}, Shape{32, 1}, Shape{3, 11}, Shape{51, 5}, Shape{31, 33},
          Shape{1, 1024}, Shape{41, 25}, Shape{391, 256}, Shape{1025, 1023}}) {
        const std::size_t count = static_cast<std::size_t>(blocks) * threads_per_block;
        INFO("add_kernel<<<" << blocks << ", " << threads_per_block << ">>> on " << count
                             << " elements");
        const auto x = numbers(count);
        const auto y = numbers(count);
        const Run run = WORKBOOK_RUN(add_on_grid, device_in(x), device_in(y),
                                     device_out<int>(count), blocks, threads_per_block);
        REQUIRE_THAT(run, completed());
        REQUIRE_THAT(run, output_equals(2, sums(x, y)).from({0, 1}));
    }
}

// One thread, one element: a kernel that loops over the whole array in every thread gives the right
// sums, 4096 times over, and would write here what no thread of the grid is responsible for.
TEST_CASE("add_kernel: half as many threads do half of the elements") {
    const auto x = numbers(element_count);
    const auto y = numbers(element_count);
    const auto before = numbers(element_count);
    const Run run =
        WORKBOOK_RUN(add_on_grid, device_in(x), device_in(y), device_inout(before), 16, 128);
    REQUIRE_THAT(run, completed());
    auto expected = sums(x, y);
    std::copy(before.begin() + 16 * 128, before.end(), expected.begin() + 16 * 128);
    INFO("16 blocks of 128 threads: elements 0 to 2047 are theirs, those from 2048 on must keep "
         "their old values");
    REQUIRE_THAT(run, output_equals(2, expected).from({0, 1}));
    // 32 elements of 4 bytes side by side are 4 sectors of 32 bytes. With the threads counted
    // across the blocks each element is added once, too, and a warp's lie all over the array.
    CHECK_THAT(run, traffic("global_load_sectors", per("global_load_requests"), at_most(4),
                            "neighbouring threads of a block add elements that lie far apart: the "
                            "threads are counted through one block after the other"));
    // One thread that goes through the array writes no more than is the whole grid's.
    CHECK_THAT(run, work_shared(64, at_most(1.5),
                                "some threads add for the others: thread i is to add element i and "
                                "no other"));
}
