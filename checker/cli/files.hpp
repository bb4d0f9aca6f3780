// Files of the student's: read whole, replaced whole, and never lost.
#pragma once

#include "cli/course.hpp"

#include <optional>
#include <string>
#include <system_error>

namespace workbook::cli {

// The bytes of a regular file; nothing if it is none or cannot be read.
std::optional<std::string> file_text(const std::filesystem::path& file);

// Puts `text` in the file's place: at any moment it is the old one or the new one, whole. Keeps its
// permissions; where it is a symbolic link, what that names is replaced. The folder must exist.
std::error_code replace_file(const std::filesystem::path& file, const std::string& text);

// Puts a copy of the file where nothing ever overwrites it: <course root>/.workbook/kept/<group>/
// <time>-<name>. Returns where that is. Throws UserError if there is no copy.
std::filesystem::path keep_copy(const Course& course, const std::string& group,
                                const std::filesystem::path& file);

} // namespace workbook::cli
