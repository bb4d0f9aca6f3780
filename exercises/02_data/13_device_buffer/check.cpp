// Checks of lesson 13. Nothing is computed but 3 x + 1 in integers, so all comparisons are exact.
// Every call must give back what it took, whatever else it is about.
#include "device_buffer.hpp"

#include "harness/harness.hpp"

#include <algorithm>

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, by_two_kernels)
WORKBOOK_PROMISE(reports_errors, there_and_back, there_and_back_bytes, by_a_second_buffer,
                 through_a_move, moved_to_itself, parts_reversed, by_two_kernels)

WORKBOOK_PROMISE(any_host_memory, there_and_back, by_a_second_buffer)
WORKBOOK_PROMISE(any_size, there_and_back, there_and_back_bytes, by_a_second_buffer, through_a_move)

WORKBOOK_EXCEPT(keeps_errors, "the probe catches what is thrown", refuses, thrown_across)

namespace {

std::vector<float> numbers(std::size_t n) { return random_reals<float>(n, -1000.0, 1000.0); }

// Ended well, and gave back what it took.
void check_ledger(const Run& run) {
    REQUIRE_THAT(run, completed());
    REQUIRE_THAT(run, freed_everything());
}

// All buffers together took as much memory as their elements need. No request for 0 elements, or
// one for 0 bytes: both are nothing.
class Took final : public RunMatcher {
  public:
    explicit Took(std::size_t bytes) : bytes_(bytes) {}
    bool match(const Run& run) const override {
        if (!run.record().inventory_known) return true;
        std::size_t taken = 0;
        for (const Allocation& allocation : run.allocations())
            if (allocation.error == 0) taken += allocation.bytes;
        if (taken == bytes_) return true;
        return fails(Verdict::requirement,
                     run.record().function + "() took " + std::to_string(taken) +
                         " bytes of device memory; the elements of its buffers have " +
                         std::to_string(bytes_) + " bytes: count times sizeof(T)");
    }

  private:
    std::size_t bytes_;
};

// The probe itself copies once to the device and once from it; a move copies nothing.
void check_copies(const Run& run, std::size_t each_way, std::size_t within) {
    REQUIRE_THAT(run, copied(each_way, host_to_device) && copied(each_way, device_to_host));
    REQUIRE_THAT(run, copied(within, device_to_device));
}

void check_there_and_back(std::size_t n) {
    INFO("DeviceBuffer<float>, " << n << " elements");
    const auto input = numbers(n);
    const Run run = WORKBOOK_RUN(there_and_back, in(input), out<float>(n), n);
    check_ledger(run);
    REQUIRE_THAT(run, output_equals(1, input).from({0}));
    REQUIRE_THAT(run, Took(n * sizeof(float)));
    if (n > 0) check_copies(run, 1, 0);
}

// The kernels ran when the harness waited for them, not before: nothing of the buffer's life waits.
class WaitedForNothing final : public RunMatcher {
  public:
    bool match(const Run& run) const override {
        for (const Launch& launch : run.launches())
            if (launch.error == 0 && launch.ran_in && !launch.ran_in->empty())
                return fails(Verdict::requirement,
                             *launch.ran_in + "() waited for " + launch.short_name() +
                                 "(): taking and giving back memory has to happen in the order of "
                                 "the default stream, without waiting (cudaMallocAsync, "
                                 "cudaFreeAsync)");
        return true;
    }
};

constexpr struct {
    int how;
    const char* words;
} moves[] = {{into_a_new_one, "DeviceBuffer<float> b(std::move(a))"},
             {into_an_empty_one, "b = std::move(a), where b owns nothing"},
             {into_one_that_owns, "b = std::move(a), where b owns memory already"}};

} // namespace

TEST_CASE("to the device and back, any number of elements", "[weight:2]") {
    check_there_and_back(1000); // what fails here says more than what fails for one element
    for (const std::size_t n : awkward_sizes()) check_there_and_back(n);
}

TEST_CASE("elements of 1 and of 8 bytes, and from buffer to buffer") {
    for (const std::size_t n : {1000, 0, 1, 33, 1025, 100'003}) {
        INFO("two DeviceBuffer<double>, " << n << " elements");
        const auto input = random_reals<double>(n, -1000.0, 1000.0);
        const Run run = WORKBOOK_RUN(by_a_second_buffer, in(input), out<double>(n), n);
        check_ledger(run);
        REQUIRE_THAT(run, output_equals(1, input).from({0}));
        REQUIRE_THAT(run, Took(2 * n * sizeof(double)));
        if (n > 0) check_copies(run, 1, 1);
    }
    for (const std::size_t n : {1000, 1, 33, 1023, 100'003}) {
        INFO("DeviceBuffer<unsigned char>, " << n << " elements");
        const auto input = random_integers<unsigned char>(n, 0, 255);
        const Run run = WORKBOOK_RUN(there_and_back_bytes, in(input), out<unsigned char>(n), n);
        check_ledger(run);
        REQUIRE_THAT(run, output_equals(1, input).from({0}));
        REQUIRE_THAT(run, Took(n));
        check_copies(run, 1, 0);
    }
}

TEST_CASE("one owner: moved, never copied", "[weight:3]") {
    for (const auto& move : moves) {
        for (const std::size_t n : {1000, 1, 0}) {
            INFO("a has " << n << " elements; " << move.words);
            const auto input = numbers(n);
            const Run run = WORKBOOK_RUN(through_a_move, move.how, in(input), out<float>(n), n);
            check_ledger(run);
            REQUIRE_THAT(run, output_equals(2, input).from({1}));
            check_copies(run, n > 0 ? 1 : run.copies().size() / 2, 0);

            const Run size = WORKBOOK_RUN(size_of_the_source, move.how, n);
            REQUIRE_THAT(size, returned(std::size_t{0}));
            check_ledger(size);
            const Run memory = WORKBOOK_RUN(source_has_memory, move.how, n);
            REQUIRE_THAT(memory, returned(false));
            check_ledger(memory);
            const Run target_size = WORKBOOK_RUN(size_of_the_target, move.how, n);
            REQUIRE_THAT(target_size, returned(n));
            check_ledger(target_size);
            const Run same = WORKBOOK_RUN(target_has_the_same_memory, move.how, n);
            REQUIRE_THAT(same, returned(true));
            check_ledger(same);
        }
    }
    {
        INFO("asked of the compiler: no copies, neither into a new buffer nor by =");
        REQUIRE_THAT(WORKBOOK_RUN(can_be_copied), returned(false));
    }
    {
        INFO("asked of the compiler: no number becomes a buffer by itself. A function that takes a "
             "buffer could be called with 1000, and would get 1000 elements of anything: explicit");
        REQUIRE_THAT(WORKBOOK_RUN(a_number_becomes_one), returned(false));
    }
    INFO("asked of the compiler: both moves are noexcept");
    REQUIRE_THAT(WORKBOOK_RUN(a_move_may_throw), returned(false));
}

TEST_CASE("moved to itself, and in a vector that grows", "[weight:2]") {
    {
        INFO("a = std::move(a)");
        const auto input = numbers(777);
        const Run run =
            WORKBOOK_RUN(moved_to_itself, in(input), out<float>(input.size()), input.size());
        check_ledger(run);
        REQUIRE_THAT(run, output_equals(1, input).from({0}));
        check_copies(run, 1, 0);
    }
    for (const std::size_t parts : {1, 2, 9, 40}) {
        const std::size_t n = 321;
        INFO("a std::vector that grows to " << parts << ", of buffers of " << n
                                            << " elements; then reversed by swaps");
        const auto input = numbers(parts * n);
        const Run run = WORKBOOK_RUN(parts_reversed, in(input), out<float>(parts * n), n, parts);
        check_ledger(run);
        std::vector<float> expected(input.size());
        for (std::size_t part = 0; part < parts; ++part)
            std::copy_n(input.begin() + part * n, n, expected.end() - (part + 1) * n);
        REQUIRE_THAT(run, output_equals(1, expected));
        check_copies(run, parts, 0);
    }
}

TEST_CASE("memory that is not there, and an exception on the way", "[weight:2]") {
    // As bytes: a tebibyte and eight; 2^63; and numbers that do not fit 64 bits, of which 0, 8 and
    // 80,000 would be left.
    for (const std::size_t count :
         {std::size_t{1} << 37, std::size_t{1} << 40, std::size_t{1} << 60, std::size_t{1} << 61,
          (std::size_t{1} << 61) + 1, (std::size_t{1} << 61) + 10'000, ~std::size_t{0}}) {
        INFO("DeviceBuffer<double>, " << count
                                      << " elements, for which there is no memory: the constructor "
                                         "has to throw");
        const Run run = WORKBOOK_RUN(refuses, count);
        REQUIRE_THAT(run, returned(true));
        check_ledger(run);
    }
    // The last one is more than 2^31 bytes.
    for (const std::size_t count : {0, 1, 1000, (1 << 28) + 1}) {
        INFO("DeviceBuffer<double>, " << count << " elements");
        const Run run = WORKBOOK_RUN(refuses, count);
        REQUIRE_THAT(run, returned(false));
        check_ledger(run);
    }
    const Run run = WORKBOOK_RUN(thrown_across, 1000);
    check_ledger(run);
    CHECK_THAT(run, Took(2 * 1000 * sizeof(int)));
}

TEST_CASE("the destructor does not throw") {
    INFO("a kernel fails, copy_to_host throws, and on the way out the buffer is destroyed: the "
         "destructor must not throw as well, which would end the program (std::terminate). It "
         "does not look at what it is told");
    const Run run = WORKBOOK_RUN(throws_after_a_failed_kernel, 1000);
    if (!run.record().returned_normally) REQUIRE_THAT(run, completed());
    if (!run.returned<bool>())
        FAIL("copy_to_host() after a kernel that failed returned as if nothing had happened");
    SUCCEED();
}

TEST_CASE("a buffer for a moment, and no wait", "[weight:2]") {
    for (const std::size_t n : {1, 1000, 100'003}) {
        INFO("n = " << n);
        const auto x = random_integers<int>(n, -1'000'000, 1'000'000);
        const Run run = WORKBOOK_RUN(by_two_kernels, device_in(x), device_out<int>(n), n);
        check_ledger(run);
        std::vector<int> expected(n);
        for (std::size_t i = 0; i < n; ++i) expected[i] = 3 * x[i] + 1;
        REQUIRE_THAT(run, output_equals(1, expected).from({0}));
        REQUIRE_THAT(run, WaitedForNothing());
    }
}
