#include "cli/formats/read_grade.hpp"

#include "cli/formats/grade_fields.hpp"
#include "cli/formats/json_parts.hpp"

namespace workbook::cli {
namespace {

HiddenSummary read_hidden(const Json& json) {
    return {.cases = json.at(grade_field::cases),
            .passed = json.at(grade_field::passed),
            .points = json.at(grade_field::points),
            .max_points = json.at(grade_field::max_points)};
}

GradedLesson read_lesson(const Json& json) {
    GradedLesson lesson;
    Result& result = lesson.result;
    json.at(grade_field::lesson).get_to(result.lesson);
    json.at(grade_field::verdict).get_to(result.verdict);
    json.at(grade_field::points).get_to(result.points);
    json.at(grade_field::max_points).get_to(result.max_points);
    json.at(grade_field::device).at(grade_field::name).get_to(result.device);
    json.at(grade_field::notes).get_to(result.notes);
    json.at(grade_field::printed).get_to(result.printed);
    json.at(grade_field::title).get_to(lesson.title);
    json.at(grade_field::part).get_to(lesson.part);
    json.at(grade_field::reason).get_to(lesson.reason);
    json.at(grade_field::seconds).get_to(lesson.seconds);
    if (json.contains(grade_field::seed))
        result.seed = std::stoull(json.at(grade_field::seed).get_ref<const std::string&>());
    lesson.hidden = read_hidden(json.at(grade_field::hidden));
    for (const Json& row : json.at(grade_field::cases))
        lesson.cases.push_back({.name = row.at(grade_field::name),
                                .points = row.at(grade_field::points),
                                .max_points = row.at(grade_field::max_points),
                                .passed = row.at(grade_field::passed),
                                .verdict = row.at(grade_field::verdict),
                                .hidden = row.value(grade_field::hidden, false)});
    for (const Json& row : json.at(grade_field::messages)) {
        Message message{row.at(grade_field::case_of_message), row.at(grade_field::verdict),
                        row.at(grade_field::text), "", 0};
        message.file = row.value(grade_field::file, "");
        message.line = row.value(grade_field::line, 0);
        result.messages.push_back(std::move(message));
    }
    return lesson;
}

} // namespace

std::optional<GradeReport> read_grade(const std::string& text) {
    try {
        const Json json = Json::parse(text);
        if (json.at(grade_field::schema) != grade_schema) return std::nullopt;
        GradeReport report;
        json.at(grade_field::workbook_version).get_to(report.workbook_version);
        json.at(grade_field::submission).get_to(report.submission);
        json.at(grade_field::tree).get_to(report.tree);
        json.at(grade_field::is_submission).get_to(report.is_submission);
        json.at(grade_field::complete).get_to(report.complete);
        json.at(grade_field::incomplete_reason).get_to(report.incomplete_reason);
        json.at(grade_field::device).at(grade_field::name).get_to(report.device);
        json.at(grade_field::started_at).get_to(report.started_at);
        json.at(grade_field::graded_at).get_to(report.graded_at);
        json.at(grade_field::execution_seconds).get_to(report.execution_seconds);
        json.at(grade_field::warnings).get_to(report.warnings);
        report.detail = detail_named(json.at(grade_field::detail)).value_or(Detail::none);
        if (json.contains(grade_field::seed))
            report.seed = std::stoull(json.at(grade_field::seed).get_ref<const std::string&>());
        for (const Json& lesson : json.at(grade_field::lessons))
            report.lessons.push_back(read_lesson(lesson));
        return report;
    } catch (const std::exception&) { // no JSON, or something else than a report
        return std::nullopt;
    }
}

} // namespace workbook::cli
