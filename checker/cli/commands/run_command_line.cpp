// Reads the command line, does what it asks for, and says how that went.
#include "cli/commands/command_line.hpp"
#include "cli/interrupt.hpp"
#include "cli/private_folder.hpp"
#include "cli/suggestion.hpp"

#include <cstdio>
#include <exception>
#include <random>

namespace workbook::cli {
namespace {

// What a full disk has swallowed must not look like a report.
int after_output(int code) {
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
    std::fprintf(stderr, "workbook: not all of the output could be written: is the disk full?\n");
    return code == 0 ? exit_user_error : code;
}

// What was mistyped, where a word stands in the place of a command; "" for any other mistake.
std::string wrong_command(const CLI::App& app) {
    const auto words = app.remaining();
    if (!app.get_subcommands().empty() || words.empty() || words.front().starts_with('-'))
        return "";
    std::vector<std::string> commands;
    for (const CLI::App* command : app.get_subcommands({})) commands.push_back(command->get_name());
    return suggestion(words, commands);
}

} // namespace

int run_command_line(int argument_count, char** argument_values,
                     const std::vector<void (*)(CommandLine&)>& commands) {
    settle_temporary_folder();
    CommandLine line;
    line.grade.seed = std::random_device()();
    line.app.require_subcommand(0, 1);
    line.app.add_option("--build", line.build, "build folder; the program's own if not given");
    line.app.add_option("--tree", line.tree, "refuse to grade any tree but this one")
        ->check(CLI::IsMember({"exercises", "solutions"}));
    line.app.add_option("--track", line.track,
                        "only the lessons of a shorter way through the course: fast");
    line.app.fallthrough();
    line.app
        .add_option("--device", line.grade.device,
                    "what to run on: a GPU if there is one (auto); grade takes the virtual "
                    "GPU then, and the values of both")
        ->envname("WORKBOOK_DEVICE")
        ->check(CLI::IsMember({"auto", "gpu", "virtual"}));
    line.app.add_option("--seed", line.grade.seed, "repeats a run; new each time if not given")
        ->envname("WORKBOOK_SEED");
    for (const auto add : commands) add(line);

    // What stands behind `run PROGRAM` is the program's, whatever it looks like.
    const int own = own_argument_count(argument_count, argument_values);
    try {
        line.app.parse(own, argument_values);
    } catch (const CLI::ExtrasError& error) {
        const std::string meant = wrong_command(line.app);
        if (meant.empty())
            line.app.exit(error);
        else
            std::fprintf(stderr, "workbook: %s\n", meant.c_str());
        return exit_user_error;
    } catch (const CLI::ParseError& error) { // also how --help ends, with 0
        return line.app.exit(error) == 0 ? 0 : exit_user_error;
    }
    line.arguments = argument_values;
    line.program.assign(argument_values + own, argument_values + argument_count);
    catch_interrupts();
    try {
        return after_output(line.action());
    } catch (const Interrupted& interrupted) {
        end_children();
        return interrupted.exit_code();
    } catch (const UserError& error) {
        std::fprintf(stderr, "workbook: %s\n", error.what());
        return exit_user_error;
    } catch (const std::exception& error) { // a file or a folder that no code here expects
        end_children();
        std::fprintf(stderr, "workbook: this could not be done: %s\n", error.what());
        return exit_user_error;
    }
}

} // namespace workbook::cli
