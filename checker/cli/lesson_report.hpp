// What the tool prints about results: for a person, and as JSON for programs.
#pragma once

#include "cli/result.hpp"
#include "cli/terminal.hpp"

#include <string>

namespace workbook::cli {

// The loud first line of every run: whose files are graded.
std::string tree_banner(const Course& course, const TextStyle& style = style_of_output());

// Each lesson with its first messages (one mistake often fails many cases), and a last line with
// its verdict.
std::string check_report(const Course& course, const std::vector<Result>& results,
                         std::size_t most_messages, const TextStyle& style = style_of_output());

// A JSON array, one object a lesson.
std::string json_report(const std::vector<Result>& results);

// One message, indented; at most `most_lines` lines of its text.
std::string message_report(const Message& message, std::size_t most_lines,
                           const TextStyle& style = style_of_output());

// What the student gained, where the check says so; else "".
std::string gain_report(const Result& result, const TextStyle& style = style_of_output());

// "1 more message", "2 more messages"
std::string more_messages(std::size_t count);

// "passed: 3 of 3 points (Virtual GPU, seed 12)"
std::string verdict_line(const Result& result);

} // namespace workbook::cli
