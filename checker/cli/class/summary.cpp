#include "cli/class/summary.hpp"

#include "cli/formats/words.hpp"
#include "cli/submission/redact.hpp"

#include <algorithm>
#include <limits>
#include <regex>
#include <set>

namespace workbook::cli {
namespace {

constexpr std::size_t most_listed = 5;
constexpr std::size_t most_bytes_of_symptom = 300;

// "n = 10, blocks of 32 threads:" says when it happened, the line behind it what.
std::string without_circumstances(const std::string& text) {
    const auto end = text.find('\n');
    if (end == std::string::npos || end == 0 || text[end - 1] != ':') return text;
    const auto next = text.find_first_not_of(" \n", end);
    return next == std::string::npos ? text : text.substr(next);
}

} // namespace

std::string symptom_for_class(const std::string& message) {
    // Long texts are a student's; regular expressions go deep on them.
    static const std::regex quoted(R"("[^"]{0,200}"|'[^']{0,200}')");
    static const std::regex kernel(R"(\bkernel (?:\w*_\w*|\w+(?=[,(:])))");
    std::string text = symptom_of(without_circumstances(message)).substr(0, most_bytes_of_symptom);
    text = std::regex_replace(text, quoted, "\"...\"");
    text = std::regex_replace(text, kernel, "kernel ...");
    std::ranges::replace(text, '\n', ' ');
    while (text.ends_with(' ') || text.ends_with(':')) text.pop_back();
    return text;
}

void Counter::add(const std::string& text, const std::string& submission) {
    auto& seen = seen_[text];
    if (seen.count++ > 0) return;
    seen.text = text;
    seen.example = submission;
}

std::vector<Sighting> Counter::commonest(std::size_t most) const {
    std::vector<Sighting> all;
    for (const auto& [text, sighting] : seen_) all.push_back(sighting);
    std::ranges::stable_sort(all, std::ranges::greater(), &Sighting::count);
    if (all.size() > most) all.resize(most);
    return all;
}

ClassSummary::ClassSummary(const GradeReport& lessons) {
    report_.workbook_version = lessons.workbook_version;
    for (const auto& lesson : lessons.lessons) {
        report_.lessons.push_back({.name = lesson.result.lesson,
                                   .title = lesson.title,
                                   .part = lesson.part,
                                   .max_points = lesson.result.max_points,
                                   .verdicts = {},
                                   .cases = {},
                                   .symptoms = {}});
        counts_.emplace_back();
    }
}

void ClassSummary::add(ClassRow row, const GradeReport& report) {
    row.points = points_of(report);
    row.max_points = max_points_of(report);
    row.complete = report.complete;
    row.warnings.insert(row.warnings.end(), report.warnings.begin(), report.warnings.end());
    for (std::size_t i = 0; i < counts_.size(); ++i) {
        const GradedLesson& lesson = report.lessons.at(i);
        row.results.push_back({lesson.result.verdict, lesson.result.points});
        counts_[i].verdicts.add(lesson.result.verdict, row.label);
        if (outcome_of(lesson.result.verdict) != Outcome::fail) continue;
        std::set<std::string> cases, symptoms;
        for (const auto& graded : lesson.cases)
            if (!graded.passed) cases.insert(graded.name);
        for (const auto& message : lesson.result.messages)
            symptoms.insert(symptom_for_class(message.text));
        for (const auto& name : cases) counts_[i].cases.add(name, row.label);
        for (const auto& symptom : symptoms)
            if (!symptom.empty()) counts_[i].symptoms.add(symptom, row.label);
    }
    report_.rows.push_back(std::move(row));
}

ClassReport ClassSummary::finish() const {
    ClassReport report = report_;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
        report.lessons[i].verdicts =
            counts_[i].verdicts.commonest(std::numeric_limits<std::size_t>::max());
        report.lessons[i].cases = counts_[i].cases.commonest(most_listed);
        report.lessons[i].symptoms = counts_[i].symptoms.commonest(most_listed);
    }
    return report;
}

} // namespace workbook::cli
