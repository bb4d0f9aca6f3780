// One row per submission, two columns per lesson: for a spreadsheet, or a platform's import of
// grades.
#include "cli/formats/class_report.hpp"
#include "cli/formats/csv_parts.hpp"
#include "cli/formats/words.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace workbook::cli {
namespace {

std::string class_remarks(const ClassRow& row) {
    std::vector<std::string> remarks = row.warnings;
    if (!row.failure.empty()) remarks.insert(remarks.begin(), row.failure);
    return fmt::format("{}", fmt::join(remarks, " "));
}

} // namespace

std::string class_csv(const ClassReport& report) {
    std::vector<std::string> head{"submission", "student", "student_id", "email",    "name",
                                  "late",       "points",  "max_points", "complete", "remarks"};
    for (const auto& lesson : report.lessons) {
        head.push_back(csv_cell(lesson.name));
        head.push_back(csv_cell(lesson.name + " verdict"));
    }
    std::string text = csv_row(head);
    for (const auto& row : report.rows) {
        // A sum that lacks what the workbook failed on must not be taken for a grade.
        std::vector<std::string> cells{csv_cell(row.label),
                                       csv_cell(row.student),
                                       csv_cell(row.student_id),
                                       csv_cell(row.email),
                                       csv_cell(row.name),
                                       row.late ? "true" : "false",
                                       row.complete ? points_text(row.points) : "",
                                       points_text(row.max_points),
                                       row.complete ? "true" : "false",
                                       csv_cell(class_remarks(row))};
        for (const auto& result : row.results) {
            const bool judged = outcome_of(result.verdict) != Outcome::error;
            cells.push_back(judged ? points_text(result.points) : "");
            cells.push_back(csv_cell(result.verdict));
        }
        text += csv_row(cells);
    }
    return text;
}

} // namespace workbook::cli
