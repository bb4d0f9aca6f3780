#include "cli/submission/points.hpp"

#include "cli/formats/words.hpp"
#include "wire/points.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace workbook::cli {
namespace {

std::string verdict_of_case(const Result& result, const CheckedCase& row) {
    if (row.passed) return passed;
    const auto message = std::ranges::find(result.messages, row.name, &Message::test_case);
    return message == result.messages.end() ? result.verdict : message->verdict;
}

// The cases of one checker with their points; each has 0 if the checker gave no points.
std::vector<GradedCase> cases_with_points(const Result& result, double points_of_weight) {
    std::vector<GradedCase> cases;
    const bool counts = result.points > 0;
    for (const auto& row : result.cases) {
        const double most = points_of_weight * row.weight;
        cases.push_back({.name = row.name,
                         .points = row.passed && counts ? most : 0,
                         .max_points = most,
                         .passed = row.passed,
                         .verdict = verdict_of_case(result, row)});
    }
    return cases;
}

std::string names_of_failed(const std::vector<GradedCase>& cases) {
    std::vector<std::string> names;
    for (const auto& row : cases)
        if (!row.passed && !row.hidden) names.push_back(row.name);
    return names.empty() ? "" : "; not passed: " + quoted(std::move(names));
}

std::string reason_for(const GradedLesson& lesson) {
    const Result& result = lesson.result;
    if (result.verdict == passed) return "";
    if (lesson.cases.empty()) return fmt::format("No case counts: {}.", spoken(result.verdict));
    std::ptrdiff_t visible = 0, good = 0;
    for (const auto& row : lesson.cases) {
        visible += row.hidden ? 0 : 1;
        good += !row.hidden && row.passed ? 1 : 0;
    }
    std::string text =
        fmt::format("{} of {} cases passed{}", good, visible, names_of_failed(lesson.cases));
    if (lesson.hidden.cases > 0)
        text += fmt::format("; {} of {} hidden cases passed", lesson.hidden.passed,
                            lesson.hidden.cases);
    text += ".";
    return result.remark.empty() ? text : text + " " + result.remark;
}

} // namespace

void settle(GradedLesson& lesson, const Result& visible, const Result* hidden, bool show_hidden) {
    const double most = lesson.result.max_points;
    const double weights =
        wire::weight_of(visible.cases) + (hidden ? wire::weight_of(hidden->cases) : 0);
    const double points_of_weight = weights > 0 ? most / weights : 0;
    lesson.result = visible;
    lesson.cases = cases_with_points(visible, points_of_weight);
    lesson.result.cases.clear();
    double earned = 0;
    for (const auto& row : lesson.cases) earned += row.points;
    if (hidden) {
        for (auto& row : cases_with_points(*hidden, points_of_weight)) {
            ++lesson.hidden.cases;
            lesson.hidden.passed += row.passed ? 1 : 0;
            lesson.hidden.points += row.points;
            lesson.hidden.max_points += row.max_points;
            row.hidden = true;
            if (show_hidden) lesson.cases.push_back(std::move(row));
        }
        earned += lesson.hidden.points;
        lesson.hidden.points = wire::rounded_points(lesson.hidden.points);
        lesson.hidden.max_points = wire::rounded_points(lesson.hidden.max_points);
        // A program that keeps the hidden checker from its end must not gain by it.
        if (hidden->cases.empty()) earned = 0;
        // Our own failure must be seen, whatever the visible cases say.
        if (hidden->verdict == grader_error)
            lesson.result.verdict = grader_error;
        else if (lesson.result.verdict == passed && hidden->verdict != passed)
            lesson.result.verdict = hidden_failed;
        for (Message message : hidden->messages) {
            message.hidden = true;
            if (show_hidden) lesson.result.messages.push_back(std::move(message));
        }
    }
    // Where the checker tells no cases, its own word on the points is all there is.
    lesson.result.points = weights > 0 ? wire::rounded_points(earned) : visible.points;
    lesson.result.max_points = most;
    lesson.reason = reason_for(lesson);
    if (hidden && hidden->cases.empty())
        lesson.reason += " The hidden cases did not come to their end, so nothing counts.";
}

} // namespace workbook::cli
