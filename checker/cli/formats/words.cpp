#include "cli/formats/words.hpp"

#include "wire/points.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

namespace workbook::cli {
namespace {

std::vector<GradedCase> cases_that(const GradedLesson& lesson, bool hidden) {
    std::vector<GradedCase> chosen;
    std::ranges::copy_if(lesson.cases, std::back_inserter(chosen),
                         [hidden](const GradedCase& graded) { return graded.hidden == hidden; });
    return chosen;
}

} // namespace

Outcome outcome_of(const std::string& verdict) {
    if (verdict == passed) return Outcome::pass;
    if (verdict == not_started || verdict == skipped) return Outcome::skip;
    return verdict == grader_error || verdict == not_graded ? Outcome::error : Outcome::fail;
}

const char* sign_of(Outcome outcome) {
    switch (outcome) {
    case Outcome::pass:
        return "✓";
    case Outcome::fail:
        return "✗";
    case Outcome::skip:
        return "-";
    case Outcome::error:
        break;
    }
    return "!";
}

std::string points_text(double points) { return wire::points_text(points); }

std::string score_text(double points, double max_points) {
    return fmt::format("{} of {} point{}", points_text(points), points_text(max_points),
                       max_points == 1 ? "" : "s");
}

std::string hidden_text(const HiddenSummary& hidden) {
    if (hidden.cases == 0) return "";
    return fmt::format("hidden cases: {} of {} passed", hidden.passed, hidden.cases);
}

std::string device_text(const std::string& device) { return device.empty() ? "not run" : device; }

const char* device_kind(const std::string& device) {
    if (device.empty()) return "none";
    std::string lower;
    for (const char c : device)
        lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (!lower.starts_with("virtual gpu")) return "gpu";
    return lower.find(and_device) == std::string::npos ? "virtual" : "both";
}

std::string quoted(std::vector<std::string> names) {
    constexpr std::size_t most_names = 4;
    const std::size_t more = names.size() - std::min(names.size(), most_names);
    names.resize(names.size() - more);
    return fmt::format("\"{}\"{}", fmt::join(names, "\", \""),
                       more == 0 ? "" : fmt::format(" and {} more", more));
}

std::string tree_text(const GradeReport& report) {
    if (report.tree == "solutions")
        return "Graded: the SOLUTIONS tree, solutions/: not a student's files";
    return report.is_submission ? "Graded: the files of the submission"
                                : "Graded: this checkout's own " + report.tree + "/";
}

std::string place_of(const Message& message) {
    if (message.file.empty()) return "";
    return message.line > 0 ? fmt::format("{}:{}", message.file, message.line) : message.file;
}

std::string message_text(const Message& message) {
    const std::string place = place_of(message);
    if (place.empty()) return message.text;
    return message.text + (message.text.empty() ? "" : "\n") + "at " + place;
}

std::vector<GradedCase> visible_cases(const GradedLesson& lesson) {
    return cases_that(lesson, false);
}

std::vector<GradedCase> hidden_cases(const GradedLesson& lesson) {
    return cases_that(lesson, true);
}

bool is_hidden(const GradedLesson& lesson, const Message& message) {
    return message.hidden || std::ranges::any_of(lesson.cases, [&](const GradedCase& graded) {
               return graded.hidden && graded.name == message.test_case;
           });
}

} // namespace workbook::cli
