// The folder that a book is written to.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace workbook::cli::book {

using Files = std::map<std::string, std::string>; // by their addresses in the book

// Throws UserError unless the folder is absent, empty, or a book with no file in it but the book's
// own; the message says what to do.
void require_replaceable(const std::filesystem::path& folder);

// Puts the files in the folder's place, with a list of them: at any moment it is what it was or the
// whole new book. Throws UserError, and Interrupted after a Ctrl-C.
void write_book(const std::filesystem::path& folder, Files files);

} // namespace workbook::cli::book
