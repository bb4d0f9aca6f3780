// What the instructor reads at the end: the whole class in numbers. The lines of students are in
// the table.
#include "cli/formats/class_report.hpp"
#include "cli/formats/words.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace workbook::cli {
namespace {

std::string class_failures(const ClassReport& report, const TextStyle& style) {
    std::string text;
    for (const auto& row : report.rows)
        if (!row.complete)
            text += coloured(
                Colour::red,
                indented(fmt::format("[!] {}: {}", row.label, row.failure), 2, style.width), style);
    return text;
}

std::string class_lesson(const ClassReport& report, const ClassLesson& lesson,
                         const TextStyle& style) {
    std::vector<std::string> verdicts;
    for (const auto& one : lesson.verdicts)
        verdicts.push_back(fmt::format("{} {}", one.count, spoken(one.text)));
    std::string text = "\n" + coloured(Colour::bold, lesson.name, style) + "\n";
    text += indented(fmt::format("{}", fmt::join(verdicts, ", ")), 2, style.width);
    for (const auto& one : lesson.symptoms)
        text += indented(fmt::format("{} of {}: {} (such as {})", one.count, report.rows.size(),
                                     one.text, one.example),
                         4, style.width);
    for (const auto& one : lesson.cases)
        text += indented(fmt::format("{} fail \"{}\"", one.count, one.text), 4, style.width);
    return text;
}

} // namespace

std::string class_console(const ClassReport& report, const TextStyle& style) {
    std::string text =
        coloured(Colour::bold, fmt::format("== Class: {} submissions ==", report.rows.size()),
                 style) +
        "\n";
    for (const auto& lesson : report.lessons) text += class_lesson(report, lesson, style);
    double sum = 0, most = 0;
    const auto complete = complete_rows(report);
    for (const auto& row : report.rows) {
        most = row.max_points;
        if (row.complete) sum += row.points;
    }
    text += fmt::format("\n{} of {} submissions graded", complete, report.rows.size());
    if (complete > 0)
        text +=
            fmt::format("; on average {}", score_text(sum / static_cast<double>(complete), most));
    text += "\n";
    for (const auto& warning : report.warnings)
        text += coloured(Colour::yellow, indented("Warning: " + warning, 0, style.width), style);
    if (!report.complete) {
        text +=
            coloured(Colour::red,
                     indented("NOT COMPLETE: " + report.incomplete_reason, 0, style.width), style);
        text += class_failures(report, style);
    }
    return text;
}

} // namespace workbook::cli
