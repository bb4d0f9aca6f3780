// The class on one page: what to talk about in the next lecture, then one row per student.
#include "cli/formats/class_report.hpp"
#include "cli/formats/html_parts.hpp"
#include "cli/formats/words.hpp"

#include <fmt/core.h>

namespace workbook::cli {
namespace {

// Many lessons are wider than any screen; the names stay where they are.
constexpr const char* class_style = R"(
body { max-width: none; } .wide { overflow-x: auto; } .wide th, .wide td { white-space: nowrap; }
.wide th:first-child, .wide td:first-child { position: sticky; left: 0; background: var(--page); }
.wide td.remark { white-space: normal; min-width: 16rem; }
)";

std::string html_sightings(const char* title, const std::vector<Sighting>& sightings,
                           std::size_t rows) {
    if (sightings.empty()) return "";
    std::string text = fmt::format("<p>{}</p>\n<ul>\n", title);
    for (const auto& one : sightings)
        text += fmt::format("<li>{} of {}: {} <span class=\"soft\">(such as {})</span></li>\n",
                            one.count, rows, html_text(one.text), html_text(one.example));
    return text + "</ul>\n";
}

std::string html_class_lesson(const ClassLesson& lesson, std::size_t rows) {
    std::string verdicts;
    for (const auto& one : lesson.verdicts)
        verdicts +=
            fmt::format("{}{} {}", verdicts.empty() ? "" : ", ", one.count, html_verdict(one.text));
    return fmt::format("<details{}>\n<summary>{}: {}</summary>\n{}{}</details>\n",
                       lesson.symptoms.empty() ? "" : " open", html_text(lesson.name), verdicts,
                       html_sightings("The commonest symptoms:", lesson.symptoms, rows),
                       html_sightings("The cases that fail most:", lesson.cases, rows));
}

std::string html_class_row(const ClassRow& row) {
    std::string remarks = row.failure.empty() ? "" : html_text(row.failure);
    for (const auto& warning : row.warnings)
        remarks += (remarks.empty() ? "" : "<br>") + html_text(warning);
    std::string who = html_text(row.student);
    for (const auto* more : {&row.student_id, &row.email})
        if (!more->empty()) who += (who.empty() ? "" : ", ") + html_text(*more);
    if (row.late) who += who.empty() ? "late" : ", late";
    std::string text = fmt::format(
        "<tr><td>{}<br><span class=\"soft\">{}</span></td><td class=\"number\">{}</td>",
        html_text(row.label), who,
        row.complete ? fmt::format("{} / {}", points_text(row.points), points_text(row.max_points))
                     : "<span class=\"verdict error\">! not complete</span>");
    for (const auto& result : row.results) {
        const bool judged = outcome_of(result.verdict) != Outcome::error;
        text += fmt::format("<td>{}<br><span class=\"soft\">{}</span></td>",
                            html_verdict(result.verdict), judged ? points_text(result.points) : "");
    }
    return text + "<td class=\"remark\">" + remarks + "</td></tr>\n";
}

std::string html_class_table(const ClassReport& report) {
    std::string text = "<div class=\"wide\">\n<table>\n<thead><tr><th>submission</th>"
                       "<th class=\"number\">points</th>";
    for (const auto& lesson : report.lessons) text += "<th>" + html_text(lesson.name) + "</th>";
    text += "<th>remarks</th></tr></thead>\n<tbody>\n";
    for (const auto& row : report.rows) text += html_class_row(row);
    return text + "</tbody>\n</table>\n</div>\n";
}

} // namespace

std::string class_html(const ClassReport& report) {
    std::string body = fmt::format("<h1>Class: {} submissions</h1>\n", report.rows.size());
    body +=
        fmt::format("<p class=\"soft\">{} graded. {}, workbook {}.</p>\n", complete_rows(report),
                    html_text(report.graded_at), html_text(report.workbook_version));
    if (!report.complete)
        body += "<p class=\"warning\"><strong>Not complete.</strong> " +
                html_text(report.incomplete_reason) + "</p>\n";
    for (const auto& warning : report.warnings)
        body += "<p class=\"warning\">" + html_text(warning) + "</p>\n";
    body += "<h2>Lesson by lesson</h2>\n";
    for (const auto& lesson : report.lessons) body += html_class_lesson(lesson, report.rows.size());
    body += "<h2>Submission by submission</h2>\n" + html_class_table(report);
    return html_page("Class: CUDA workbook", body, class_style);
}

} // namespace workbook::cli
