// A whole check program, run by check_test.cpp with honest and dishonest learners.
#include "hostile.hpp"

#include "harness/harness.hpp"

#include <cstdlib>
#include <memory>

using namespace workbook;

namespace {

// Which action the learner commits; -1: it is honest.
int action() {
    const char* text = std::getenv("WORKBOOK_REDTEAM_ACTION");
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
    // A checker that is led to take more memory than there may be.
    if (action() == -2) CHECK(std::unique_ptr<char[]>(new char[std::size_t{5} << 30]) != nullptr);
    const auto values = random_integers<int>(100, 0, 1000);
    const Run run =
        action() < 0 ? WORKBOOK_RUN(increment, in(values), out<int>(values.size()), values.size())
                     : WORKBOOK_RUN(misbehave, HostileAction{action()}, in(values),
                                    out<int>(values.size()), values.size());
    REQUIRE_THAT(run, completed());
    CHECK_THAT(run, output_equals(action() < 0 ? 1 : 2, incremented(values)));
}
