// Command lines as a build wrote them down for a shell, taken apart.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace workbook::cli {

// The words of a POSIX shell's command: quotes and backslashes are taken off; nothing is expanded.
std::vector<std::string> shell_words(std::string_view command);

} // namespace workbook::cli
