// `workbook update`: takes a new version of the course in without touching the student's files.
#include "cli/update/update.hpp"

#include "cli/commands/command_line.hpp"

namespace workbook::cli {

void add_update(CommandLine& line) {
    const auto source = std::make_shared<std::string>();
    auto& command = *line.app.add_subcommand(
        "update", "take a new version of the course in; your files are not touched");
    command.add_option("source", *source,
                       "its folder or archive; if not given, the git remote upstream, else origin");
    command.callback([&line, source] {
        line.action = [&line, source] {
            const Course course = line.open_whole_course();
            print(update_report(course, update_course(course, *source)));
            return 0;
        };
    });
}

} // namespace workbook::cli
