#include "cli/commands/command_line.hpp"
#include "cli/report.hpp"

namespace workbook::cli {

void add_list(CommandLine& line) {
    auto& command = *line.app.add_subcommand("list", "the lessons, without running any");
    command.callback([&line] {
        line.action = [&line] {
            print(list_report(line.open_course()));
            return 0;
        };
    });
}

} // namespace workbook::cli
