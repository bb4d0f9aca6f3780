// A file that others see whole or not at all.
#pragma once

#include <filesystem>
#include <string>

namespace workbook::cli {

// Replaces `file` at once by one that holds `text`; a pipe or a device is written to. Throws
// UserError where that cannot be.
void write_whole_file(const std::filesystem::path& file, const std::string& text);

} // namespace workbook::cli
