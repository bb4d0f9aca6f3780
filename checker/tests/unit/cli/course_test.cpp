// Tests of cli/course.hpp.
#include "cli/build.hpp"
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

TEST_CASE("an unknown lesson is answered with those of a similar name, or where all are") {
    const auto says = [](const std::string& word, const std::string& what) {
        CHECK_THROWS_MATCHES(
            select_lessons(example_course(), {word}), UserError,
            MessageMatches(ContainsSubstring("no lesson \"" + word + "\". " + what)));
    };
    says("99_none", "All of them: ./workbook list");
    says("por", "Did you mean: 03_port");
    auto many = example_course();
    many.lessons.resize(8, many.lessons[0]);
    CHECK_THROWS_MATCHES(select_lessons(many, {"2_ad"}), UserError,
                         MessageMatches(ContainsSubstring("All of them")));
}

TEST_CASE("a track leaves its lessons alone, in the course's order") {
    auto course = example_course();
    course.lessons[0].tracks = course.lessons[2].tracks = {"fast"};
    auto track = course;
    keep_track(track, "fast");
    REQUIRE(track.lessons.size() == 2);
    CHECK(track.lessons[0].name == "02_add");
    CHECK(track.lessons[1].name == "28_reverse");
    CHECK_THROWS_MATCHES(keep_track(course, "slow"), UserError,
                         MessageMatches(ContainsSubstring("The tracks are: fast")));
}

TEST_CASE("how far a build is, from what Ninja prints") {
    CHECK(build_progress("[1/60] Building a\n[2/60] Building b\n") == "2 of 60");
    CHECK(build_progress("[2/60] Building b\nwarning: [x]\n[3/6") == "2 of 60");
    CHECK(build_progress("ninja: no work to do.\n").empty());
    CHECK(build_progress("").empty());
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

TEST_CASE("a build folder that was moved is not used") {
    const TemporaryFolder folder;
    folder.write("lessons.json", R"({"build": "/elsewhere/build/learner"})");
    CHECK_THROWS_MATCHES(
        read_course(folder.path()), UserError,
        MessageMatches(ContainsSubstring("was configured as /elsewhere/build/learner, and") &&
                       ContainsSubstring("cmake --preset learner")));
    // By another name it is the same one.
    folder.write("lessons.json", R"({"build": ")" + (folder.path() / ".").string() + R"("})");
    CHECK_THROWS_MATCHES(read_course(folder.path()), UserError,
                         MessageMatches(ContainsSubstring("damaged")));
}
