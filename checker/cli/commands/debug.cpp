// `workbook debug`: the command lines for looking at a lesson with gdb, compute-sanitizer and
// others.
#include "cli/debug.hpp"

#include "cli/commands/command_line.hpp"

namespace workbook::cli {
namespace {

int show_debug_lines(const CommandLine& line, const std::string& word) {
    const Course course = line.open_course();
    const Lesson& lesson = *select_lessons(course, {word}).front();
    const RecordedCall call = record_call(course, lesson, line.grade);
    print(debug_report(course, lesson, call, find_debug_tools(course)));
    return 0;
}

} // namespace

void add_debug(CommandLine& line) {
    const auto lesson = std::make_shared<std::string>();
    auto& command = *line.app.add_subcommand(
        "debug", "a lesson's command lines for gdb, cuda-gdb, compute-sanitizer and ncu");
    command.add_option("lesson", *lesson, "name or number")->required();
    command.callback([&line, lesson] {
        line.action = [&line, lesson] { return show_debug_lines(line, *lesson); };
    });
}

} // namespace workbook::cli
