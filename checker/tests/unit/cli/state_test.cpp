// Tests of cli/state.hpp.
#include "cli/state.hpp"

#include "cli/files.hpp"
#include "cli/last_passing.hpp"

#include "example_course.hpp"
#include "temporary_folder.hpp"

#include <catch2/catch_test_macros.hpp>

#include <chrono>
#include <thread>

using namespace workbook::cli;

namespace {

Result verdict_on(const std::string& name, const std::string& verdict) {
    Result result;
    result.lesson = name;
    result.verdict = verdict;
    return result;
}

} // namespace

TEST_CASE("without a file nothing is remembered, and nothing is made by reading") {
    const TemporaryFolder folder;
    CHECK(read_state(example_course(folder.path())) == State{});
    CHECK_FALSE(std::filesystem::exists(folder.path() / ".workbook"));
}

TEST_CASE("what is written is read again") {
    const TemporaryFolder folder;
    const Course course = example_course(folder.path());
    const State state{"03_port", {{"03_port", 2}, {"02_add", 1}}, {"02_add"}};
    write_state(course, state);
    CHECK(read_state(course) == state);
    write_state(course, State{});
    CHECK(read_state(course) == State{});
    // Nothing but the file itself stays behind.
    const std::filesystem::directory_iterator begin(folder.path() / ".workbook");
    CHECK(std::distance(begin, std::filesystem::directory_iterator()) == 1);
}

TEST_CASE("damaged lines are left out, the others count") {
    const TemporaryFolder folder;
    const Course course = example_course(folder.path());
    folder.write(".workbook/state", "current\n"
                                    "passed 02_add\n"
                                    "passed \n"
                                    "passed two words\n"
                                    "hints 02_add\n"
                                    "hints -1 02_add\n"
                                    "hints 99999999999999999999 02_add\n"
                                    "hints 2x 02_add\n"
                                    "hints 2 03_port\n"
                                    "score 100\n" +
                                        std::string("\0\0\0\x1b[2J\n", 8) +
                                        "# a comment\n\ncurrent 03_port");
    CHECK(read_state(course) == State{"03_port", {{"03_port", 2}}, {"02_add"}});
}

TEST_CASE("a name that would damage the file is not written") {
    const TemporaryFolder folder;
    const Course course = example_course(folder.path());
    write_state(course, {"a\npassed 02_add", {{"b c", 1}, {"d", 0}}, {"", "e"}});
    CHECK(read_state(course) == State{"", {}, {"e"}});
}

TEST_CASE("where it cannot be written, nothing but the memory is lost") {
    const TemporaryFolder folder;
    folder.write(".workbook", "a file in the folder's place");
    const Course course = example_course(folder.path());
    const State state = change_state(course, [](State& changed) { changed.current = "02_add"; });
    CHECK(state.current == "02_add");
    CHECK(read_state(course) == State{});
}

TEST_CASE("two at once lose nothing of each other's") {
    const TemporaryFolder folder;
    const Course course = example_course(folder.path());
    const auto count = [&](const std::string& lesson) {
        for (int i = 0; i < 20; ++i)
            change_state(course, [&](State& state) { ++state.hints_shown[lesson]; });
    };
    std::thread other(count, "02_add");
    count("03_port");
    other.join();
    CHECK(read_state(course).hints_shown ==
          std::map<std::string, int>{{"02_add", 20}, {"03_port", 20}});
}

TEST_CASE("a lesson has passed if it did so when it was last checked") {
    const TemporaryFolder folder;
    Course course = example_course(folder.path());
    remember(course, {verdict_on("02_add", passed), verdict_on("03_port", "fault"),
                      verdict_on("28_reverse", passed)});
    CHECK(read_state(course).passed == std::set<std::string>{"02_add", "28_reverse"});
    remember(course, {verdict_on("02_add", grader_error), verdict_on("28_reverse", "skipped")});
    CHECK(read_state(course).passed == std::set<std::string>{"02_add"});
    course.tree = "solutions";
    remember(course, {verdict_on("02_add", "fault"), verdict_on("03_port", passed)});
    CHECK(read_state(course).passed == std::set<std::string>{"02_add"});
}

TEST_CASE("the file that passed last is kept until another passes") {
    using namespace std::chrono_literals;
    const TemporaryFolder folder;
    Course course = example_course(folder.path());
    Lesson& lesson = course.lessons.front();
    lesson.learner = folder.path() / "build/learner";
    const std::string file = "exercises/01_first/02_add/add.cu";
    const auto kept = folder.path() / ".workbook/passed/02_add.cu";
    const auto save = [&](const std::string& text) {
        folder.write(file, text);
        folder.write("build/learner", "a program");
    };

    CHECK(other_passing(course, lesson).empty());
    save("right");
    remember(course, {verdict_on("02_add", passed)});
    CHECK(other_passing(course, lesson).empty()); // it is the file
    save("wrong");
    remember(course, {verdict_on("02_add", "fault")});
    REQUIRE(other_passing(course, lesson) == kept);
    CHECK(file_text(kept) == "right");

    // A text that was saved while the program before it was checked has not passed.
    std::filesystem::last_write_time(lesson.source,
                                     std::filesystem::last_write_time(lesson.learner) + 1s);
    remember(course, {verdict_on("02_add", passed)});
    CHECK(file_text(kept) == "right");

    save("better");
    remember(course, {verdict_on("02_add", passed), verdict_on("03_port", passed)});
    CHECK(file_text(kept) == "better");
    CHECK(other_passing(course, lesson).empty());
}

TEST_CASE("a pass of the file that is kept already is the last one") {
    using namespace std::chrono_literals;
    const TemporaryFolder folder;
    Course course = example_course(folder.path());
    course.lessons.front().learner = folder.path() / "build/learner";
    folder.write("exercises/01_first/02_add/add.cu", "right");
    folder.write("build/learner", "a program");
    folder.write(".workbook/passed/02_add.cu", "right");
    const auto kept = folder.path() / ".workbook/passed/02_add.cu";
    const auto before = std::filesystem::last_write_time(kept) - 1h;
    std::filesystem::last_write_time(kept, before);
    remember(course, {verdict_on("02_add", passed)});
    CHECK(std::filesystem::last_write_time(kept) > before);
}
