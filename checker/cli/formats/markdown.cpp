// GitHub flavoured Markdown: for a pull request, an issue, a job's step summary.
#include "cli/formats/formats.hpp"
#include "cli/formats/words.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <limits>

namespace workbook::cli {
namespace {

bool is_plain_in_markdown(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 || std::isalnum(byte) != 0 ||
           std::string_view(" ,-()").find(c) != std::string_view::npos;
}

// The text as text: each sign that could be markup is a numeric entity.
std::string markdown_text(const std::string& text) {
    std::string escaped;
    for (const char c : text)
        escaped += is_plain_in_markdown(c) ? std::string(1, c) : fmt::format("&#{};", int{c});
    return escaped;
}

// A stranger's words on a line. Inside <code> GitHub makes no "@name" a mention, no "#1" a link.
std::string markdown_code(const std::string& text) {
    return text.empty() ? "" : "<code>" + markdown_text(text) + "</code>";
}

// A stranger's words on lines of their own: nothing ends the block but a fence as long as its own.
std::string markdown_block(const std::string& text) {
    std::size_t longest = 2;
    std::size_t run = 0;
    for (const char c : text) longest = std::max(longest, run = c == '`' ? run + 1 : 0);
    const std::string fence(longest + 1, '`');
    return "\n" + fence + "text\n" + text + (text.ends_with('\n') ? "" : "\n") + fence + "\n\n";
}

std::string markdown_head(const GradeReport& report) {
    std::string text = "## " + score_text(points_of(report), max_points_of(report)) + "\n\n";
    text += fmt::format("**{}**: {}, {}, graded at {}\n\n", markdown_text(tree_text(report)),
                        markdown_code(report.submission), markdown_text(device_text(report.device)),
                        markdown_text(report.graded_at));
    if (!report.complete)
        text += "**INCOMPLETE:** " + markdown_text(report.incomplete_reason) + "\n\n";
    for (const std::string& warning : report.warnings)
        text += "**Warning:** " + markdown_text(warning) + "\n\n";
    const std::string hidden = hidden_text(hidden_of(report));
    return text + (hidden.empty() ? "" : markdown_text(hidden) + "\n\n");
}

std::string markdown_table(const GradeReport& report) {
    std::string text = "| | lesson | verdict | points | ran on | why |\n"
                       "|---|---|---|--:|---|---|\n";
    for (const GradedLesson& lesson : report.lessons) {
        const Result& result = lesson.result;
        text +=
            fmt::format("| {} | {} {} | {} | {} / {} | {} | {} |\n",
                        sign_of(outcome_of(result.verdict)), markdown_code(result.lesson),
                        markdown_text(lesson.title), markdown_text(spoken(result.verdict)),
                        points_text(result.points), points_text(result.max_points),
                        markdown_text(device_text(result.device)), markdown_code(lesson.reason));
    }
    return text + "\n";
}

std::string markdown_message(const Message& message) {
    std::string text = "**" + markdown_text(spoken(message.verdict)) + "**";
    if (!message.test_case.empty()) text += " in " + markdown_code(message.test_case);
    const std::string place = place_of(message);
    if (!place.empty()) text += ", " + markdown_code(place);
    return text + "\n" + (message.text.empty() ? "\n" : markdown_block(message.text));
}

std::string markdown_cases(const GradedLesson& lesson) {
    std::string text;
    for (const GradedCase& graded : lesson.cases) {
        text += fmt::format(
            "- {} {}: {}{}\n", sign_of(outcome_of(graded.verdict)), markdown_code(graded.name),
            score_text(graded.points, graded.max_points), graded.hidden ? " (hidden)" : "");
    }
    const std::string hidden = hidden_text(lesson.hidden);
    if (!hidden.empty()) text += "- " + hidden + "\n";
    return text + (text.empty() ? "" : "\n");
}

// Empty where the table has said all.
std::string markdown_lesson(const GradedLesson& lesson) {
    const Result& result = lesson.result;
    std::string inside = markdown_cases(lesson);
    for (const Message& message : result.messages) inside += markdown_message(message);
    for (const std::string& note : result.notes) inside += "Note:\n" + markdown_block(note);
    if (!result.printed.empty()) inside += "The code printed:\n" + markdown_block(result.printed);
    if (inside.empty()) return "";
    return fmt::format("<details><summary>{} {}: {}</summary>\n\n",
                       sign_of(outcome_of(result.verdict)), markdown_code(result.lesson),
                       markdown_text(spoken(result.verdict))) +
           inside + "</details>\n\n";
}

} // namespace

std::string markdown_grade(const GradeReport& report, std::size_t most_bytes) {
    const std::string left_out = "Too long: the details of some lessons are left out.\n";
    std::string text = markdown_head(report) + markdown_table(report);
    bool complete = true;
    for (const GradedLesson& lesson : report.lessons) {
        const std::string section = markdown_lesson(lesson);
        const bool fits = text.size() + section.size() + left_out.size() <= most_bytes;
        if (fits) text += section;
        complete = complete && fits;
    }
    while (text.ends_with("\n\n")) text.pop_back();
    return complete ? text : text + "\n" + left_out;
}

std::string markdown_grade(const GradeReport& report) {
    return markdown_grade(report, std::numeric_limits<std::size_t>::max());
}

} // namespace workbook::cli
