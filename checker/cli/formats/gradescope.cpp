// Gradescope's results.json (gradescope-autograders.readthedocs.io, "Autograder specifications").
// A lesson is a test. What only instructors may see is a test of its own that students do not see.
#include "cli/formats/formats.hpp"
#include "cli/formats/json_parts.hpp"
#include "cli/formats/words.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace workbook::cli {
namespace {

std::string case_lines(const std::vector<GradedCase>& cases) {
    std::string text;
    for (const GradedCase& graded : cases) {
        text += fmt::format("{} {}: {}, {}\n", sign_of(outcome_of(graded.verdict)), graded.name,
                            spoken(graded.verdict), score_text(graded.points, graded.max_points));
    }
    return text;
}

std::string message_blocks(const GradedLesson& lesson, bool hidden) {
    std::string text;
    for (const Message& message : lesson.result.messages) {
        if (is_hidden(lesson, message) != hidden) continue;
        text += "\n" + spoken(message.verdict);
        if (!message.test_case.empty()) text += fmt::format(" in \"{}\"", message.test_case);
        const std::string words = message_text(message);
        text += (words.empty() ? "" : ":\n" + words) + "\n";
    }
    return text;
}

// What a student reads under the test's name; Gradescope shows it as it stands.
std::string lesson_output(const GradedLesson& lesson) {
    const Result& result = lesson.result;
    std::string text = fmt::format("{} ({})\n", spoken(result.verdict), device_text(result.device));
    if (!lesson.reason.empty()) text += lesson.reason + "\n";
    text += case_lines(visible_cases(lesson));
    const std::string hidden = hidden_text(lesson.hidden);
    if (!hidden.empty()) text += hidden + "\n";
    text += message_blocks(lesson, false);
    for (const std::string& note : result.notes) text += "\nnote: " + note + "\n";
    if (!result.printed.empty()) text += "\nyour code printed:\n" + result.printed + "\n";
    return text;
}

Json lesson_test(const GradedLesson& lesson) {
    const Result& result = lesson.result;
    Json test = {{"name", fmt::format("{}: {}", result.lesson, lesson.title)},
                 {"score", points_json(result.points)},
                 {"max_score", points_json(result.max_points)},
                 {"status", result.verdict == passed ? "passed" : "failed"},
                 {"output", lesson_output(lesson)},
                 {"output_format", "text"},
                 {"tags", {result.verdict}},
                 {"visibility", "visible"},
                 {"extra_data",
                  {{"lesson", result.lesson},
                   {"verdict", result.verdict},
                   {"device", device_json(result.device)}}}};
    if (!lesson.part.empty()) test["tags"].push_back(lesson.part);
    return test;
}

// No points: they are in the lesson's own.
Json hidden_test(const GradedLesson& lesson) {
    const auto cases = hidden_cases(lesson);
    const bool all = !cases.empty() && std::ranges::all_of(cases, &GradedCase::passed);
    return {{"name", lesson.result.lesson + ": hidden cases"},
            {"score", 0},
            {"max_score", 0},
            {"status", all ? "passed" : "failed"},
            {"output", case_lines(cases) + message_blocks(lesson, true)},
            {"output_format", "text"},
            {"visibility", "hidden"}};
}

std::string overall_output(const GradeReport& report) {
    std::string text = tree_text(report) + "\n";
    if (!report.complete) text += "INCOMPLETE: " + report.incomplete_reason + "\n";
    for (const std::string& warning : report.warnings) text += "Warning: " + warning + "\n";
    text += score_text(points_of(report), max_points_of(report)) + "\n";
    const std::string hidden = hidden_text(hidden_of(report));
    return text + (hidden.empty() ? "" : hidden + "\n");
}

} // namespace

std::string gradescope_grade(const GradeReport& report) {
    Json tests = Json::array();
    for (const GradedLesson& lesson : report.lessons) {
        tests.push_back(lesson_test(lesson));
        const auto& messages = lesson.result.messages;
        if (!hidden_cases(lesson).empty() || std::ranges::any_of(messages, &Message::hidden))
            tests.push_back(hidden_test(lesson));
    }
    const Json json = {{"score", points_json(points_of(report))},
                       {"execution_time", seconds_json(report.execution_seconds)},
                       {"output", overall_output(report)},
                       {"output_format", "text"},
                       {"test_output_format", "text"},
                       {"test_name_format", "text"},
                       {"visibility", "visible"},
                       {"stdout_visibility", "hidden"},
                       {"extra_data",
                        {{"workbook_version", report.workbook_version},
                         {"graded_at", report.graded_at},
                         {"complete", report.complete},
                         {"device", device_json(report.device)}}},
                       {"tests", std::move(tests)}};
    return dump(json);
}

} // namespace workbook::cli
