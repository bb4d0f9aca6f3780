// `workbook solution`: a lesson's solution after a pass, or what differs between it and the
// student's file.
#include "cli/commands/command_line.hpp"
#include "cli/files.hpp"
#include "cli/line_diff.hpp"
#include "cli/progress.hpp"
#include "cli/state.hpp"
#include "cli/terminal.hpp"

#include <fmt/core.h>

namespace workbook::cli {
namespace {

struct SolutionOptions {
    std::string lesson;
    bool anyway = false;
    bool diff = false;
};

// A remembered pass may be that of an earlier text, so the file is checked as it is now.
bool passes_as_it_is(const CommandLine& line, const Course& course, const Lesson& lesson) {
    GradeOptions grading = line.grade;
    grading.on_progress = progress_on_stderr();
    const auto results = grade_lessons(course, {&lesson}, grading);
    remember(course, results);
    if (results.front().verdict == passed) return true;
    print(fmt::format("{} as it is: {}. A solution teaches most after one's own.\n"
                      "  What is wrong:   ./workbook check {}\n"
                      "  What may help:   ./workbook hint {}\n"
                      "  The solution:    ./workbook solution {} --anyway\n",
                      shown_path(course, lesson.stub), spoken(results.front().verdict), lesson.name,
                      lesson.name, lesson.name));
    return false;
}

int show_solution(const CommandLine& line, const SolutionOptions& options) {
    const Course course = line.open_course();
    const Lesson& lesson = *select_lessons(course, {options.lesson}).front();
    const auto solution = file_text(lesson.solution);
    if (!solution) {
        throw UserError(fmt::format("{} is missing: this course came without it.",
                                    shown_path(course, lesson.solution)));
    }
    const bool to_check = !options.anyway && course.tree == "exercises";
    if (to_check && !passes_as_it_is(line, course, lesson)) return exit_not_passed;
    print(coloured(Colour::bold, shown_path(course, lesson.solution)) + "\n\n");
    if (!options.diff) {
        print(*solution);
        return 0;
    }
    const auto own = file_text(lesson.stub);
    if (!own) throw UserError(shown_path(course, lesson.stub) + " cannot be read.");
    print(fmt::format("--- {}\n+++ {}\n", shown_path(course, lesson.stub),
                      shown_path(course, lesson.solution)) +
          coloured_diff(line_diff(*own, *solution)));
    return 0;
}

} // namespace

void add_solution(CommandLine& line) {
    const auto options = std::make_shared<SolutionOptions>();
    auto& command = *line.app.add_subcommand("solution", "a lesson's solution, after a pass");
    command.add_option("lesson", options->lesson, "name or number")->required();
    command.add_flag("--anyway", options->anyway, "also without a pass");
    command.add_flag("--diff", options->diff, "what differs between your file and the solution");
    command.callback([&line, options] {
        line.action = [&line, options] { return show_solution(line, *options); };
    });
}

} // namespace workbook::cli
