// The table for scripts; docs/reference/grade_formats.md explains it.
#include "cli/formats/class_report.hpp"
#include "cli/formats/json_parts.hpp"
#include "cli/formats/words.hpp"

namespace workbook::cli {
namespace {

Json sightings_json(const std::vector<Sighting>& sightings, const char* name) {
    Json all = Json::array();
    for (const auto& one : sightings)
        all.push_back({{name, one.text}, {"count", one.count}, {"example", one.example}});
    return all;
}

Json class_row_json(const ClassReport& report, const ClassRow& row) {
    Json results = Json::array();
    for (std::size_t i = 0; i < row.results.size(); ++i) {
        const auto& result = row.results[i];
        const bool judged = outcome_of(result.verdict) != Outcome::error;
        results.push_back({{"lesson", report.lessons[i].name},
                           {"verdict", result.verdict},
                           {"points", judged ? points_json(result.points) : Json(nullptr)}});
    }
    return {{"submission", row.label},
            {"student", row.student},
            {"student_id", row.student_id},
            {"email", row.email},
            {"name", row.name},
            {"late", row.late},
            {"complete", row.complete},
            {"failure", row.failure},
            // A sum that lacks what the workbook failed on must not be taken for a grade.
            {"points", row.complete ? points_json(row.points) : Json(nullptr)},
            {"max_points", points_json(row.max_points)},
            {"warnings", row.warnings},
            {"report", row.report},
            {"results", std::move(results)}};
}

} // namespace

std::string class_json(const ClassReport& report) {
    Json rows = Json::array(), lessons = Json::array();
    for (const auto& row : report.rows) rows.push_back(class_row_json(report, row));
    for (const auto& lesson : report.lessons)
        lessons.push_back({{"lesson", lesson.name},
                           {"title", lesson.title},
                           {"part", lesson.part},
                           {"max_points", points_json(lesson.max_points)},
                           {"verdicts", sightings_json(lesson.verdicts, "verdict")},
                           {"failing_cases", sightings_json(lesson.cases, "case")},
                           {"symptoms", sightings_json(lesson.symptoms, "symptom")}});
    return dump({{"schema", "workbook/class/v1"},
                 {"workbook_version", report.workbook_version},
                 {"graded_at", report.graded_at},
                 {"complete", report.complete},
                 {"incomplete_reason", report.incomplete_reason},
                 {"warnings", report.warnings},
                 {"lessons", std::move(lessons)},
                 {"submissions", std::move(rows)}});
}

} // namespace workbook::cli
