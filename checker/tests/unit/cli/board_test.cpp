// Tests of cli/board.hpp.
#include "cli/board.hpp"

#include "cli/lesson_report.hpp"
#include "example_course.hpp"

#include <catch2/catch_test_macros.hpp>
#include <fmt/core.h>

#include <limits>
#include <sstream>

using namespace workbook::cli;

namespace {

Result result(const std::string& lesson, const std::string& verdict, double points, double most) {
    Result made;
    made.lesson = lesson;
    made.verdict = verdict;
    made.points = points;
    made.max_points = most;
    made.tree = "exercises";
    made.seed = 7;
    return made;
}

std::vector<Result> some_results() {
    std::vector<Result> results{result("02_add", "passed", 2, 2),
                                result("03_port", "wrong_answer", 1.5, 3),
                                result("28_reverse", "not_started", 0, 4)};
    results[0].device = "Virtual GPU";
    results[1].device = "Virtual GPU";
    results[1].messages = {{"adds", "wrong_answer", "element 0 is 3, not 4\nsee the index",
                            "exercises/01_first/03_port/port.cu", 12}};
    return results;
}

} // namespace

TEST_CASE("the board, as it looks") {
    const auto course = example_course();
    CHECK(board(course, some_results()) == R"(
  01_first
  [+] 02_add                           passed                    2 /  2
  [x] 03_port                          wrong answer            1.5 /  3
  05_later
  [ ] 28_reverse                       not started               0 /  4

  [#######-------------] 1 of 3 lessons, 3.5 of 9 points, on Virtual GPU

  Work on next: 03_port
  Lesson port
  exercises/01_first/03_port/port.cu

  wrong answer in "adds"
    element 0 is 3, not 4
    see the index
    exercises/01_first/03_port/port.cu:12

  The whole report: ./workbook check 03_port
)");
}

TEST_CASE("no line of the board is wider than 80 columns") {
    auto results = some_results();
    results[1].messages[0].text =
        std::string(30, 'a') + " " + std::string(30, 'b') + " " + std::string(30, 'c') + " d";
    auto course = example_course();
    course.lessons[1].title = std::string(20, 't') + " " + std::string(70, 't');
    std::istringstream lines(board(course, results));
    for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 80);
}

TEST_CASE("a lesson whose needs have passed comes first, then any that has not passed") {
    const auto course = example_course();
    auto results = some_results();
    results[0].verdict = "fault";
    CHECK(next_to_work_on(course, results)->lesson == "02_add");
    for (auto& each : results) each.verdict = "passed";
    CHECK(next_to_work_on(course, results) == nullptr);
    CHECK(board(course, results).find("Every lesson has passed.") != std::string::npos);
}

TEST_CASE("long messages are cut on the board only") {
    auto results = some_results();
    results[1].messages[0].text = "line\n";
    for (int i = 0; i < 40; ++i) results[1].messages[0].text += "more\n";
    results[1].messages[0].text += "the end";
    CHECK(board(example_course(), results).find("the end") == std::string::npos);
    CHECK(board(example_course(), results).find("    ...\n") != std::string::npos);
    CHECK(check_report(example_course(), results, 1).find("the end") != std::string::npos);
}

TEST_CASE("of many messages the first are shown, and how to see the rest") {
    auto results = some_results();
    auto& messages = results[1].messages;
    messages.resize(5, messages[0]);
    messages[4].text = "the last";
    const auto few = check_report(example_course(), results, 3);
    CHECK(few.find("the last") == std::string::npos);
    CHECK(few.find("and 2 more messages: ./workbook check 03_port --all") != std::string::npos);
    CHECK(check_report(example_course(), results, 5).find("the last") != std::string::npos);
    const auto but_one = check_report(example_course(), results, 4);
    CHECK(but_one.find("and 1 more message: ./workbook") != std::string::npos);
}

TEST_CASE(
    "of what code printed that has passed the first lines are shown, and how to see the rest") {
    auto results = some_results();
    for (int line = 0; line < 40; ++line) results[1].printed += fmt::format("line {}\n", line);
    constexpr auto all = std::numeric_limits<std::size_t>::max();
    CHECK(check_report(example_course(), results, 3).find("line 39\n") != std::string::npos);
    results[1].verdict = "passed";
    const auto few = check_report(example_course(), results, 3);
    CHECK(few.find("    line 9\n    ... ./workbook check 03_port --all\n") != std::string::npos);
    CHECK(few.find("line 10\n") == std::string::npos);
    CHECK(check_report(example_course(), results, all).find("line 39\n") != std::string::npos);
    results[1].printed = "one line"; // without an end
    CHECK(check_report(example_course(), results, 3).find("    one line\n  ") != std::string::npos);
}

TEST_CASE("which tree is graded is said first") {
    auto course = example_course();
    CHECK(tree_banner(course) == "== Grading YOUR tree, exercises/ ==\n");
    course.tree = "solutions";
    CHECK(tree_banner(course).find("SOLUTIONS") != std::string::npos);
}
