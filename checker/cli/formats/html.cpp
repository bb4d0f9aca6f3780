// One page that needs nothing else: to open in a browser, to attach to a mail.
#include "cli/formats/formats.hpp"
#include "cli/formats/html_parts.hpp"
#include "cli/formats/html_style.hpp"
#include "cli/formats/words.hpp"
#include "cli/pages/colours.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace workbook::cli {
namespace {

const char* html_class(Outcome outcome) {
    switch (outcome) {
    case Outcome::pass:
        return "passed";
    case Outcome::fail:
        return "failed";
    case Outcome::skip:
        return "skipped";
    case Outcome::error:
        break;
    }
    return "error";
}

// Browsers drop a line break right after <pre>. So one is added, or the text's own would be lost.
std::string html_block(const std::string& text) { return "<pre>\n" + html_text(text) + "</pre>\n"; }

std::string html_head(const GradeReport& report) {
    const double points = points_of(report);
    const double most = max_points_of(report);
    const double share = most > 0 ? std::clamp(points / most * 100, 0.0, 100.0) : 0;
    std::string text =
        fmt::format("<h1>{}: {}</h1>\n", html_text(report.submission), score_text(points, most));
    text += fmt::format("<p><strong>{}</strong></p>\n", html_text(tree_text(report)));
    text += fmt::format("<p class=\"soft\">Ran on: {}. Graded at {}. Workbook {}.</p>\n",
                        html_text(device_text(report.device)), html_text(report.graded_at),
                        html_text(report.workbook_version));
    text += fmt::format("<div class=\"bar\"><div style=\"width: {:.1f}%\"></div></div>\n", share);
    const std::string hidden = hidden_text(hidden_of(report));
    if (!hidden.empty()) text += "<p>" + hidden + "</p>\n";
    if (!report.complete)
        text += "<p class=\"warning\"><strong>Incomplete.</strong> " +
                html_text(report.incomplete_reason) + "</p>\n";
    for (const std::string& warning : report.warnings)
        text += "<p class=\"warning\">" + html_text(warning) + "</p>\n";
    return text;
}

std::string html_table(const GradeReport& report) {
    std::string text = "<table>\n<thead><tr><th>lesson</th><th>verdict, ran on</th>"
                       "<th class=\"number\">points</th></tr>"
                       "</thead>\n<tbody>\n";
    for (const GradedLesson& lesson : report.lessons) {
        const Result& result = lesson.result;
        text += fmt::format(
            "<tr><td>{}<br><span class=\"soft\">{}</span></td>"
            "<td>{}<br><span class=\"soft\">{}</span></td><td class=\"number\">{} / {}</td></tr>\n",
            html_text(result.lesson), html_text(lesson.title), html_verdict(result.verdict),
            html_text(device_text(result.device)), points_text(result.points),
            points_text(result.max_points));
    }
    return text + "</tbody>\n</table>\n";
}

std::string html_cases(const GradedLesson& lesson) {
    std::string rows;
    for (const GradedCase& graded : lesson.cases) {
        rows += fmt::format(
            "<li>{}: {}, {}{}</li>\n", html_text(graded.name), html_verdict(graded.verdict),
            score_text(graded.points, graded.max_points), graded.hidden ? " (hidden)" : "");
    }
    const std::string hidden = hidden_text(lesson.hidden);
    if (!hidden.empty()) rows += "<li>" + hidden + "</li>\n";
    return rows.empty() ? "" : "<ul>\n" + rows + "</ul>\n";
}

std::string html_message(const Message& message) {
    std::string text = "<p>" + html_verdict(message.verdict);
    if (!message.test_case.empty()) text += " in “" + html_text(message.test_case) + "”";
    const std::string place = place_of(message);
    if (!place.empty()) text += "<br><span class=\"soft\">" + html_text(place) + "</span>";
    text += "</p>\n";
    return text + (message.text.empty() ? "" : html_block(message.text));
}

// Empty where the table has said all. What did not pass is unfolded.
std::string html_lesson(const GradedLesson& lesson) {
    const Result& result = lesson.result;
    std::string inside;
    if (!lesson.reason.empty()) inside += "<p>" + html_text(lesson.reason) + "</p>\n";
    inside += html_cases(lesson);
    for (const Message& message : result.messages) inside += html_message(message);
    for (const std::string& note : result.notes) inside += "<p>Note:</p>\n" + html_block(note);
    if (!result.printed.empty())
        inside += "<p>The code printed:</p>\n" + html_block(result.printed);
    if (inside.empty()) return "";
    const Outcome outcome = outcome_of(result.verdict);
    const bool open = outcome == Outcome::fail || outcome == Outcome::error;
    return fmt::format("<details{}>\n<summary>{}: {}, {}</summary>\n{}</details>\n",
                       open ? " open" : "", html_text(result.lesson), html_verdict(result.verdict),
                       score_text(result.points, result.max_points), inside);
}

} // namespace

std::string html_text(const std::string& text) {
    std::string escaped;
    for (const char c : text) {
        switch (c) {
        case '&':
            escaped += "&amp;";
            break;
        case '<':
            escaped += "&lt;";
            break;
        case '>':
            escaped += "&gt;";
            break;
        case '"':
            escaped += "&quot;";
            break;
        case '\'':
            escaped += "&#39;";
            break;
        default:
            escaped += c;
        }
    }
    return escaped;
}

std::string html_verdict(const std::string& verdict) {
    const Outcome outcome = outcome_of(verdict);
    return fmt::format("<span class=\"verdict {}\">{} {}</span>", html_class(outcome),
                       sign_of(outcome), html_text(spoken(verdict)));
}

std::string html_page(const std::string& title, const std::string& body, const std::string& style) {
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta http-equiv=\"Content-Security-Policy\" "
           "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
           html_text(title) + "</title>\n<style>" + std::string(assets::colours_css) + html_style +
           style + "</style>\n</head>\n<body>\n" + body + "</body>\n</html>\n";
}

std::string html_grade(const GradeReport& report) {
    std::string lessons;
    for (const GradedLesson& lesson : report.lessons) lessons += html_lesson(lesson);
    return html_page(report.submission + ": CUDA workbook",
                     html_head(report) + html_table(report) +
                         (lessons.empty() ? "" : "<h2>Lesson by lesson</h2>\n" + lessons));
}

} // namespace workbook::cli
