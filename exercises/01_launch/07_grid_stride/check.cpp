// Checks of lesson 07. The references are loops. All comparisons are exact: the data are integers,
// in saxpy quarters as float, so small that no product and no sum is rounded.
#include "grid_stride.hpp"

#include "harness/harness.hpp"
#include "harness/shared_work.hpp"

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, add, saxpy)
WORKBOOK_PROMISE(uses_gpu, add, saxpy)
WORKBOOK_PROMISE(any_size, add, saxpy)

namespace {

struct GridShape {
    int blocks, threads_per_block;
};

std::vector<int> numbers(std::size_t n) {
    return random_integers<int>(n, -1'000'000'000, 1'000'000'000);
}

// Quarters: a computation in integers on the way loses them. A product of two is a sixteenth,
// and with a factor of up to 2101 it fits the 24 bits of a float.
std::vector<float> quarters(std::size_t n) {
    const auto integers = random_integers<int>(n, -400, 400);
    std::vector<float> values(integers.begin(), integers.end());
    for (float& value : values) value /= 4;
    return values;
}

std::string shape_text(std::size_t n, GridShape shape) {
    return "n = " + std::to_string(n) + " on " + std::to_string(shape.blocks) + " blocks of " +
           std::to_string(shape.threads_per_block) + " threads";
}

// Looked at in every run, smallest first: a kernel whose every thread does everything would be
// waited for, for minutes, at the large sizes. Where only some of the blocks run, nothing is
// measured, and a kernel that does not come to its end is ended.
void check_work(const Run& run, std::size_t n, const VirtualGpu& gpu) {
    if (run.record().trace.reach.cut)
        FAIL("the kernel does not come to its end: does a thread move on to its next element?");
    if (n == 0 || gpu.sampling) return;
    REQUIRE_THAT(run,
                 traffic("global_store_bytes", per(static_cast<double>(n), "element"), exactly(4),
                         "elements are written more than once: each belongs to one thread"));
}

// Where only some of the blocks run, an element may be as it was.
template <class T>
void check_part(const Run& run, const std::vector<T>& before, const std::vector<T>& expected) {
    const auto after = run.output<T>(2);
    for (std::size_t i = 0; i < after.size(); ++i) {
        const bool is_as_before = before.empty() ? !run.was_written(2, i) : after[i] == before[i];
        if (!is_as_before && after[i] != expected[i])
            FAIL("element " << i << " is " << after[i] << "; expected is " << expected[i]
                            << ": does more than one thread change it?");
    }
}

Run check_add(std::size_t n, GridShape shape, const VirtualGpu& gpu = {}) {
    INFO(shape_text(n, shape));
    const auto x = numbers(n), y = numbers(n);
    Run run = WORKBOOK_RUN_IN(gpu, add, device_in(x), device_in(y), device_out<int>(n), n,
                              shape.blocks, shape.threads_per_block);
    REQUIRE_THAT(run, completed());
    std::vector<int> expected(n);
    for (std::size_t i = 0; i < n; ++i) expected[i] = x[i] + y[i];
    if (gpu.sampling)
        check_part(run, {}, expected);
    else
        REQUIRE_THAT(run, output_equals(2, expected).from({0, 1}));
    check_work(run, n, gpu);
    return run;
}

Run check_saxpy(std::size_t n, GridShape shape, const VirtualGpu& gpu = {}) {
    INFO(shape_text(n, shape));
    const float a = quarters(1)[0] + 2000.75f; // neither 0 nor 1
    const auto x = quarters(n), y = quarters(n);
    Run run = WORKBOOK_RUN_IN(gpu, saxpy, a, device_in(x), device_inout(y), n, shape.blocks,
                              shape.threads_per_block);
    REQUIRE_THAT(run, completed());
    std::vector<float> expected(n);
    for (std::size_t i = 0; i < n; ++i) expected[i] = a * x[i] + y[i];
    if (gpu.sampling)
        check_part(run, y, expected);
    else
        REQUIRE_THAT(run, output_equals(2, expected).from({1}));
    check_work(run, n, gpu);
    return run;
}

// Grids much smaller than the data, of about its size, and much larger.
const GridShape any_grid[] = {{1, 1}, {1, 32}, {7, 33}, {30, 128}, {391, 256}, {2000, 1024}};

// Elements of 4 bytes, two loads and one store each. Warps that touch neighbours use each byte of a
// sector of 32, whether they take one element or four at a time; at the end of the data, and where
// a row does not begin with a sector, some bytes are left over.
void check_traffic(const Run& run, std::size_t n) {
    const auto count = static_cast<double>(n);
    CHECK_THAT(run, traffic("global_load_sectors", per("global_load_bytes"), at_most(1.03 / 32),
                            "the threads of a warp read elements that lie far apart: in each round "
                            "neighbouring threads are to take neighbouring elements"));
    CHECK_THAT(run,
               traffic("global_store_sectors", per("global_store_bytes"), at_most(1.03 / 32),
                       "the threads of a warp write elements that lie far apart: in each round "
                       "neighbouring threads are to take neighbouring elements"));
    REQUIRE_THAT(run,
                 traffic("global_load_requests", per(count, "element"), at_most(2.2 / 32),
                         "a warp reads for few of its 32 threads at a time: is the work spread "
                         "over all of them?"));
    CHECK_THAT(run,
               work_shared(30 * 128 / 32, at_most(1.5),
                           "some blocks or warps do the work of the others: each thread of the "
                           "grid is to go on by the number of threads in the grid"));
}

} // namespace

TEST_CASE("add: one element per thread", "[weight:1]") {
    check_add(1000, {30, 128});
    check_add(30 * 128, {30, 128});
}

TEST_CASE("add: 100000 elements on 30 blocks of 128 threads", "[weight:2]") {
    check_add(1000, {30, 128});
    check_add(100'000, {30, 128});
}

TEST_CASE("add: any number of elements on any grid", "[weight:2]") {
    for (const GridShape shape : any_grid) {
        for (const std::size_t n : {0, 1, 31, 33, 255, 1023, 1025, 40'003}) {
            check_add(n, shape);
        }
    }
    check_add(1'048'583, {30, 128});
}

TEST_CASE("saxpy: any number of elements on any grid", "[weight:2]") {
    check_saxpy(1000, {30, 128});
    for (const GridShape shape : any_grid) {
        for (const std::size_t n : {0, 1, 31, 33, 255, 1023, 1025, 40'003}) {
            check_saxpy(n, shape);
        }
    }
    check_saxpy(1'048'583, {30, 128});
}

// In 32 bits 2^32 threads are none, so a thread would stay at its element for ever; and of a block
// more, the last one's threads have the numbers of the first one's. Of so many blocks the virtual
// GPU runs only a few.
TEST_CASE("more threads than 32 bits can count", "[weight:0.5]") {
    const VirtualGpu some_blocks{.sampling = true};
    for (const int blocks : {1 << 22, (1 << 22) + 1}) {
        check_add(1000, {blocks, 1024}, some_blocks);
        check_saxpy(1000, {blocks, 1024}, some_blocks);
    }
}

TEST_CASE("the grid is the one that the caller asks for", "[weight:0.5]") {
    for (const GridShape shape : any_grid)
        for (const std::size_t n : {1, 300, 10'000}) {
            const Run sum = check_add(n, shape), scaled = check_saxpy(n, shape);
            INFO(shape_text(n, shape));
            const auto asked = launched_with(grid(shape.blocks), block(shape.threads_per_block));
            REQUIRE_THAT(sum, launched(1) && asked);
            REQUIRE_THAT(scaled, launched(1) && asked);
        }
}

TEST_CASE("add: neighbouring threads take neighbouring elements") {
    constexpr std::size_t n = 100'003;
    check_add(1000, {30, 128});
    const Run run = check_add(n, {30, 128});
    check_traffic(run, n);
}

TEST_CASE("saxpy: neighbouring threads take neighbouring elements") {
    constexpr std::size_t n = 100'003;
    check_saxpy(1000, {30, 128});
    const Run run = check_saxpy(n, {30, 128});
    check_traffic(run, n);
}

// A double more or less changes no value above.
TEST_CASE("single precision") {
    check_saxpy(1000, {30, 128}); // a kernel that does nothing has no double in it either
    CHECK_THAT(learner_ptx(),
               has_no(R"(\.f64)", "a kernel computes in double precision, which most GPUs do 32 "
                                  "or 64 times slower: a, x and y are floats"));
}

WORKBOOK_GAIN(gain) {
    const std::size_t n = gain.size(100'000, 1 << 22);
    const GridShape shape{static_cast<int>(gain.size(30, 1024)), 128};
    const auto x = numbers(n), y = numbers(n);
    std::vector<int> sums(n);
    gain.about(n, " elements on ", shape.blocks, " blocks of ", shape.threads_per_block,
               " threads");
    WORKBOOK_GAIN_CALL(gain, add, device_in(x), device_in(y), device_out<int>(n), n, shape.blocks,
                       shape.threads_per_block);
    gain.beside("A loop", [&] {
        for (std::size_t i = 0; i < n; ++i) sums[i] = x[i] + y[i];
    });
    gain.say("Your ", gain.threads(), " threads took ",
             static_cast<double>(n) / static_cast<double>(gain.threads()),
             " elements each, on average, in one launch.");
    gain.say("Their warps made ", gain.count("global_load_requests"), " loads and ",
             gain.count("global_store_requests"), " stores; a loop on one core makes ", 2 * n,
             " and ", n, ".");
}
