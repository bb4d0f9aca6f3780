// A whole check program, run by check_test.cpp with honest and dishonest learners.
#include "hostile.hpp"

#include "harness/harness.hpp"

#include <cstdlib>

using namespace workbook;

namespace {

// Which deed the learner commits; -1: it is honest.
int deed() {
    const char* text = std::getenv("WORKBOOK_REDTEAM_DEED");
    return text ? std::atoi(text) : -1;
}

std::vector<int> incremented(std::vector<int> values) {
    for (int& value : values) ++value;
    return values;
}

} // namespace

TEST_CASE("honest part", "[weight:1]") {
    const auto values = random_integers<int>(100, 0, 1000);
    const Run run = WORKBOOK_RUN(increment, in(values), out<int>(values.size()), values.size());
    REQUIRE_THAT(run, completed());
    CHECK_THAT(run, output_equals(1, incremented(values)));
}

TEST_CASE("part under attack", "[weight:3]") {
    const auto values = random_integers<int>(100, 0, 1000);
    const Run run =
        deed() < 0 ? WORKBOOK_RUN(increment, in(values), out<int>(values.size()), values.size())
                   : WORKBOOK_RUN(misbehave, Deed{deed()}, in(values), out<int>(values.size()),
                                  values.size());
    REQUIRE_THAT(run, completed());
    CHECK_THAT(run, output_equals(deed() < 0 ? 1 : 2, incremented(values)));
}
