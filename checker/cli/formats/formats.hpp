// The formats, one function each, in a file of the same name. They get a report whose texts are
// safe (safe_text.hpp) and have only their own format's characters to escape.
#pragma once

#include "cli/formats/grade_report.hpp"
#include "cli/terminal.hpp"

#include <cstddef>
#include <string>

namespace workbook::cli {

std::string console_grade(const GradeReport& report, const TextStyle& style);
std::string json_grade(const GradeReport& report);
std::string junit_grade(const GradeReport& report);
std::string gradescope_grade(const GradeReport& report);
std::string classroom50_grade(const GradeReport& report);
std::string csv_grade(const GradeReport& report);
std::string markdown_grade(const GradeReport& report);
std::string html_grade(const GradeReport& report);

// At most `most_bytes`: what does not fit is left out lesson by lesson, and the text says so.
std::string markdown_grade(const GradeReport& report, std::size_t most_bytes);

// What a GitHub Actions runner reads from a step's standard output: the console report, with
// commands switched off until `token`, then the annotations. A failure to write the step summary
// (empty: none) is a warning there.
std::string github_grade(const GradeReport& report, const std::string& token,
                         const std::string& summary_failure);
// It cannot be guessed, so a student's output cannot switch commands on again.
std::string random_github_token();
// Appends the summary to the step's file, which holds at most 1024 KB. Returns why it could not.
std::string append_github_summary(const GradeReport& report, const std::string& path);

} // namespace workbook::cli
