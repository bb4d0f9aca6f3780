// The hints of a lesson: the section "## Hints" of its README, of rising strength.
#pragma once

#include "cli/course.hpp"
#include "cli/terminal.hpp"

#include <string>
#include <vector>

namespace workbook::cli {

// Each with its heading in the first line ("Hint 1: where things are"), as plain text: a paragraph
// is a line, code keeps its lines and stands four columns further in.
std::vector<std::string> hints_in(const std::string& readme);

// Those of the lesson's README; none if it cannot be read.
std::vector<std::string> hints_of(const Lesson& lesson);

// One more than were shown before, at most `count` in all: how many are shown now. Remembers it.
int one_more_hint(const Course& course, const Lesson& lesson, int count);

// Hint `number` (from 1 on), for a terminal: "Hint 2 of 3: ..." and its text.
std::string hint_report(const std::vector<std::string>& hints, int number,
                        const TextStyle& style = style_of_output());

} // namespace workbook::cli
