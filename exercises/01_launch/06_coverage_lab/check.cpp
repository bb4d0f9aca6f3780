// Checks of lesson 06. Every prediction is compared with a real launch into memory that was marked
// before: what no longer holds the mark was written. That the launch did what it should is found by
// a loop over all its threads, which knows nothing of ranges.
#include "coverage_lab.hpp"

#include "harness/harness.hpp"

#include <algorithm>
#include <limits>
#include <sstream>

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, launch_add, launch_add_128)
WORKBOOK_PROMISE(reports_errors, observe_add, observe_second)
WORKBOOK_EXCEPT(kernels_fill, "it may mark what the given kernel is to overwrite", observe_add,
                observe_second)
WORKBOOK_EXCEPT(kernels_compute, "what it marks with is its own choice", observe_add,
                observe_second)

namespace {

constexpr int mark = -1; // no sum of the data below
constexpr int largest_sum = 1'000'000;

using Index = std::size_t (*)(std::size_t block, std::size_t thread, std::size_t threads);
std::size_t contiguous(std::size_t block, std::size_t thread, std::size_t threads) {
    return block * threads + thread;
}
std::size_t in_128s(std::size_t block, std::size_t thread, std::size_t) {
    return block * 128 + thread;
}

// As many elements as the array has or the launch touches, and some more.
std::size_t room_for(std::size_t n, int blocks, int threads) {
    return std::max({n, std::size_t(blocks) * threads, std::size_t(blocks) * 128 + threads}) + 40;
}

// Zeros among them: a sum of 0 is a sum too.
std::vector<int> terms(std::size_t count) {
    auto values = random_integers<int>(count, 0, largest_sum / 2);
    for (std::size_t i = 0; i < count; i += 3) values[i] = 0;
    return values;
}

// "elements 64 to 127, 192 to 255 and so on"
std::string places(const std::vector<bool>& written, bool which, std::size_t begin,
                   std::size_t end) {
    std::ostringstream text;
    int ranges = 0;
    for (std::size_t i = begin; i < end; ++i) {
        if (written[i] != which) continue;
        std::size_t last = i;
        while (last + 1 < end && written[last + 1] == which) ++last;
        if (++ranges > 2) return text.str() + " and so on";
        text << (ranges > 1 ? ", " : "") << i;
        if (last > i) text << " to " << last;
        i = last;
    }
    return text.str();
}

std::string counted(const std::vector<bool>& written, bool which, std::size_t begin,
                    std::size_t end) {
    const auto count = std::count(written.begin() + begin, written.begin() + end, which);
    return std::to_string(count) + (count == 0 ? "" : ": " + places(written, which, begin, end));
}

// What a real launch wrote, of room_for() places.
std::vector<bool> scan(const Run& run, const std::vector<int>& x, const std::vector<int>& y,
                       int blocks, int threads, Index index) {
    REQUIRE_THAT(run, completed());
    std::vector<int> expected(x.size(), mark);
    for (std::size_t block = 0; block < std::size_t(blocks); ++block)
        for (std::size_t thread = 0; thread < std::size_t(threads); ++thread) {
            const std::size_t i = index(block, thread, threads);
            expected[i] = x[i] + y[i];
        }
    REQUIRE_THAT(run, output_equals(2, expected));
    const auto after = run.output<int>(2);
    std::vector<bool> written(after.size());
    std::transform(after.begin(), after.end(), written.begin(),
                   [](int value) { return value != mark; });
    return written;
}

// Compares the three numbers that a function returned with expected ones, and says of each where
// they come from.
class CoverageIs final : public RunMatcher {
  public:
    struct Expected {
        const char* name;
        std::uint64_t Coverage::*number;
        std::uint64_t value;
        std::string text;
    };
    explicit CoverageIs(std::vector<Expected> expected) : expected_(std::move(expected)) {}
    bool match(const Run& run) const override {
        const auto said = run.returned<Coverage>();
        return std::all_of(expected_.begin(), expected_.end(), [&](const Expected& expected) {
            const std::uint64_t number = said.*expected.number;
            return number == expected.value ||
                   fails(Verdict::wrong_answer, run.record().function + "() says " + expected.name +
                                                    " = " + shown(number) + "; " + expected.text);
        });
    }

  private:
    // What is below zero, or was multiplied in 32 bits, is a very large number here.
    static std::string shown(std::uint64_t number) {
        const auto as_signed = static_cast<std::int64_t>(number);
        return std::to_string(number) +
               (as_signed < 0 ? " (" + std::to_string(as_signed) + " in an unsigned type)" : "");
    }

    std::vector<Expected> expected_;
};

// What was counted after a real launch.
CoverageIs coverage_is(const std::vector<bool>& written, std::size_t n) {
    const auto expected = [&](const char* name, std::uint64_t Coverage::*number, bool which,
                              std::size_t begin, std::size_t end) {
        const auto count = std::count(written.begin() + begin, written.begin() + end, which);
        return CoverageIs::Expected{name, number, static_cast<std::uint64_t>(count),
                                    "after a real launch it is " +
                                        counted(written, which, begin, end)};
    };
    return CoverageIs({expected("written", &Coverage::written, true, 0, n),
                       expected("untouched", &Coverage::untouched, false, 0, n),
                       expected("beyond", &Coverage::beyond, true, n, written.size())});
}

// What has to come out where nothing is launched.
CoverageIs coverage_is(std::uint64_t written, std::uint64_t untouched, std::uint64_t beyond) {
    const auto expected = [](const char* name, std::uint64_t Coverage::*number,
                             std::uint64_t value) {
        return CoverageIs::Expected{name, number, value, "it is " + std::to_string(value)};
    };
    return CoverageIs({expected("written", &Coverage::written, written),
                       expected("untouched", &Coverage::untouched, untouched),
                       expected("beyond", &Coverage::beyond, beyond)});
}

// A formula gives the right numbers without a look at what is there. So all places have to be
// fetched, after the launch, in one copy or in several.
class AllIsFetched final : public RunMatcher {
  public:
    explicit AllIsFetched(std::size_t places) : places_(places) {}
    bool match(const Run& run) const override {
        if (run.launches().empty()) return true; // launched() says so
        const auto launch = run.launches().back().order;
        std::uint64_t bytes = 0;
        for (const Copy& copy : run.copies())
            if (copy.error == 0 && copy.direction == device_to_host && copy.order > launch)
                bytes += copy.bytes;
        return bytes >= places_ * sizeof(int) ||
               fails(Verdict::requirement,
                     "the numbers are right, but " + run.record().function +
                         "() has not looked: of the " + std::to_string(places_ * sizeof(int)) +
                         " bytes of out, " + std::to_string(bytes) +
                         " were copied to the host after the launch. What is in out decides, not "
                         "a formula");
    }

  private:
    std::size_t places_;
};

void check_prediction(int blocks, int threads, std::size_t n) {
    INFO("n = " << n << ", " << blocks << " blocks of " << threads << " threads");
    const auto room = room_for(n, blocks, threads);
    const auto x = terms(room), y = terms(room);
    const Run launch = WORKBOOK_RUN(launch_add, device_in(x), device_in(y),
                                    device_inout(std::vector<int>(room, mark)), blocks, threads);
    const auto written = scan(launch, x, y, blocks, threads, contiguous);
    const Run run = WORKBOOK_RUN(predict_add, blocks, threads, n);
    REQUIRE_THAT(run, completed());
    REQUIRE_THAT(run, coverage_is(written, n));
    REQUIRE_THAT(run, launched(0));
}

void check_prediction_128(int blocks, int threads, std::size_t n) {
    INFO("the kernel with 128 written into it: n = " << n << ", " << blocks << " blocks of "
                                                     << threads << " threads");
    const auto room = room_for(n, blocks, threads);
    const auto x = terms(room), y = terms(room);
    const Run launch = WORKBOOK_RUN(launch_add_128, device_in(x), device_in(y),
                                    device_inout(std::vector<int>(room, mark)), blocks, threads);
    const auto written = scan(launch, x, y, blocks, threads, in_128s);
    INFO("elements that a real launch wrote: " << counted(written, true, 0, n));
    const Run run = WORKBOOK_RUN(predict_add_128, blocks, threads, n, out<int>(n));
    REQUIRE_THAT(run, completed());
    REQUIRE_THAT(
        run, output_equals(3, std::vector<int>(written.begin(),
                                               written.begin() + static_cast<std::ptrdiff_t>(n))));
    REQUIRE_THAT(run, launched(0));
}

// By a look at all the blocks that may reach the element.
void check_far_element(std::uint64_t blocks, std::uint64_t threads, std::uint64_t i) {
    INFO("writes_128: " << blocks << " blocks of " << threads << " threads, element " << i);
    bool written = false;
    for (std::uint64_t block = i / 128; block + 8 > i / 128; --block) {
        if (block < blocks && i - 128 * block < threads) written = true;
        if (block == 0) break;
    }
    const Run run = WORKBOOK_RUN(writes_128, blocks, threads, i);
    REQUIRE_THAT(run, completed());
    REQUIRE_THAT(run, returned(written));
}

// `before`: what earlier experiments left in the memory.
void check_observation(int blocks, int threads, std::size_t n, const std::vector<int>& x,
                       const std::vector<int>& y, const std::vector<int>& before) {
    const Run run = WORKBOOK_RUN(observe_add, device_in(x), device_in(y), device_inout(before),
                                 x.size(), blocks, threads, n);
    REQUIRE_THAT(run, completed());
    std::vector<bool> written(x.size());
    for (std::size_t i = 0; i < std::size_t(blocks) * threads; ++i) written[i] = true;
    REQUIRE_THAT(run, coverage_is(written, n));
    REQUIRE_THAT(run, launched(1));
    REQUIRE_THAT(run, launched_with(grid(blocks), block(threads)));
    REQUIRE_THAT(run, AllIsFetched(x.size()));
}

} // namespace

// The experiments with the launch of lesson 02: fewer threads, fewer blocks, more of both.
TEST_CASE("predict_add: 4096 elements, and grids around 32 blocks of 128") {
    for (const auto& [blocks, threads] : {std::pair{32, 128},
                                          {32, 64},
                                          {32, 127},
                                          {16, 128},
                                          {31, 128},
                                          {1, 1},
                                          {33, 128},
                                          {32, 256},
                                          {64, 256}})
        check_prediction(blocks, threads, 4096);
}

TEST_CASE("predict_add: any grid, any number of elements", "[weight:2]") {
    for (const std::size_t n : awkward_sizes()) {
        const int threads = random_integers<int>(1, 1, 1024)[0];
        const int enough = static_cast<int>(n / threads) + 1;
        check_prediction(enough, threads, n);
        check_prediction(std::max(1, enough / 2), threads, n);
    }
    for (int k = 0; k < 20; ++k)
        check_prediction(random_integers<int>(1, 1, 50)[0], random_integers<int>(1, 1, 300)[0],
                         random_integers<int>(1, 0, 9000)[0]);
}

// Too large to be launched here; the numbers are those of the range that the cases above confirm.
TEST_CASE("predict_add: the largest grids") {
    constexpr int most = std::numeric_limits<int>::max();
    // No double holds it, nor one less.
    constexpr auto most_elements = std::numeric_limits<std::uint64_t>::max();
    for (const auto& [blocks, threads, n] : {std::tuple{1 << 21, 1024, std::uint64_t{1} << 31},
                                             {1 << 22, 1024, 3'000'000'000},
                                             {1 << 22, 1024, 1000},
                                             {most, 1024, std::uint64_t{1} << 40},
                                             {most, 1024, 1},
                                             {most, 1, std::uint64_t{1} << 31},
                                             {1, 1, std::uint64_t{1} << 50},
                                             {1, 1, most_elements}}) {
        INFO("n = " << n << ", " << blocks << " blocks of " << threads << " threads");
        const Run run = WORKBOOK_RUN(predict_add, blocks, threads, n);
        REQUIRE_THAT(run, completed());
        const auto indices = std::uint64_t(blocks) * std::uint64_t(threads);
        if (indices < n)
            REQUIRE_THAT(run, coverage_is(indices, n - indices, 0));
        else
            REQUIRE_THAT(run, coverage_is(n, 0, indices - n));
    }
}

TEST_CASE("predict_add_128: holes, or not", "[weight:2]") {
    for (const auto& [blocks, threads, n] : {std::tuple{32, 128, 4096},
                                             {32, 64, 4096},
                                             {32, 127, 4096},
                                             {16, 128, 4096},
                                             {32, 256, 5000},
                                             {31, 200, 4096},
                                             {3, 1024, 2000},
                                             {1, 1, 100},
                                             {5, 33, 600},
                                             {4, 100, 0}})
        check_prediction_128(blocks, threads, n);
    for (int k = 0; k < 10; ++k)
        check_prediction_128(random_integers<int>(1, 1, 30)[0], random_integers<int>(1, 1, 300)[0],
                             random_integers<int>(1, 1, 4000)[0]);
    // No array here has so many elements: writes_128 is asked for single ones.
    constexpr std::uint64_t most = std::numeric_limits<int>::max();
    for (const std::uint64_t blocks : {(std::uint64_t{1} << 25) + 3, most})
        for (const std::uint64_t threads : {64, 128, 200, 1024})
            for (const std::uint64_t block : {blocks - 1, blocks - 2, std::uint64_t{1} << 25})
                for (const std::uint64_t thread : {std::uint64_t{0}, threads - 1, threads})
                    check_far_element(blocks, threads, 128 * block + thread);
}

TEST_CASE("observe_add: what this launch wrote, and no other one", "[weight:3]") {
    for (const auto& [blocks, threads] : {std::pair{32, 64}, {16, 128}, {32, 127}, {33, 128}}) {
        INFO("n = 4096, " << blocks << " blocks of " << threads
                          << " threads, in memory that holds all the sums already");
        const auto x = terms(5000), y = terms(5000);
        auto sums = x;
        for (std::size_t i = 0; i < x.size(); ++i) sums[i] += y[i];
        check_observation(blocks, threads, 4096, x, y, sums);
    }
    {
        INFO("n = 4096, 32 blocks of 128 threads, in memory that holds other numbers");
        const auto x = terms(5000), y = terms(5000);
        check_observation(32, 128, 4096, x, y, random_integers<int>(5000, -999, 999));
    }
    {
        INFO("n = 4096: 32 blocks of 128 threads, and after it 32 blocks of 64 threads into the "
             "same memory");
        const auto x = terms(5000), y = terms(5000);
        const Run run = WORKBOOK_RUN(observe_second, device_in(x), device_in(y),
                                     device_out<int>(x.size()), x.size(), 32, 128, 32, 64, 4096);
        REQUIRE_THAT(run, completed());
        std::vector<bool> written(x.size());
        std::fill_n(written.begin(), 32 * 64, true);
        REQUIRE_THAT(run, coverage_is(written, 4096));
    }
    for (const std::size_t n : {0, 1, 1025, 100'003}) {
        const int threads = random_integers<int>(1, 1, 256)[0];
        const int blocks = static_cast<int>(n / threads) + 1;
        INFO("n = " << n << ", " << blocks << " blocks of " << threads << " threads");
        const auto room = room_for(n, blocks, threads);
        const auto x = terms(room), y = terms(room);
        check_observation(blocks, threads, n, x, y, random_integers<int>(room, 0, 9));
    }
}

// A formula knows nothing of a launch of which a part is missing. Which blocks run is the virtual
// GPU's choice, and the function may give `out` its old values back.
TEST_CASE("observe_add: a launch of which only some blocks run") {
    const VirtualGpu some_blocks{.sampling = true};
    for (const auto& [blocks, threads] : {std::pair{40, 128}, {50, 33}}) {
        const std::size_t n = 4096, room = 6000;
        INFO("n = 4096, " << blocks << " blocks of " << threads << " threads");
        const Run run = WORKBOOK_RUN_IN(some_blocks, observe_add, device_in(terms(room)),
                                        device_in(terms(room)), device_out<int>(room), room, blocks,
                                        threads, n);
        REQUIRE_THAT(run, completed());
        if (!run.record().on_virtual_gpu) continue;
        const auto said = run.returned<Coverage>();
        const std::uint64_t places = said.written + said.beyond, all = blocks * threads;
        if (places == 0 || places >= all || places % threads != 0)
            FAIL("observe_add() counts " << places << " places that were written, and of the "
                                         << blocks << " blocks a few ran, which is not all of "
                                         << all
                                         << " places: what is in out decides, not a formula");
    }
}
