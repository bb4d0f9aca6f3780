// Text for a screen: nothing in it that could repaint the terminal, lines that fit.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace workbook::cli::watch {

// Text of a stranger, as it can be shown: tabs become spaces, and what else would
// control a terminal becomes "?". Line breaks stay.
std::string printable(std::string_view text);

// Without their line breaks; a last empty line is left out.
std::vector<std::string> split_lines(std::string_view text);

// Columns that the line takes. It may have colours and links; of other characters, each takes one.
std::size_t shown_width(std::string_view line);

// The line's first `columns` columns; colours and links that begin in it end in it.
std::string fit(std::string_view line, std::size_t columns);

// `text` as a link to the file for terminals that know links (OSC 8); others show the text.
std::string link(const std::filesystem::path& file, std::string_view text);

} // namespace workbook::cli::watch
