#include "cli/commands/open.hpp"

#include <memory>
#include <utility>

namespace workbook::cli {

void declare_open(CommandLine& line, std::function<int(const OpenOptions&)> action) {
    const auto options = std::make_shared<OpenOptions>();
    auto& command = *line.app.add_subcommand(
        "open", "the workbook as a page in a browser, beside the editor (docs/open.md)");
    command.add_option("lesson", options->lesson, "name or number; where you were if not given");
    command.add_option("--port", options->port, "of this machine; the system chooses if not given")
        ->check(CLI::Range(1, 65535));
    command.callback([&line, options, action = std::move(action)] {
        line.action = [options, action] { return action(*options); };
    });
}

} // namespace workbook::cli
