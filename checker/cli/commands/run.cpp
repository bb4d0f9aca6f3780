// `workbook run`: any CUDA program on the virtual GPU.
#include "cli/commands/command_line.hpp"
#include "cli/run_program.hpp"
#include "wire/checks.hpp"
#include "wire/profiles.hpp"

#include <string_view>

namespace workbook::cli {
namespace {

void add_options(CLI::App& command, RunOptions& run) {
    command.add_option("--profile", run.profile, "the card that the virtual GPU stands for")
        ->check(
            CLI::IsMember(std::vector<std::string>(wire::profiles.begin(), wire::profiles.end())));
    command.add_option("--checks", run.checks,
                       "all, none, or some of " +
                           wire::check_names([](const wire::Check&) { return true; }));
    command
        .add_option("--seed", run.seed, "permutes the order of blocks and warps; 0: fixed order")
        ->check(CLI::NonNegativeNumber);
    command.add_option("--devices", run.devices, "how many virtual GPUs there are")
        ->check(CLI::Range(1, wire::most_devices));
    command.add_option("--memory", run.memory, "of each, such as 512M or 2G");
    command
        .add_option("--error-exitcode", run.error_exit_code,
                    "the exit code if an error was reported, instead of the program's")
        ->check(CLI::Range(1, 255));
    command
        .add_option("--only", run.only,
                    "report only races and uninitialised reads in kernels, functions or files "
                    "whose name holds this; * is any text, ^ and $ are the ends; may be repeated")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    command
        .add_option("--suppressions", run.suppressions,
                    "a file of reports that are not wanted, lines such as racecheck:PATTERN")
        ->check(CLI::ExistingFile);
    command.add_flag("--all-frames", run.all_frames,
                     "name each inlined function of a library's headers in reports");
    command.add_flag("--gpu", run.gpu, "on a GPU instead, with NVIDIA's runtime");
}

} // namespace

int own_argument_count(int count, char** values) {
    bool is_value = false; // of the option before it: `--build FOLDER`
    bool runs = false;
    for (int i = 1; i < count; ++i) {
        const std::string_view word = values[i];
        if (word.starts_with('-')) {
            const bool is_flag =
                word == "--gpu" || word == "--all-frames" || word == "--help" || word == "-h";
            is_value = !is_flag && word.find('=') == std::string_view::npos;
        } else if (is_value) {
            is_value = false;
        } else if (runs) {
            return i;
        } else if (word == "run") {
            runs = true;
        } else {
            return count;
        }
    }
    return count;
}

void add_run(CommandLine& line) {
    const auto options = std::make_shared<RunOptions>();
    auto& command = *line.app.add_subcommand(
        "run", "any CUDA program on the virtual GPU: run [OPTIONS] PROGRAM [ARGUMENTS]");
    add_options(command, *options);
    command.callback([&line, options] {
        line.action = [&line, options]() -> int {
            return run_program(line.open_whole_course(), *options, line.program);
        };
    });
}

} // namespace workbook::cli
