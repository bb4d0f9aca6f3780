#include "cli/commands/grade_class.hpp"

#include "cli/commands/command_line.hpp"
#include "cli/formats/safe_text.hpp"

#include <fmt/core.h>

namespace workbook::cli {

bool grade_and_show_class(const Course& course, const std::vector<const Lesson*>& lessons,
                          const ClassOptions& options) {
    const auto outcome = grade_class(course, lessons, options);
    std::string text = write_class(outcome.report, "console", style_of_output());
    if (outcome.known > 0)
        text += fmt::format("{} had been graded before and are the same.\n", outcome.known);
    const auto folder = safe_line(options.output.string());
    text += fmt::format("The table: {}/table.html, .csv, .json; a report each: {}/reports\n",
                        folder, folder);
    print(text);
    return outcome.report.complete;
}

} // namespace workbook::cli
