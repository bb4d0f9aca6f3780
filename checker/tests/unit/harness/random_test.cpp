// Tests of harness/random.hpp.
#include "harness/random.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

using namespace workbook;

namespace {

void begin(std::uint64_t seed, std::string_view name = "case") {
    random_source::set_seed(seed);
    random_source::begin_case(name);
}

} // namespace

TEST_CASE("a seed repeats its numbers, another one does not") {
    begin(1);
    const auto first = random_integers<int>(100, -1000, 1000);
    begin(1);
    CHECK(random_integers<int>(100, -1000, 1000) == first);
    begin(2);
    CHECK(random_integers<int>(100, -1000, 1000) != first);
    begin(1, "another case");
    CHECK(random_integers<int>(100, -1000, 1000) != first);
}

TEST_CASE("each draw is new") {
    begin(1);
    CHECK(random_integers<int>(50, 0, 1'000'000) != random_integers<int>(50, 0, 1'000'000));
}

TEST_CASE("the numbers are the same on every machine") {
    // xoshiro256** seeded with splitmix64(0): the reference implementation's first outputs.
    Generator generator(0);
    CHECK(generator.next() == 0x99ec5f36cb75f2b4);
    CHECK(generator.next() == 0xbf6e1f784956452a);
}

TEST_CASE("integers reach both ends and nothing beyond") {
    begin(3);
    const auto dice = random_integers<int>(2000, 1, 6);
    CHECK(std::set<int>(dice.begin(), dice.end()) == std::set<int>{1, 2, 3, 4, 5, 6});
    const auto bytes = random_integers<std::int8_t>(5000, -128, 127);
    CHECK(*std::min_element(bytes.begin(), bytes.end()) == -128);
    CHECK(*std::max_element(bytes.begin(), bytes.end()) == 127);
    using Limits = std::numeric_limits<std::int64_t>;
    const auto wide = random_integers<std::int64_t>(1000, Limits::min(), Limits::max());
    CHECK(std::any_of(wide.begin(), wide.end(), [](std::int64_t value) { return value < 0; }));
    CHECK(std::any_of(wide.begin(), wide.end(), [](std::int64_t value) { return value > 0; }));
    const auto one = random_integers<unsigned>(10, 7, 7);
    CHECK(std::count(one.begin(), one.end(), 7u) == 10);
}

TEST_CASE("reals stay below the upper end, after rounding too") {
    begin(4);
    const auto values = random_reals<float>(100'000, -12.0, 12.0);
    CHECK(*std::min_element(values.begin(), values.end()) >= -12.0f);
    CHECK(*std::max_element(values.begin(), values.end()) < 12.0f);
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / 1e5;
    CHECK(std::abs(mean) < 0.15); // 7 standard errors
}

TEST_CASE("normals have the mean and deviation asked for") {
    begin(5);
    const auto values = random_normals<double>(100'000, 3.0, 2.0);
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / 1e5;
    double squares = 0;
    for (const double value : values) squares += (value - mean) * (value - mean);
    CHECK(std::abs(mean - 3.0) < 0.05);
    CHECK(std::abs(std::sqrt(squares / 1e5) - 2.0) < 0.05);
}

TEST_CASE("a permutation holds every number once") {
    begin(6);
    auto values = random_permutation(1000);
    CHECK_FALSE(std::is_sorted(values.begin(), values.end()));
    std::sort(values.begin(), values.end());
    for (std::size_t i = 0; i < values.size(); ++i) REQUIRE(values[i] == i);
    CHECK(random_permutation(0).empty());
}

TEST_CASE("no numbers at all") {
    begin(7);
    CHECK(random_integers<int>(0, 0, 1).empty());
    CHECK(random_reals<float>(0, 0, 1).empty());
    CHECK(awkward_sizes().front() == 0);
    CHECK(awkward_sizes().back() > (1u << 20));
}
