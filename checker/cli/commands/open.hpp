// The words of `open`, in two programs: `workbook`, and beside it `workbook_pages`, which does what
// they ask for. Its libraries are built for those who want pages, and for no one else.
#pragma once

#include "cli/commands/command_line.hpp"

#include <functional>
#include <string>

namespace workbook::cli {

struct OpenOptions {
    std::string lesson; // empty: the one where you were
    int port = 0;       // 0: the system chooses
};

void declare_open(CommandLine& line, std::function<int(const OpenOptions&)> action);

} // namespace workbook::cli
