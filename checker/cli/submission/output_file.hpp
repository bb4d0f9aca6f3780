// A file that others see whole or not at all.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace workbook::cli {

// Replaces `file` at once by one that holds `text`; a pipe or a device is written to. Throws
// UserError where that cannot be.
void write_whole_file(const std::filesystem::path& file, const std::string& text);

// Whether write_whole_file() writes to files of such names, which a killed process leaves:
// "ada.json.workbook-0a1b2c3d".
bool is_unfinished_name(std::string_view name);

} // namespace workbook::cli
