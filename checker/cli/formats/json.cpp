// The workbook's own format: everything that the report holds. docs/reference/grade_json.md
// explains it, docs/reference/grade.schema.json is its schema. read_grade() reads it back.
#include "cli/formats/formats.hpp"
#include "cli/formats/grade_fields.hpp"
#include "cli/formats/json_parts.hpp"
#include "cli/formats/words.hpp"

namespace workbook::cli {
namespace {

Json hidden_json(const HiddenSummary& hidden) {
    return {{grade_field::cases, hidden.cases},
            {grade_field::passed, hidden.passed},
            {grade_field::points, points_json(hidden.points)},
            {grade_field::max_points, points_json(hidden.max_points)}};
}

Json cases_json(const GradedLesson& lesson) {
    Json cases = Json::array();
    for (const GradedCase& graded : lesson.cases) {
        Json one = {{grade_field::name, graded.name},
                    {grade_field::verdict, graded.verdict},
                    {grade_field::passed, graded.passed},
                    {grade_field::points, points_json(graded.points)},
                    {grade_field::max_points, points_json(graded.max_points)}};
        if (graded.hidden) one[grade_field::hidden] = true;
        cases.push_back(std::move(one));
    }
    return cases;
}

Json messages_json(const GradedLesson& lesson) {
    Json messages = Json::array();
    for (const Message& message : lesson.result.messages) {
        Json one = {{grade_field::case_of_message, message.test_case},
                    {grade_field::verdict, message.verdict},
                    {grade_field::text, message.text}};
        if (!message.file.empty()) one[grade_field::file] = message.file;
        if (message.line > 0) one[grade_field::line] = message.line;
        messages.push_back(std::move(one));
    }
    return messages;
}

Json lesson_json(const GradedLesson& lesson) {
    const Result& result = lesson.result;
    Json json = {{grade_field::lesson, result.lesson},
                 {grade_field::title, lesson.title},
                 {grade_field::part, lesson.part},
                 {grade_field::verdict, result.verdict},
                 {grade_field::points, points_json(result.points)},
                 {grade_field::max_points, points_json(result.max_points)},
                 {grade_field::reason, lesson.reason},
                 {grade_field::device, device_json(result.device)},
                 {grade_field::cases, cases_json(lesson)},
                 {grade_field::hidden, hidden_json(lesson.hidden)},
                 {grade_field::messages, messages_json(lesson)},
                 {grade_field::notes, result.notes},
                 {grade_field::printed, result.printed},
                 {grade_field::seconds, seconds_json(lesson.seconds)}};
    if (result.seed != 0) json[grade_field::seed] = std::to_string(result.seed);
    return json;
}

} // namespace

std::string json_grade(const GradeReport& report) {
    Json lessons = Json::array();
    for (const GradedLesson& lesson : report.lessons) lessons.push_back(lesson_json(lesson));
    Json json = {{grade_field::schema, grade_schema},
                 {grade_field::workbook_version, report.workbook_version},
                 {grade_field::submission, report.submission},
                 {grade_field::tree, report.tree},
                 {grade_field::is_submission, report.is_submission},
                 {grade_field::complete, report.complete},
                 {grade_field::incomplete_reason, report.incomplete_reason},
                 {grade_field::points, points_json(points_of(report))},
                 {grade_field::max_points, points_json(max_points_of(report))},
                 {grade_field::hidden, hidden_json(hidden_of(report))},
                 {grade_field::device, device_json(report.device)},
                 {grade_field::detail, name_of(report.detail)},
                 {grade_field::started_at, report.started_at},
                 {grade_field::graded_at, report.graded_at},
                 {grade_field::execution_seconds, seconds_json(report.execution_seconds)},
                 {grade_field::warnings, report.warnings},
                 {grade_field::lessons, std::move(lessons)}};
    // As text: many readers of JSON round numbers of 64 bits.
    if (report.seed) json[grade_field::seed] = std::to_string(*report.seed);
    return dump(json);
}

} // namespace workbook::cli
