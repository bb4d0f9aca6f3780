// A row per lesson: the columns of nbgrader's export (nbgrader/plugins/export.py) and, behind them,
// what it has no column for. RFC 4180: quotes doubled, lines end with CR LF.
#include "cli/formats/csv_parts.hpp"
#include "cli/formats/formats.hpp"
#include "cli/formats/words.hpp"

#include <algorithm>

namespace workbook::cli {
namespace {

// "2026-11-22 04:00:00", as nbgrader writes times (UTC)
std::string csv_time(std::string time) {
    std::ranges::replace(time, 'T', ' ');
    if (time.ends_with('Z')) time.pop_back();
    return time;
}

} // namespace

// A spreadsheet would run "=cmd(...)"; behind an apostrophe it is text.
std::string csv_cell(std::string text) {
    std::ranges::replace(text, '\n', ' ');
    const auto first = text.find_first_not_of(" \t");
    if (first != std::string::npos &&
        std::string_view("=+-@|%").find(text[first]) != std::string_view::npos)
        text.insert(0, "'");
    // The same signs in their wide forms, which some spreadsheets take for them: U+FF0B "＋" ...
    for (const char* wide : {"＝", "＋", "－", "＠"})
        if (text.starts_with(wide)) text.insert(0, "'");
    if (text.find_first_of(",\"") == std::string::npos && !text.starts_with(' ')) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + '"';
}

std::string csv_row(const std::vector<std::string>& cells) {
    std::string row;
    for (const std::string& cell : cells) row += (&cell == &cells.front() ? "" : ",") + cell;
    return row + "\r\n";
}

std::string csv_grade(const GradeReport& report) {
    std::string text =
        csv_row({"assignment", "duedate", "timestamp", "student_id", "last_name", "first_name",
                 "email", "raw_score", "late_submission_penalty", "score", "max_score", "verdict",
                 "device", "hidden_cases", "hidden_passed", "reason", "complete"});
    for (const GradedLesson& lesson : report.lessons) {
        const Result& result = lesson.result;
        const std::string points = points_text(result.points);
        text += csv_row({csv_cell(result.lesson), "", csv_cell(csv_time(report.started_at)),
                         csv_cell(report.submission), "", "", "", points, "0", points,
                         points_text(result.max_points), csv_cell(result.verdict),
                         csv_cell(device_text(result.device)), std::to_string(lesson.hidden.cases),
                         std::to_string(lesson.hidden.passed), csv_cell(lesson.reason),
                         report.complete ? "true" : "false"});
    }
    return text;
}

} // namespace workbook::cli
