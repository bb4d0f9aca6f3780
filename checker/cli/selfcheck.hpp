// Whether the lessons are in order, as far as that can be seen without running them: for those who
// write lessons, and for the workbook's own tests.
#pragma once

#include "cli/course.hpp"

#include <string>
#include <vector>

namespace workbook::cli {

// One sentence for each thing that is wrong; empty if nothing is. With `handed_out` the files of
// exercises/ that a student solves count as they were handed out, and other files there do not
// count: they are the student's own.
std::vector<std::string> selfcheck(const Course& course, bool handed_out = false);

// Records the stubs as they are now as the untouched ones: exercises/stubs.sha256, and a copy of
// each in checker/stubs/. Throws UserError.
void accept_stubs(const Course& course);

// Records that a lesson's text in another language is one of its README as it is now. Throws
// UserError.
void accept_translation(const Course& course, const std::filesystem::path& file);

} // namespace workbook::cli
