// `workbook reset`: puts a lesson's file back as it was handed out; what it replaces is kept.
#include "cli/commands/command_line.hpp"
#include "cli/state.hpp"
#include "cli/stubs.hpp"

#include <fmt/core.h>

#include <cstdio>

namespace workbook::cli {
namespace {

int reset_lessons(const CommandLine& line, const std::vector<std::string>& words) {
    const Course course = line.open_course();
    int exit_code = 0;
    for (const Lesson* lesson : select_lessons(course, words)) {
        try { // one that cannot be reset is not in the way of the others
            const auto kept = reset_stub(course, *lesson);
            print(fmt::format("{} is as it was handed out.\n", shown_path(course, lesson->stub)));
            if (!kept.empty())
                print(fmt::format("  What it was is kept: {}\n", shown_path(course, kept)));
            change_state(course, [&](State& state) { state.passed.erase(lesson->name); });
        } catch (const UserError& error) {
            std::fprintf(stderr, "workbook: %s\n", error.what());
            exit_code = exit_user_error;
        }
    }
    return exit_code;
}

} // namespace

void add_reset(CommandLine& line) {
    const auto lessons = std::make_shared<std::vector<std::string>>();
    auto& command = *line.app.add_subcommand(
        "reset", "put a lesson's file back as it was handed out; what it replaces is kept");
    command.add_option("lesson", *lessons, "names or numbers")->required();
    command.callback([&line, lessons] {
        line.action = [&line, lessons] { return reset_lessons(line, *lessons); };
    });
}

} // namespace workbook::cli
