// `workbook doctor`: what this machine has and lacks, by checker/setup/doctor.sh.
#include "cli/commands/command_line.hpp"

#include <unistd.h>

namespace workbook::cli {
namespace {

// A shell script, because it is asked most where nothing could be built yet; the launcher runs it
// without this program.
int run_doctor(const CommandLine& line) {
    const Course course = line.open_whole_course();
    const auto script = course.root / "checker" / "setup" / "doctor.sh";
    execlp("sh", "sh", script.c_str(), course.root.c_str(), nullptr);
    throw UserError("sh could not be started.");
}

} // namespace

void add_doctor(CommandLine& line) {
    auto& command =
        *line.app.add_subcommand("doctor", "what this machine has, and what to do about the rest");
    command.callback([&line] { line.action = [&line] { return run_doctor(line); }; });
}

} // namespace workbook::cli
