// The hints of a lesson: the section "## Hints" of its README, of rising strength.
#pragma once

#include "cli/course.hpp"

#include <string>
#include <vector>

namespace workbook::cli {

// Each with its heading in the first line ("Hint 1: where things are"), as plain text: a paragraph
// is a line, code keeps its lines and stands four columns further in.
std::vector<std::string> hints_in(const std::string& readme);

// Those of the lesson's README; none if it cannot be read.
std::vector<std::string> hints_of(const Lesson& lesson);

} // namespace workbook::cli
