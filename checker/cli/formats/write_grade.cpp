#include "cli/formats/write_grade.hpp"

#include "cli/formats/formats.hpp"
#include "cli/formats/safe_text.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>

namespace workbook::cli {
namespace {

struct GradeFormat {
    const char* name;
    std::string (*write)(const GradeReport&);
};

std::string plain_console(const GradeReport& report) { return console_grade(report, TextStyle{}); }

std::string github_log_and_summary(const GradeReport& report) {
    const char* file = std::getenv("GITHUB_STEP_SUMMARY");
    const std::string path = file == nullptr ? "" : file;
    const std::string failure = path.empty() ? "" : append_github_summary(report, path);
    return github_grade(report, random_github_token(), failure);
}

constexpr GradeFormat grade_writers[] = {{"console", plain_console},
                                         {"json", json_grade},
                                         {"junit", junit_grade},
                                         {"gradescope", gradescope_grade},
                                         {"classroom50", classroom50_grade},
                                         {"github", github_log_and_summary},
                                         {"csv", csv_grade},
                                         {"markdown", markdown_grade},
                                         {"html", html_grade}};

} // namespace

const std::vector<std::string>& grade_formats() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (const GradeFormat& format : grade_writers) all.emplace_back(format.name);
        return all;
    }();
    return names;
}

std::string write_grade(const GradeReport& report, const std::string& format,
                        const WriteOptions& options) {
    const auto* writer = std::ranges::find(grade_writers, format, &GradeFormat::name);
    if (writer == std::end(grade_writers)) {
        throw UserError(fmt::format("there is no format \"{}\"; there are {}", format,
                                    fmt::join(grade_formats(), ", ")));
    }
    const GradeReport safe = safe_report(report);
    const bool terminal = format == "console" && options.for_terminal;
    const std::string text =
        terminal ? console_grade(safe, style_of_output()) : writer->write(safe);
    // Any format may be printed in a CI job; only this one talks to its runner.
    return format == "github" ? text : without_runner_commands(text);
}

} // namespace workbook::cli
