// Checks of lesson 03. The reference multiplies in 64 bits on the CPU. All comparisons are exact:
// the data are integers, and no square leaves the range of std::int64_t.
#include "square_port.hpp"

#include "harness/harness.hpp"

using namespace workbook;

WORKBOOK_PROMISE(uses_gpu, square)
WORKBOOK_PROMISE(any_size, square)

namespace {

using Numbers = std::vector<std::int64_t>;

// The square root of the largest std::int64_t, rounded down.
constexpr std::int64_t largest_root = 3'037'000'499;

// Squares that an int could hold: mistakes with sizes, copies and indices show here, and those of
// arithmetic do not.
Numbers small_numbers(std::size_t count) {
    return random_integers<std::int64_t>(count, -46'340, 46'340);
}

Numbers squares(const Numbers& input) {
    Numbers expected(input.size());
    for (std::size_t i = 0; i < input.size(); ++i) {
        expected[i] = input[i] * input[i];
    }
    return expected;
}

Run run_square(const Numbers& input) {
    return WORKBOOK_RUN(square, in(input), out<std::int64_t>(input.size()), input.size());
}

// What is done with a number is done in 64 bits. A kernel without such a multiplication carries
// what was squared on the CPU.
PtxMatcher multiplies() {
    return has(R"(\bm(ul|ad)\.lo\.[su]64)",
               "no kernel of yours multiplies 64-bit integers: the squares are made elsewhere");
}

// Stops at the first count that fails: one message says more than ten of the same kind. A loop on
// the CPU would give the right values, beside a kernel that does nothing as well, and so would a
// loop over all elements in every thread: where there is something to do, one kernel is asked for,
// and one write an element (two are let pass).
void check_square(const Numbers& input) {
    INFO("count = " << input.size());
    const Run run = run_square(input);
    REQUIRE_THAT(run, completed());
    REQUIRE_THAT(run, output_equals(1, squares(input)).from({0}));
    if (input.empty()) return;
    REQUIRE_THAT(run, launched(1));
    REQUIRE_THAT(learner_ptx(), multiplies());
    const double element = sizeof(std::int64_t);
    const auto count = static_cast<double>(input.size());
    REQUIRE_THAT(run, traffic("global_store_bytes", per(count, "element"), at_least(element),
                              "the kernel does not write all of the output"));
    REQUIRE_THAT(run, traffic("global_store_bytes", per(count, "element"), at_most(2 * element),
                              "elements are written more than once: a thread squares its own "
                              "element and no other"));
}

} // namespace

TEST_CASE("4096 numbers", "[weight:2]") { check_square(small_numbers(4096)); }

TEST_CASE("any number of elements") {
    for (const std::size_t count : awkward_sizes()) {
        check_square(small_numbers(count));
    }
}

TEST_CASE("squares that need 64 bits") {
    // From 46341 on an int overflows, from 65536 on an unsigned one; beyond 94906265 even a double
    // has too few digits.
    check_square({0, 1, -1, 46'340, 46'341, -46'341, 65'535, 65'536, -65'536, 94'906'265,
                  94'906'267, -94'906'267, largest_root, -largest_root});
    check_square(random_integers<std::int64_t>(4096, -largest_root, largest_root));
}

TEST_CASE("one copy each way, of exactly the array's bytes") {
    const std::size_t count = 5000;
    const std::size_t bytes = count * sizeof(std::int64_t);
    const Run run = run_square(small_numbers(count));
    REQUIRE_THAT(run, completed());
    REQUIRE_THAT(learner_ptx(), multiplies());
    CHECK_THAT(run, copied(1, host_to_device) && copied(1, device_to_host));
    CHECK_THAT(run, copied_bytes(host_to_device, bytes));
    CHECK_THAT(run, copied_bytes(device_to_host, bytes));
}

TEST_CASE("the kernel does the work") {
    // With the squares made on the CPU and only carried to the device and back, all values and all
    // copies would be right.
    const std::size_t count = 5000;
    const std::size_t bytes = count * sizeof(std::int64_t);
    const Run run = run_square(small_numbers(count));
    REQUIRE_THAT(run, completed());
    REQUIRE_THAT(run, launched(1));
    CHECK_THAT(learner_ptx(), multiplies());
    CHECK_THAT(run, traffic("global_load_bytes", at_least(bytes),
                            "the kernel does not read all of the input"));
    CHECK_THAT(run, traffic("global_store_bytes", at_least(bytes),
                            "the kernel does not write all of the output"));
}

TEST_CASE("gives back all device memory, call after call") {
    check_square(small_numbers(33)); // what fails here need not be tried with a million
    // Each count is larger than all before it. A function that keeps memory for the next call needs
    // more now, and what an earlier call left in the device's memory does not help.
    for (const std::size_t count : {std::size_t{1'100'000}, std::size_t{1'200'000}}) {
        INFO("count = " << count);
        const Numbers input = small_numbers(count);
        const Run run = run_square(input);
        REQUIRE_THAT(run, completed());
        REQUIRE_THAT(run, output_equals(1, squares(input)).from({0}));
        REQUIRE_THAT(run, freed_everything());
    }
}

WORKBOOK_GAIN(gain) {
    const std::size_t count = gain.size(65'536, 1 << 22);
    const Numbers input = small_numbers(count);
    Numbers output(count);
    gain.about(count, " numbers");
    WORKBOOK_GAIN_CALL(gain, square, in(input), out<std::int64_t>(count), count);
    gain.beside("A loop", [&] {
        for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
    });
    gain.say("Your ", gain.threads(), " threads squared them in ",
             gain.count("global_store_requests"),
             " stores of up to 32 numbers each; a loop on one core makes ", count, ".");
    gain.say("For that, ", in_bytes(gain.copied_bytes()), " crossed the bus in ", gain.copies(),
             " copies: ", gain.copied_bytes() / count, " bytes for one multiplication.");
}
