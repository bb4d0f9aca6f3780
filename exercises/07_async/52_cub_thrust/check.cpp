// Checks of lesson 52. Values are multiples of 1/4, so that differences and comparisons are exact
// and none is a whole number by chance.
#include "cub_thrust.hpp"

#include "harness/harness.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <string_view>

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, total, smallest, largest_difference, row_sums)
// Not place_of_largest_difference: Thrust does not look at the launch that prepares its temporary
// values.
WORKBOOK_PROMISE(reports_errors, total, smallest, largest_difference, row_sums)
WORKBOOK_PROMISE(uses_gpu, total, smallest, largest_difference, row_sums,
                 place_of_largest_difference)

namespace {

using Floats = std::vector<float>;

constexpr float infinity = std::numeric_limits<float>::infinity();
// CUB's reductions keep a partial result for each of up to 40 blocks on each multiprocessor: 85,503
// bytes on an H100. All differences would be 400,000 bytes.
constexpr std::uint64_t scratch_bytes = 131'072;

// Multiples of 1/4 from `low` to `high`.
Floats quarters(std::size_t n, int low, int high) {
    Floats values;
    for (const int x : random_integers<int>(n, 4 * low + 1, 4 * high - 1))
        values.push_back(static_cast<float>(x) / 4);
    return values;
}

// All memory that the call asked for.
class TookLittle final : public RunMatcher {
  public:
    bool match(const Run& run) const override {
        if (!run.record().inventory_known) return true;
        std::uint64_t bytes = 0;
        for (const Allocation& allocation : run.allocations()) bytes += allocation.bytes;
        if (bytes <= scratch_bytes) return true;
        return fails(Verdict::requirement,
                     run.record().function + "() allocated " + std::to_string(bytes) +
                         " bytes: a temporary array of all values or differences? The library's "
                         "own scratch memory is below " +
                         std::to_string(scratch_bytes) + " bytes");
    }
};

// The host gets a result, and no values.
class FetchedOneResult final : public RunMatcher {
  public:
    bool match(const Run& run) const override {
        std::uint64_t bytes = 0;
        for (const Copy& copy : run.copies())
            if (copy.direction == device_to_host) bytes += copy.bytes;
        if (bytes <= 64) return true;
        return fails(Verdict::requirement,
                     run.record().function + "() copied " + std::to_string(bytes) +
                         " bytes to the host: Thrust is to look for the place on the device");
    }
};

// All kernels are the library's: their names begin with its namespace and that of its version.
class ByTheLibrary final : public RunMatcher {
  public:
    bool match(const Run& run) const override {
        for (const Launch& launch : run.launches()) {
            std::string_view name = launch.kernel;
            if (name.starts_with("void ")) name.remove_prefix(5); // of a template
            if (!name.starts_with("cub::CUB_") && !name.starts_with("thrust::THRUST_"))
                return fails(Verdict::requirement, run.record().function + "() launched " +
                                                       launch.short_name() +
                                                       ", a kernel of your own: the work is to be "
                                                       "done by CUB or Thrust");
        }
        return true;
    }
};

// `bytes` of values, each read once.
auto reads_once(double bytes) {
    return traffic("global_load_bytes", at_most(bytes + scratch_bytes),
                   "each value is to be read once, by the algorithm itself");
}

float distance(float x, float y) { return std::abs(x - y); }

struct Largest {
    float difference = 0;
    std::size_t place = 0;
};

Largest largest_of(const Floats& a, const Floats& b) {
    Largest largest;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (distance(a[i], b[i]) > largest.difference) largest = {distance(a[i], b[i]), i};
    return largest;
}

Run check_total(std::size_t n) {
    INFO("total, n = " << n);
    const auto values = random_integers<int>(n, -1000, 1000);
    Run run = WORKBOOK_RUN(total, device_in(values), n, device_out<int>(1));
    REQUIRE_THAT(run, completed());
    if (!run.was_written(2, 0))
        FAIL("*result was not written: has the algorithm been called with memory?");
    REQUIRE_THAT(run,
                 output_equals(2, std::vector{std::accumulate(values.begin(), values.end(), 0)}));
    return run;
}

Run check_smallest(const char* what, const Floats& values) {
    INFO("smallest, n = " << values.size() << ": " << what);
    Run run = WORKBOOK_RUN(smallest, device_in(values), values.size(), device_out<float>(1));
    REQUIRE_THAT(run, completed());
    if (!run.was_written(2, 0)) FAIL("*result was not written");
    const float expected =
        values.empty() ? infinity : *std::min_element(values.begin(), values.end());
    const float found = run.output<float>(2)[0];
    if (found == expected) return run;
    std::string hint;
    if (!values.empty() && found == *std::max_element(values.begin(), values.end()))
        hint = ": that is the largest value";
    else if (!values.empty() && found == values.front())
        hint = ": that is the first value";
    else if (std::ranges::find(values, found) == values.end())
        hint = ", which is none of the values. What does the reduction begin with? The identity of "
               "min changes no value: min(identity, x) is x";
    FAIL("the smallest is " << found << hint << "; expected is " << expected);
    return run;
}

// Pairs whose difference is at most 100, but for some at the given places.
struct Pairs {
    Floats a, b;
};
Pairs pairs(std::size_t n, const std::vector<std::size_t>& places, float difference) {
    Pairs x{quarters(n, -1000, 1000), {}};
    const Floats near = quarters(n, -100, 100);
    for (std::size_t i = 0; i < n; ++i) x.b.push_back(x.a[i] + near[i]);
    for (const std::size_t i : places) x.b[i] = x.a[i] + difference;
    return x;
}

Run check_difference(const std::string& what, const Pairs& x) {
    const std::size_t n = x.a.size();
    INFO("largest_difference, n = " << n << ": " << what);
    Run run =
        WORKBOOK_RUN(largest_difference, device_in(x.a), device_in(x.b), n, device_out<float>(1));
    REQUIRE_THAT(run, completed());
    if (!run.was_written(3, 0)) FAIL("*result was not written");
    const Largest expected = largest_of(x.a, x.b);
    const float found = run.output<float>(3)[0];
    if (found == expected.difference) return run;
    float with_sign = 0, reversed = 0, of_a = 0;
    for (std::size_t i = 0; i < n; ++i) {
        with_sign = std::max(with_sign, x.a[i] - x.b[i]);
        reversed = std::max(reversed, x.b[i] - x.a[i]);
        of_a = std::max(of_a, x.a[i]);
    }
    std::string hint;
    if (found == of_a)
        hint = ": that is the largest value of a";
    else if (found == with_sign || found == reversed)
        hint = ": that is the largest difference with its sign, not the largest magnitude";
    else if (found == std::trunc(expected.difference))
        hint = ": is the difference an int on the way?";
    FAIL("the largest difference is " << found << hint << "; expected is " << expected.difference
                                      << ", of elements " << expected.place);
    return run;
}

void check_place(const std::string& what, const Pairs& x) {
    const std::size_t n = x.a.size();
    INFO("place_of_largest_difference, n = " << n << ": " << what);
    const Run run = WORKBOOK_RUN(place_of_largest_difference, device_in(x.a), device_in(x.b), n);
    REQUIRE_THAT(run, completed());
    const std::size_t expected = largest_of(x.a, x.b).place, found = run.returned<std::size_t>();
    if (found == expected) return;
    std::string hint;
    if (found < n && distance(x.a[found], x.b[found]) == distance(x.a[expected], x.b[expected]))
        hint = ": the difference is the same there, but the lowest place is asked for";
    else if (found < n)
        hint = ", where the difference is " + std::to_string(distance(x.a[found], x.b[found])) +
               " and not " + std::to_string(distance(x.a[expected], x.b[expected]));
    FAIL("the place is " << found << hint << "; expected is " << expected);
}

Run check_rows(int rows, int columns, int high = 2'000'000'000) {
    INFO("row_sums, rows = " << rows << ", columns = " << columns);
    const auto matrix = random_integers<int>(std::size_t(rows) * columns, -high / 4, high);
    Run run =
        WORKBOOK_RUN(row_sums, device_in(matrix), rows, columns, device_out<std::int64_t>(rows));
    REQUIRE_THAT(run, completed());
    const auto found = run.output<std::int64_t>(3);
    for (int r = 0; r < rows; ++r) {
        const auto begin = matrix.begin() + std::ptrdiff_t{r} * columns;
        const auto expected = std::accumulate(begin, begin + columns, std::int64_t{0});
        if (!run.was_written(3, r)) FAIL("sums[" << r << "] was not written");
        if (found[r] == expected) continue;
        std::string hint;
        if (found[r] == static_cast<std::int32_t>(expected))
            hint = ": right modulo 2^32. In which type does the library add?";
        else if (found[r] == 0)
            hint = ": was the row taken for an empty one?";
        else if (found[r] == expected - begin[columns - 1])
            hint = ": the last element is missing";
        else if (found[r] == std::accumulate(matrix.begin(), begin + columns, std::int64_t{0}))
            hint = ": all rows before are in it";
        FAIL("sums[" << r << "] is " << found[r] << ", expected is " << expected << hint);
    }
    return run;
}

} // namespace

TEST_CASE("1: total, by two calls") {
    for (const std::size_t n : {1000, 1, 100'003, 0}) check_total(n);
    const Run run = check_total(50'000);
    CHECK_THAT(run, TookLittle());
    CHECK_THAT(run, ByTheLibrary());
}

TEST_CASE("2: smallest, and its identity") {
    check_smallest("values above 0", quarters(1000, 10, 1000));
    check_smallest("values below 0, too", quarters(1000, -1000, 1000));
    check_smallest("all are infinite", Floats(100, infinity));
    check_smallest("one of them is minus infinity", {1, 2, -infinity, 3});
    for (const std::size_t n : {0, 1, 33, 1025, 100'003})
        check_smallest("by chance", quarters(n, -9, 9));
    const Run run = check_smallest("by chance", quarters(100'000, -9, 9));
    CHECK_THAT(run, TookLittle());
    CHECK_THAT(run, ByTheLibrary());
    CHECK_THAT(run, reads_once(4.0 * 100'000));
}

TEST_CASE("3: largest_difference", "[weight:2]") {
    check_difference("b is larger at one place", pairs(1000, {700}, 500));
    check_difference("a is larger at one place", pairs(1000, {300}, -500.25f));
    check_difference("all are equal", {Floats(500, 7), Floats(500, 7)});
    check_difference("one value is infinite", pairs(2000, {5}, infinity));
    for (const std::size_t n : {0, 1, 33, 1025, 100'003, 1'048'583})
        check_difference("by chance", pairs(n, {}, 0));
}

TEST_CASE("3: no array of differences; each value is read once") {
    const std::size_t n = 200'000;
    const Run run = check_difference("by chance", pairs(n, {}, 0));
    CHECK_THAT(run, TookLittle());
    CHECK_THAT(run, ByTheLibrary());
    CHECK_THAT(run, reads_once(8.0 * n));
    CHECK_THAT(run, traffic("global_store_bytes", at_most(double(scratch_bytes)),
                            "differences are to be computed when the reduction reads them, and not "
                            "to be stored"));
}

TEST_CASE("4: row_sums") {
    const Run run = check_rows(3, 5, 100);
    CHECK_THAT(run, launched(1));
    for (const auto& [rows, columns] :
         {std::pair{4, 100}, {1, 1}, {1, 50'000}, {200, 3}, {33, 1025}, {5, 0}, {0, 5}})
        check_rows(rows, columns);
}

TEST_CASE("4: row_sums, one launch, no array of begins") {
    const Run run = check_rows(300, 40);
    CHECK_THAT(run, launched(1));
    CHECK_THAT(run, copied(0, host_to_device));
    CHECK_THAT(run, TookLittle());
    CHECK_THAT(run, ByTheLibrary());
    const Run long_rows = check_rows(2, 100'000);
    CHECK_THAT(long_rows, reads_once(4.0 * 200'000));
}

TEST_CASE("5: place_of_largest_difference", "[weight:2]") {
    check_place("one place", pairs(1000, {700}, 500));
    check_place("the first place", pairs(1000, {0}, -500));
    check_place("several places", pairs(5000, {4000, 1234, 1235, 4999}, -500));
    check_place("several places, with either sign", [] {
        Pairs x = pairs(3000, {2000}, 500);
        x.b[100] = x.a[100] - 500;
        return x;
    }());
    check_place("all are equal", {Floats(900, 7), Floats(900, 7)});
    for (const std::size_t n : {0, 1, 33, 1025, 100'003}) check_place("by chance", pairs(n, {}, 0));
}

TEST_CASE("5: no array of differences") {
    const std::size_t n = 100'000;
    const Pairs x = pairs(n, {}, 0);
    const Run run = WORKBOOK_RUN(place_of_largest_difference, device_in(x.a), device_in(x.b), n);
    REQUIRE_THAT(run, completed());
    CHECK_THAT(run, TookLittle());
    CHECK_THAT(run, copied(0, device_to_device) && copied(0, host_to_device));
    CHECK_THAT(run, FetchedOneResult());
    CHECK_THAT(run, ByTheLibrary());
    CHECK_THAT(run, reads_once(8.0 * n));
}

WORKBOOK_GAIN(gain) {
    const std::size_t n = gain.size(100'000, 1 << 26);
    const Pairs x = pairs(n, {}, 0);
    float largest = 0;
    gain.about("largest_difference() of ", n, " pairs");
    WORKBOOK_GAIN_CALL(gain, largest_difference, device_in(x.a), device_in(x.b), n,
                       device_out<float>(1));
    gain.beside("A loop", [&] {
        for (std::size_t i = 0; i < n; ++i) largest = std::max(largest, distance(x.a[i], x.b[i]));
    });
    if (gain.on_gpu()) return;
    const std::uint64_t own = gain.count("global_load_bytes") + gain.count("global_store_bytes");
    gain.say("The library's kernels moved ", in_bytes(own), ".");
    const std::uint64_t naive = 16 * n;
    gain.say("With an array of differences, written and read, it would be ", in_bytes(naive), ", ",
             times_as(naive, own, "much"), ", and ", in_bytes(4 * n), " of memory.");
}
