// A lesson of the mini-course: the checks of double_all.
#include "double_all.hpp"

#include "harness/harness.hpp"

using namespace workbook;

TEST_CASE("double_all: 100 elements") {
    const auto data = random_integers<int>(100, 1, 1000);
    const Run run = WORKBOOK_RUN(double_all, device_inout(data), 100);
    REQUIRE_THAT(run, completed());
    auto expected = data;
    for (int& value : expected) value = 2 * value;
    CHECK_THAT(run, output_equals(0, expected));
}
