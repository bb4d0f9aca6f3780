// A row per lesson: the columns of nbgrader's export (nbgrader/plugins/export.py) and, behind them,
// what it has no column for. RFC 4180: quotes doubled, lines end with CR LF.
#include "cli/formats/csv_parts.hpp"
#include "cli/formats/formats.hpp"
#include "cli/formats/words.hpp"

#include <algorithm>
#include <string_view>

namespace workbook::cli {
namespace {

// "2026-11-22 04:00:00", as nbgrader writes times (UTC)
std::string csv_time(std::string time) {
    std::ranges::replace(time, 'T', ' ');
    if (time.ends_with('Z')) time.pop_back();
    return time;
}

// Signs that begin a formula. The wide ones some spreadsheets take for them: U+FF0B "＋" ...
constexpr std::string_view formula_signs[] = {"=", "+", "-", "@", "|", "%", "＝", "＋", "－", "＠"};

// What a spreadsheet passes over before a cell's first sign: also quotes, as only those at the very
// beginning of a cell count.
bool may_begin_cell(char c) { return c == ' ' || c == '"'; }

} // namespace

// A spreadsheet would run "=cmd(...)"; behind an apostrophe it is text. One that takes the
// semicolon or the tab for the end of a cell, as in many countries, finds more beginnings of cells.
std::string csv_cell(std::string text) {
    std::ranges::replace_if(
        text, [](char c) { return c == '\n' || c == '\r'; }, ' ');
    std::string cell;
    bool begins = true;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto rest = std::string_view(text).substr(i);
        if (begins &&
            std::ranges::any_of(formula_signs, [&](auto sign) { return rest.starts_with(sign); }))
            cell += '\'';
        cell += text[i];
        begins = text[i] == ';' || text[i] == '\t' || (begins && may_begin_cell(text[i]));
    }
    if (cell.find_first_of(",\"") == std::string::npos && !cell.starts_with(' ')) return cell;
    std::string quoted = "\"";
    for (const char c : cell) quoted += c == '"' ? "\"\"" : std::string(1, c);
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
