// `workbook list`: the lessons and what has passed, without building or running any.
#include "cli/list.hpp"

#include "cli/commands/command_line.hpp"

namespace workbook::cli {
namespace {

int show_list(const CommandLine& line, const ListFilter& filter) {
    const Course course = line.open_course();
    const State state = read_state(course);
    const auto lessons = filtered(course, filter, state);
    print(lessons.empty() ? "No lesson is like that.\n" : list_report(course, lessons, state));
    return lessons.empty() ? exit_not_passed : 0;
}

} // namespace

void add_list(CommandLine& line) {
    const auto filter = std::make_shared<ListFilter>();
    auto& command = *line.app.add_subcommand("list", "the lessons, without running any");
    command.add_option("word", filter->words, "only lessons with all these words in them");
    auto& done = *command.add_flag("--done", filter->done, "only what has passed");
    command.add_flag("--pending", filter->pending, "only what has not")->excludes(&done);
    command.callback(
        [&line, filter] { line.action = [&line, filter] { return show_list(line, *filter); }; });
}

} // namespace workbook::cli
