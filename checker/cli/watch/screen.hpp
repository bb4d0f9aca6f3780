// The screen: lines of text from the model, and nothing else.
#pragma once

#include "cli/watch/model.hpp"

namespace workbook::cli::watch {

// At most display.rows lines, each of at most display.columns columns.
std::vector<std::string> draw(const Model& model, const Display& display);

// The lines of the text that is scrolled through, and how many of them are seen at a time.
std::vector<std::string> text_lines(const Model& model, const Display& display);
std::size_t text_rows(const Display& display);

// "Checking 03_port ... 4 s", or the verdict.
std::string status_text(const Model& model);

// What the verdict is about: the first messages, or what was gained and what comes next.
std::string result_text(const Model& model, std::size_t most_messages, const TextStyle& style);

// What is printed where there is no screen: the verdict, and the first thing that is wrong.
std::string plain_report(const Model& model, const TextStyle& style);

// All there is to say about the last result.
std::string whole_report(const Model& model, const TextStyle& style);

} // namespace workbook::cli::watch
