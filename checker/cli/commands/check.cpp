// `workbook check`: builds and checks lessons, and says what is wrong with them.
#include "cli/commands/command_line.hpp"
#include "cli/lesson_report.hpp"
#include "cli/progress.hpp"
#include "cli/state.hpp"

#include <algorithm>
#include <limits>

namespace workbook::cli {
namespace {

struct CheckOptions {
    std::vector<std::string> lessons;
    std::string format = "console";
    bool all_messages = false;
};

int check(const CommandLine& line, const CheckOptions& options) {
    constexpr std::size_t usual_messages = 3; // of a lesson
    const Course course = line.open_course();
    const auto lessons = select_lessons(course, options.lessons);
    const bool json = options.format == "json";
    if (!json) print(tree_banner(course));
    GradeOptions grading = line.grade;
    grading.broken_stubs = !options.lessons.empty(); // its name was given: it is asked for
    grading.gain = !options.lessons.empty() && !json;
    grading.on_progress = progress_on_stderr();
    grading.on_early_finding = grading.on_progress;
    const auto results = grade_lessons(course, lessons, grading);
    remember(course, results);
    const auto most =
        options.all_messages ? std::numeric_limits<std::size_t>::max() : usual_messages;
    print(json ? json_report(results) : check_report(course, results, most));
    const bool all_passed =
        std::ranges::all_of(results, [](const Result& r) { return r.verdict == passed; });
    return all_passed ? 0 : exit_not_passed;
}

} // namespace

void add_check(CommandLine& line) {
    const auto options = std::make_shared<CheckOptions>();
    auto& command = *line.app.add_subcommand("check", "check lessons and say what is wrong");
    command.add_option("lesson", options->lessons, "names or numbers; all if none is given");
    command.add_option("--format", options->format)->check(CLI::IsMember({"console", "json"}));
    command.add_flag("--all", options->all_messages, "every message, not only the first");
    command.callback(
        [&line, options] { line.action = [&line, options] { return check(line, *options); }; });
}

} // namespace workbook::cli
