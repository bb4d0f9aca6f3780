// What has changed between two texts, line by line, in the usual form ("unified diff").
#pragma once

#include <string>

namespace workbook::cli {

// Lines that are only in `before` begin with '-', those only in `after` with '+', three around them
// with a space; "@@ -3,7 +3,9 @@" says where. Empty if the texts are the same.
std::string line_diff(const std::string& before, const std::string& after);

// The same with removed lines in red, added ones in green, where colours are wanted.
std::string coloured_diff(const std::string& diff);

} // namespace workbook::cli
