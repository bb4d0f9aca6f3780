// The words of `book`, in two programs, as those of `open` are (open.hpp).
#pragma once

#include "cli/commands/command_line.hpp"

#include <functional>
#include <string>

namespace workbook::cli {

struct BookOptions {
    std::string folder;
    std::string source_url; // empty: the book has pages of the sources that its texts link to
};

void declare_book(CommandLine& line, std::function<int(const BookOptions&)> action);

} // namespace workbook::cli
