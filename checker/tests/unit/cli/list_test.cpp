// Tests of cli/list.hpp.
#include "cli/list.hpp"

#include "example_course.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace workbook::cli;

namespace {

std::string names(const ListFilter& filter) {
    const Course course = example_course();
    std::string text;
    for (const Lesson* lesson : filtered(course, filter, State{"", {}, {"02_add"}}))
        text += lesson->name + " ";
    return text;
}

std::string report(const Course& course, const State& state) {
    return list_report(course, filtered(course, {}, state), state);
}

} // namespace

TEST_CASE("the list names what comes before a lesson, and marks what has passed") {
    Course course = example_course();
    const State state{"", {}, {"02_add"}};
    const auto text = report(course, state);
    CHECK(text.find("[+] 02_add") < text.find("[ ] 03_port"));
    CHECK(text.find("exercises/01_first/03_port, after 02_add") != std::string::npos);
    course.tree = "solutions"; // whose passes are not the student's
    CHECK(report(course, state).find('[') == std::string::npos);
}

TEST_CASE("the list can be searched") {
    CHECK(names({}) == "02_add 03_port 28_reverse ");
    CHECK(names({{}, true, false}) == "02_add ");
    CHECK(names({{}, false, true}) == "03_port 28_reverse ");
    CHECK(names({{"FIRST"}, false, false}) == "02_add 03_port ");
    CHECK(names({{"first", "port"}, false, false}) == "03_port ");
    CHECK(names({{"28"}, true, false}).empty());
}
