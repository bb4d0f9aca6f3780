// `workbook board`, and no word at all: all lessons at a glance.
#include "cli/board.hpp"

#include "cli/commands/command_line.hpp"
#include "cli/lesson_report.hpp"
#include "cli/progress.hpp"
#include "cli/state.hpp"

#include <algorithm>

namespace workbook::cli {

int show_board(const CommandLine& line) {
    const Course course = line.open_course();
    print(tree_banner(course));
    GradeOptions grading = line.grade;
    grading.on_progress = progress_on_stderr();
    const auto results = grade_lessons(course, select_lessons(course, {}), grading);
    remember(course, results);
    print(board(course, results));
    const bool graded =
        std::ranges::none_of(results, [](const Result& r) { return r.verdict == grader_error; });
    return graded ? 0 : exit_not_passed;
}

void add_board(CommandLine& line) {
    line.app.add_subcommand("board", "all lessons at a glance")->callback([&line] {
        line.action = [&line] { return show_board(line); };
    });
}

} // namespace workbook::cli
