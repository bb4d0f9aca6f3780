#include "cli/course.hpp"

#include "example_course.hpp"
#include "temporary_folder.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

using namespace workbook::cli;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

TEST_CASE("lessons are named by name, number, or what is behind the number") {
    const auto course = example_course();
    for (const std::string word : {"03_port", "03", "3", "port"}) {
        const auto selected = select_lessons(course, {word});
        REQUIRE(selected.size() == 1);
        CHECK(selected[0]->name == "03_port");
    }
}

TEST_CASE("the order is the course's, and no word means all") {
    const auto course = example_course();
    const auto selected = select_lessons(course, {"28", "02"});
    REQUIRE(selected.size() == 2);
    CHECK(selected[0]->name == "02_add");
    CHECK(select_lessons(course, {}).size() == 3);
}

TEST_CASE("an unknown lesson is answered with the known ones") {
    CHECK_THROWS_MATCHES(
        select_lessons(example_course(), {"99_none"}), UserError,
        MessageMatches(ContainsSubstring("99_none") && ContainsSubstring("02_add")));
}

TEST_CASE("a path is shown relative to the course, if it lies in it") {
    const auto course = example_course();
    CHECK(shown_path(course, "/course/exercises/a.cu") == "exercises/a.cu");
    CHECK(shown_path(course, "/elsewhere/a.cu") == "/elsewhere/a.cu");
}

TEST_CASE("without lessons.json, or with a damaged one, it is said what to do") {
    const TemporaryFolder folder;
    CHECK_THROWS_MATCHES(read_course(folder.path()), UserError,
                         MessageMatches(ContainsSubstring("cmake --preset learner")));
    for (const std::string text : {"", "{", "{}", "[]", R"({"tree": 3})"}) {
        folder.write("lessons.json", text);
        CHECK_THROWS_MATCHES(read_course(folder.path()), UserError,
                             MessageMatches(ContainsSubstring("damaged")));
    }
}
