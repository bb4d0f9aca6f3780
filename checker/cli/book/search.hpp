// What the search of the book looks in: a script, because a page from the disk may load scripts
// and nothing else.
#pragma once

#include "cli/book/contents.hpp"

#include <string>
#include <vector>

namespace workbook::cli::book {

// "const searchIndex = [...];": for each section of each text its address, the text's title, the
// section's heading and its words. No hints, no answers.
std::string search_index(const std::vector<Text>& texts);

} // namespace workbook::cli::book
