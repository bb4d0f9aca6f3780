// A hidden case of lesson 03, for the attacks that look for one.
#include "square_port.hpp"

#include "harness/harness.hpp"

using namespace workbook;

TEST_CASE("23 numbers") {
    const auto input = random_integers<std::int64_t>(23, -1000, 1000);
    auto expected = input;
    for (std::int64_t& value : expected) value *= value;
    const Run run = WORKBOOK_RUN(square, in(input), out<std::int64_t>(23), input.size());
    REQUIRE_THAT(run, completed());
    REQUIRE_THAT(run, output_equals(1, expected));
    REQUIRE_THAT(run, launched(1));
}
