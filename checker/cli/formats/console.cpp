// The report for a person at a terminal, or in a log.
#include "cli/formats/formats.hpp"
#include "cli/formats/safe_text.hpp"
#include "cli/formats/words.hpp"
#include "cli/lesson_report.hpp"
#include "cli/terminal.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace workbook::cli {
namespace {

constexpr std::size_t console_messages = 5;  // of a lesson
constexpr std::size_t console_output = 2000; // bytes of what the student's code printed

const char* console_mark(Outcome outcome) {
    switch (outcome) {
    case Outcome::pass:
        return "+";
    case Outcome::fail:
        return "x";
    case Outcome::skip:
        return " ";
    case Outcome::error:
        break;
    }
    return "!";
}

std::string console_in(const TextStyle& style, Colour colour, const std::string& text) {
    return coloured(colour, text, style);
}

std::string console_block(const TextStyle& style, const std::string& text, std::size_t indent) {
    return indented(text, indent, style.width);
}

std::string console_rows(const GradeReport& report, const TextStyle& style) {
    std::string text;
    for (const GradedLesson& lesson : report.lessons) {
        const Result& result = lesson.result;
        const std::string row = fmt::format(
            "  [{}] {:<32} {:<20} {:>6} / {:<4} {}", console_mark(outcome_of(result.verdict)),
            result.lesson, spoken(result.verdict), points_text(result.points),
            points_text(result.max_points), device_text(result.device));
        text += console_in(style, colour_of(result.verdict), row) + "\n";
    }
    return text;
}

std::string console_message(const Message& message, const TextStyle& style) {
    std::string head = spoken(message.verdict);
    if (!message.test_case.empty()) head += fmt::format(" in \"{}\"", message.test_case);
    const std::string words = message_text(message);
    return "  " + console_in(style, colour_of(message.verdict), head) + "\n" +
           (words.empty() ? "" : console_block(style, words, 4));
}

std::string console_cases(const GradedLesson& lesson) {
    std::string text;
    for (const GradedCase& graded : lesson.cases) {
        text += fmt::format("  [{}] {}: {}{}\n", console_mark(outcome_of(graded.verdict)),
                            graded.name, score_text(graded.points, graded.max_points),
                            graded.hidden ? " (hidden)" : "");
    }
    const std::string hidden = hidden_text(lesson.hidden);
    return text + (hidden.empty() ? "" : "  " + hidden + "\n");
}

std::string console_lesson(const GradedLesson& lesson, const TextStyle& style) {
    const Result& result = lesson.result;
    std::string text =
        fmt::format("\n{}  {}\n", console_in(style, Colour::bold, result.lesson), lesson.title);
    text += console_cases(lesson);
    const auto shown = std::min(console_messages, result.messages.size());
    for (std::size_t i = 0; i < shown; ++i) text += console_message(result.messages[i], style);
    if (shown < result.messages.size())
        text += fmt::format("  and {}\n", more_messages(result.messages.size() - shown));
    if (!result.printed.empty()) {
        text += "  the code printed:\n" +
                console_block(style, safe_text(result.printed, console_output), 4);
    }
    for (const std::string& note : result.notes) text += console_block(style, "note: " + note, 2);
    const std::string line =
        fmt::format("{}: {}", spoken(result.verdict), score_text(result.points, result.max_points));
    text += "  " + console_in(style, colour_of(result.verdict), line) + "\n";
    if (!lesson.reason.empty()) text += console_block(style, lesson.reason, 2);
    return text;
}

std::string console_total(const GradeReport& report, const TextStyle& style) {
    std::string text =
        "\n" +
        console_in(style, Colour::bold,
                   "Total: " + score_text(points_of(report), max_points_of(report))) +
        "\n";
    const std::string hidden = hidden_text(hidden_of(report));
    if (!hidden.empty()) text += hidden + "\n";
    if (report.seed)
        text += fmt::format("The same numbers again: WORKBOOK_SEED={}\n", *report.seed);
    for (const std::string& warning : report.warnings)
        text += console_in(style, Colour::yellow, "Warning: " + warning) + "\n";
    if (!report.complete)
        text += console_in(style, Colour::red, "INCOMPLETE: " + report.incomplete_reason) + "\n";
    return text;
}

} // namespace

std::string console_grade(const GradeReport& report, const TextStyle& style) {
    std::string text = console_in(style, Colour::bold, "== " + tree_text(report) + " ==") + "\n";
    text += fmt::format("{}, {}, graded at {}\n\n", report.submission, device_text(report.device),
                        report.graded_at);
    text += console_rows(report, style);
    for (const GradedLesson& lesson : report.lessons) {
        const bool has_words = !lesson.cases.empty() || !lesson.result.messages.empty();
        const Outcome outcome = outcome_of(lesson.result.verdict);
        if (outcome == Outcome::fail || outcome == Outcome::error || lesson.hidden.cases > 0 ||
            (outcome == Outcome::pass && has_words)) {
            text += console_lesson(lesson, style);
        }
    }
    return text + console_total(report, style);
}

} // namespace workbook::cli
