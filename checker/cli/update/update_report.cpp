// What `workbook update` says when it is done: which files are new, gone or in conflict.
#include "cli/line_diff.hpp"
#include "cli/terminal.hpp"
#include "cli/update/update.hpp"

#include <fmt/core.h>

namespace workbook::cli {
namespace {

std::string named_files(const std::string& heading, const std::vector<std::string>& files) {
    if (files.empty()) return "";
    std::string text = "\n" + indented(heading, 0);
    for (const auto& file : files) text += "  " + file + "\n";
    return text;
}

std::string conflict_report(const Course& course, const StubConflict& conflict) {
    const auto lesson = std::filesystem::path(conflict.file).parent_path().filename().string();
    std::string text = "\n" + coloured(Colour::yellow, conflict.file) +
                       ": there is a new stub; your file stays.\n";
    if (!conflict.diff.empty())
        text += "What has changed in the stub:\n" + coloured_diff(conflict.diff);
    text += indented(fmt::format("The new stub: {}\n"
                                 "Take over into your file what you need of it; or begin anew with "
                                 "it, your file is kept then: ./workbook reset {}",
                                 shown_path(course, conflict.fresh), lesson),
                     2);
    return text;
}

} // namespace

std::string update_report(const Course& course, const UpdateReport& report) {
    const auto changes = report.replaced.size() + report.added.size() + report.removed.size();
    if (changes == 0 && report.conflicts.empty())
        return fmt::format("This is the version of {} already.\n{}", report.source,
                           report.of_history.empty() ? "" : indented(report.of_history, 0));
    std::string text =
        fmt::format("Updated from {}: {} files replaced, {} added, {} removed.\n", report.source,
                    report.replaced.size(), report.added.size(), report.removed.size());
    text += fmt::format("Your work in {} lessons was not touched.\n", report.stays.size());
    for (const auto& conflict : report.conflicts) text += conflict_report(course, conflict);
    text += named_files("These lessons are gone from the course; your files stay:",
                        report.of_no_lesson);
    text += named_files("You had changed these files, and so has the course. It has the new ones "
                        "now; yours are kept (below):",
                        report.edits_kept);
    text += named_files("You have changed these files, the course has not; yours stay:",
                        report.edits_stay);
    if (!report.of_history.empty()) text += "\n" + indented(report.of_history, 0);
    if (!report.kept.empty())
        text += "\nWhat was replaced is kept: " + shown_path(course, report.kept) + "\n";
    if (!report.of_kept.empty())
        text += indented(fmt::format("It cannot be moved to .workbook/kept/ ({}). Make that folder "
                                     "yours; the next update moves it.",
                                     report.of_kept),
                         0);
    return text + "Build and check with it: ./workbook\n";
}

} // namespace workbook::cli
