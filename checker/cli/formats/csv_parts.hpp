// What the tables for spreadsheets share.
#pragma once

#include <string>
#include <vector>

namespace workbook::cli {

// The text as a cell: quoted where it must be, and no formula.
std::string csv_cell(std::string text);

// Cells joined by commas; RFC 4180 has lines end with CR LF.
std::string csv_row(const std::vector<std::string>& cells);

} // namespace workbook::cli
