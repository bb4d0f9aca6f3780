#include "cli/formats/read_grade.hpp"

#include "cli/formats/json_parts.hpp"

namespace workbook::cli {
namespace {

HiddenSummary read_hidden(const Json& json) {
    return {.cases = json.at("cases"),
            .passed = json.at("passed"),
            .points = json.at("points"),
            .max_points = json.at("max_points")};
}

GradedLesson read_lesson(const Json& json) {
    GradedLesson lesson;
    Result& result = lesson.result;
    json.at("lesson").get_to(result.lesson);
    json.at("verdict").get_to(result.verdict);
    json.at("points").get_to(result.points);
    json.at("max_points").get_to(result.max_points);
    json.at("device").at("name").get_to(result.device);
    json.at("notes").get_to(result.notes);
    json.at("printed").get_to(result.printed);
    json.at("title").get_to(lesson.title);
    json.at("part").get_to(lesson.part);
    json.at("reason").get_to(lesson.reason);
    json.at("seconds").get_to(lesson.seconds);
    if (json.contains("seed"))
        result.seed = std::stoull(json.at("seed").get_ref<const std::string&>());
    lesson.hidden = read_hidden(json.at("hidden"));
    for (const Json& row : json.at("cases"))
        lesson.cases.push_back({.name = row.at("name"),
                                .points = row.at("points"),
                                .max_points = row.at("max_points"),
                                .passed = row.at("passed"),
                                .verdict = row.at("verdict"),
                                .hidden = row.value("hidden", false)});
    for (const Json& row : json.at("messages")) {
        Message message{row.at("case"), row.at("verdict"), row.at("text"), "", 0};
        message.file = row.value("file", "");
        message.line = row.value("line", 0);
        result.messages.push_back(std::move(message));
    }
    return lesson;
}

Detail detail_of(const std::string& name) {
    if (name == "full") return Detail::full;
    return name == "symptom" ? Detail::symptom : Detail::none;
}

} // namespace

std::optional<GradeReport> read_grade(const std::string& text) {
    try {
        const Json json = Json::parse(text);
        if (json.at("schema") != grade_schema) return std::nullopt;
        GradeReport report;
        json.at("workbook_version").get_to(report.workbook_version);
        json.at("submission").get_to(report.submission);
        json.at("tree").get_to(report.tree);
        json.at("is_submission").get_to(report.is_submission);
        json.at("complete").get_to(report.complete);
        json.at("incomplete_reason").get_to(report.incomplete_reason);
        json.at("device").at("name").get_to(report.device);
        json.at("started_at").get_to(report.started_at);
        json.at("graded_at").get_to(report.graded_at);
        json.at("execution_seconds").get_to(report.execution_seconds);
        json.at("warnings").get_to(report.warnings);
        report.detail = detail_of(json.at("detail"));
        if (json.contains("seed"))
            report.seed = std::stoull(json.at("seed").get_ref<const std::string&>());
        for (const Json& lesson : json.at("lessons")) report.lessons.push_back(read_lesson(lesson));
        return report;
    } catch (const std::exception&) { // no JSON, or something else than a report
        return std::nullopt;
    }
}

} // namespace workbook::cli
