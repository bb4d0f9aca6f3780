// `workbook selfcheck`: whether stubs, solutions and READMEs are in order; accepts stubs as they
// are.
#include "cli/selfcheck.hpp"

#include "cli/commands/command_line.hpp"
#include "cli/contracts.hpp"
#include "cli/stubs.hpp"

#include <fmt/core.h>

namespace workbook::cli {
namespace {

struct Wanted {
    bool accept_stubs = false, contracts = false, handed_out = false;
    std::string translated; // a file
};

int check_lessons_themselves(const CommandLine& line, const Wanted& wanted) {
    const Course course = line.open_whole_course();
    if (wanted.contracts) {
        print(contracts_table(course));
        return 0;
    }
    if (wanted.accept_stubs) accept_stubs(course);
    if (!wanted.translated.empty()) accept_translation(course, wanted.translated);
    const auto complaints = selfcheck(course, wanted.handed_out);
    for (const auto& complaint : complaints) print(complaint + "\n");
    print(complaints.empty()
              ? fmt::format("{} lessons are in order\n", course.lessons.size())
              : fmt::format("{} to mend\n", complaints.size() == 1
                                                ? "1 thing"
                                                : fmt::format("{} things", complaints.size())));
    return complaints.empty() ? 0 : exit_not_passed;
}

} // namespace

void add_selfcheck(CommandLine& line) {
    const auto wanted = std::make_shared<Wanted>();
    auto& command =
        *line.app.add_subcommand("selfcheck", "whether stubs, solutions and READMEs are in order");
    command.add_flag("--accept-stubs", wanted->accept_stubs,
                     "record the stubs as they are as untouched");
    command.add_flag("--handed-out", wanted->handed_out,
                     "look at the stubs as they were handed out: the files in exercises/ are your "
                     "own work");
    command.add_flag("--contracts", wanted->contracts, "print which lesson has which contract");
    command.add_option("--translated", wanted->translated,
                       "record that this README.<language>.md is a translation of the README as "
                       "it is now");
    command.callback([&line, wanted] {
        line.action = [&line, wanted] { return check_lessons_themselves(line, *wanted); };
    });
}

} // namespace workbook::cli
