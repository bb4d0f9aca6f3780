#include "cli/formats/class_report.hpp"

#include "cli/formats/safe_text.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace workbook::cli {
namespace {

void make_lines_safe(const std::vector<std::string*>& lines) {
    for (std::string* line : lines) *line = safe_line(*line);
}

void make_safe(std::vector<Sighting>& sightings) {
    for (auto& one : sightings) make_lines_safe({&one.text, &one.example});
}

} // namespace

std::size_t complete_rows(const ClassReport& report) {
    return static_cast<std::size_t>(std::ranges::count(report.rows, true, &ClassRow::complete));
}

ClassReport safe_class(ClassReport report) {
    make_lines_safe({&report.workbook_version, &report.graded_at, &report.incomplete_reason});
    for (auto& warning : report.warnings) warning = safe_line(warning);
    for (auto& row : report.rows) {
        make_lines_safe({&row.label, &row.student, &row.student_id, &row.email, &row.name,
                         &row.failure, &row.report});
        for (auto& result : row.results) result.verdict = safe_line(result.verdict);
        for (auto& warning : row.warnings) warning = safe_line(warning);
    }
    for (auto& lesson : report.lessons) {
        make_lines_safe({&lesson.name, &lesson.title, &lesson.part});
        for (auto* sightings : {&lesson.verdicts, &lesson.cases, &lesson.symptoms})
            make_safe(*sightings);
    }
    return report;
}

std::string write_class(const ClassReport& report, const std::string& format,
                        const TextStyle& style) {
    const ClassReport safe = safe_class(report);
    const auto text = [&] {
        if (format == "csv") return class_csv(safe);
        if (format == "json") return class_json(safe);
        if (format == "html") return class_html(safe);
        if (format == "console") return class_console(safe, style);
        throw UserError(fmt::format("there is no format \"{}\" of a class's table", format));
    };
    return without_runner_commands(text());
}

} // namespace workbook::cli
