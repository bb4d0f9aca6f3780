// The workbook's own format: everything that the report holds. docs/reference/grade_json.md
// explains it, docs/reference/grade.schema.json is its schema.
#include "cli/formats/formats.hpp"
#include "cli/formats/json_parts.hpp"
#include "cli/formats/words.hpp"

namespace workbook::cli {
namespace {

Json hidden_json(const HiddenSummary& hidden) {
    return {{"cases", hidden.cases},
            {"passed", hidden.passed},
            {"points", points_json(hidden.points)},
            {"max_points", points_json(hidden.max_points)}};
}

Json cases_json(const GradedLesson& lesson) {
    Json cases = Json::array();
    for (const GradedCase& graded : lesson.cases) {
        Json one = {{"name", graded.name},
                    {"verdict", graded.verdict},
                    {"passed", graded.passed},
                    {"points", points_json(graded.points)},
                    {"max_points", points_json(graded.max_points)}};
        if (graded.hidden) one["hidden"] = true;
        cases.push_back(std::move(one));
    }
    return cases;
}

Json messages_json(const GradedLesson& lesson) {
    Json messages = Json::array();
    for (const Message& message : lesson.result.messages) {
        Json one = {
            {"case", message.test_case}, {"verdict", message.verdict}, {"text", message.text}};
        if (!message.file.empty()) one["file"] = message.file;
        if (message.line > 0) one["line"] = message.line;
        messages.push_back(std::move(one));
    }
    return messages;
}

Json lesson_json(const GradedLesson& lesson) {
    const Result& result = lesson.result;
    Json json = {{"lesson", result.lesson},
                 {"title", lesson.title},
                 {"part", lesson.part},
                 {"verdict", result.verdict},
                 {"points", points_json(result.points)},
                 {"max_points", points_json(result.max_points)},
                 {"reason", lesson.reason},
                 {"device", device_json(result.device)},
                 {"cases", cases_json(lesson)},
                 {"hidden", hidden_json(lesson.hidden)},
                 {"messages", messages_json(lesson)},
                 {"notes", result.notes},
                 {"printed", result.printed},
                 {"seconds", seconds_json(lesson.seconds)}};
    if (result.seed != 0) json["seed"] = std::to_string(result.seed);
    return json;
}

const char* detail_name(Detail detail) {
    if (detail == Detail::full) return "full";
    return detail == Detail::symptom ? "symptom" : "none";
}

} // namespace

std::string json_grade(const GradeReport& report) {
    Json lessons = Json::array();
    for (const GradedLesson& lesson : report.lessons) lessons.push_back(lesson_json(lesson));
    Json json = {{"schema", grade_schema},
                 {"workbook_version", report.workbook_version},
                 {"submission", report.submission},
                 {"tree", report.tree},
                 {"is_submission", report.is_submission},
                 {"complete", report.complete},
                 {"incomplete_reason", report.incomplete_reason},
                 {"points", points_json(points_of(report))},
                 {"max_points", points_json(max_points_of(report))},
                 {"hidden", hidden_json(hidden_of(report))},
                 {"device", device_json(report.device)},
                 {"detail", detail_name(report.detail)},
                 {"started_at", report.started_at},
                 {"graded_at", report.graded_at},
                 {"execution_seconds", seconds_json(report.execution_seconds)},
                 {"warnings", report.warnings},
                 {"lessons", std::move(lessons)}};
    // As text: many readers of JSON round numbers of 64 bits.
    if (report.seed) json["seed"] = std::to_string(*report.seed);
    return dump(json);
}

} // namespace workbook::cli
