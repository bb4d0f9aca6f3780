// Writes a grade report in one of the formats that instructors and their tools read;
// docs/reference/grade_formats.md says what each holds and who reads it.
//
// Whatever a student's code wrote, the text is valid in its format and does nothing where it is
// shown: no terminal escapes, no markup, no spreadsheet formulas, no commands to a CI runner.
#pragma once

#include "cli/formats/grade_report.hpp"

#include <string>
#include <vector>

namespace workbook::cli {

// "console", "json", "junit", "gradescope", "classroom50", "github", "csv", "markdown", "html".
const std::vector<std::string>& grade_formats();

struct WriteOptions {
    bool for_terminal = false; // console: colours and the terminal's width where it has them
};

// The text for standard output or --output FILE; it ends with a line break. Throws UserError for a
// format that is not known. Only "github" has a side effect: it appends the step summary to the
// file that $GITHUB_STEP_SUMMARY names, if there is one. "classroom50" takes what it has to repeat
// ($CLASSROOM, $ASSIGNMENT, ...) from the environment.
std::string write_grade(const GradeReport& report, const std::string& format,
                        const WriteOptions& options = {});

} // namespace workbook::cli
