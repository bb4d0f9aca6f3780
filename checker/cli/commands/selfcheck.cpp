#include "cli/selfcheck.hpp"

#include "cli/commands/command_line.hpp"
#include "cli/stubs.hpp"

#include <fmt/core.h>

namespace workbook::cli {
namespace {

int check_lessons_themselves(const CommandLine& line, bool accept) {
    const Course course = line.open_course();
    if (accept) accept_stubs(course);
    const auto complaints = selfcheck(course);
    for (const auto& complaint : complaints) print(complaint + "\n");
    print(complaints.empty() ? fmt::format("{} lessons are in order\n", course.lessons.size())
                             : fmt::format("{} things to mend\n", complaints.size()));
    return complaints.empty() ? 0 : exit_not_passed;
}

} // namespace

void add_selfcheck(CommandLine& line) {
    const auto accept = std::make_shared<bool>(false);
    auto& command =
        *line.app.add_subcommand("selfcheck", "whether stubs, solutions and READMEs are in order");
    command.add_flag("--accept-stubs", *accept, "record the stubs as they are as untouched");
    command.callback([&line, accept] {
        line.action = [&line, accept] { return check_lessons_themselves(line, *accept); };
    });
}

} // namespace workbook::cli
