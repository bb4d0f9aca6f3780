// Checks of lesson 04. The reference is a loop with static_cast; all comparisons are exact. Data of
// 64 bits, so that a way through float or int is found out.
#include "guard_ceil_div.hpp"

#include "harness/harness.hpp"
#include "harness/shared_work.hpp"

#include <limits>

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, convert)
WORKBOOK_PROMISE(uses_gpu, convert)
WORKBOOK_PROMISE(any_size, convert)

namespace {

using Numbers = std::vector<std::int64_t>;

Numbers numbers(std::size_t n) {
    constexpr auto largest = std::numeric_limits<std::int64_t>::max();
    return random_integers<std::int64_t>(n, -largest, largest);
}

std::vector<double> converted(const Numbers& input) {
    std::vector<double> expected(input.size());
    for (std::size_t i = 0; i < input.size(); ++i) {
        expected[i] = static_cast<double>(input[i]);
    }
    return expected;
}

// Counting, so that it has nothing in common with the formula.
unsigned enough_blocks(std::size_t n, unsigned threads_per_block) {
    unsigned blocks = 0;
    for (std::size_t covered = 0; covered < n; covered += threads_per_block) ++blocks;
    return blocks;
}

Run run_convert(const Numbers& input, unsigned threads_per_block) {
    return WORKBOOK_RUN(convert, device_in(input), device_out<double>(input.size()), input.size(),
                        threads_per_block);
}

// A function that launches a grid of 0 blocks has to throw away what CUDA says of it, and with it
// an earlier error that its caller has not asked for yet.
class AskedForNoLaunch final : public RunMatcher {
  public:
    bool match(const Run& run) const override {
        return run.launches().empty() ||
               fails(Verdict::requirement,
                     "there are no elements, and convert() launched its kernel all the same: a "
                     "launch of 0 blocks is refused, and its error does not vanish by itself. "
                     "Return before the launch");
    }
};

void check_convert(std::size_t n, unsigned threads_per_block) {
    INFO("n = " << n << ", blocks of " << threads_per_block << " threads");
    const Numbers input = numbers(n);
    const Run run = run_convert(input, threads_per_block);
    REQUIRE_THAT(run, completed());
    REQUIRE_THAT(run, output_equals(1, converted(input)).from({0}));
    if (n == 0) {
        REQUIRE_THAT(run, launched(0));
        REQUIRE_THAT(run, AskedForNoLaunch());
        return;
    }
    REQUIRE_THAT(run, launched(1));
    REQUIRE_THAT(
        run, launched_with(grid(enough_blocks(n, threads_per_block)), block(threads_per_block)));
    // A thread that loops over the elements of others needs no guard.
    if (n > 100'000)
        REQUIRE_THAT(run, work_shared(n / 32, at_most(1.5),
                                      "some threads convert for the others: each is to convert the "
                                      "element of its number, if there is one"));
}

void check_blocks_for(std::size_t n, unsigned threads_per_block, unsigned expected,
                      const char* too_much_for = "") {
    INFO("blocks_for(" << n << ", " << threads_per_block << ")" << too_much_for);
    const Run run = WORKBOOK_RUN(blocks_for, n, threads_per_block);
    REQUIRE_THAT(run, completed());
    REQUIRE_THAT(run, returned(expected));
}

} // namespace

TEST_CASE("blocks_for: enough blocks, and none too many", "[weight:2]") {
    for (const unsigned threads_per_block : {32u, 1u, 100u, 256u, 1024u}) {
        for (const std::size_t n : {1, 31, 32, 33, 0, 99, 100, 101, 255, 256, 257, 1023, 1024, 1025,
                                    2048, 2049, 65'536, 100'003}) {
            check_blocks_for(n, threads_per_block, enough_blocks(n, threads_per_block));
        }
    }
}

TEST_CASE("blocks_for: numbers too large for float, int and double") {
    // An int ends at 2^31, a float counts in steps of 2 from 2^24 on.
    constexpr auto for_float = ", where n has 25 bits and a float has 24";
    constexpr auto for_int = ", where n does not fit into 32 bits";
    check_blocks_for((std::size_t{1} << 24) + 1, 1, (1u << 24) + 1, for_float);
    check_blocks_for((std::size_t{1} << 32) + 1, 256, (1u << 24) + 1, for_int);
    check_blocks_for((std::size_t{1} << 40) + 1, 1024, (1u << 30) + 1, for_int);
    check_blocks_for((std::size_t{1} << 53) + 1, 1u << 22, (1u << 31) + 1,
                     ", where n has 54 bits and a double has 53");
}

TEST_CASE("convert: one whole block of 32") { check_convert(32, 32); }

TEST_CASE("convert: 10 elements, 32 threads", "[weight:2]") { check_convert(10, 32); }

TEST_CASE("convert: nothing to do is no error") { check_convert(0, 256); }

TEST_CASE("convert: any number of elements", "[weight:2]") {
    check_convert(1000, 256); // first, since its message shows the tail best
    for (const std::size_t n : awkward_sizes()) {
        check_convert(n, 256);
    }
    for (const unsigned threads_per_block : {1u, 33u, 100u, 1024u}) {
        check_convert(5000, threads_per_block);
    }
    // With more than 2^31 elements, some blocks are tried, which need not be those that an int
    // misses.
    CHECK_THAT(learner_ptx(), has_no(R"(\bsetp\.[lg][te]\.s32)",
                                     "the kernel compares numbers of 32 bits with a sign: an int "
                                     "ends at 2^31 elements, and n is a std::size_t"));
}
