#include "cli/class/rounds.hpp"

#include "cli/formats/words.hpp"

#include <algorithm>

namespace workbook::cli {
namespace {

bool is_judged(const GradedLesson& lesson) {
    return outcome_of(lesson.result.verdict) != Outcome::error;
}

auto find_lesson(GradeReport& report, const std::string& name) {
    return std::ranges::find(report.lessons, name,
                             [](const GradedLesson& lesson) { return lesson.result.lesson; });
}

} // namespace

Round round_of(int attempt, const ClassBudget& budget) {
    if (attempt > 1) return Round::last;
    return budget.submissions * budget.lessons > 1 ? Round::first : Round::only;
}

std::vector<const Lesson*> lessons_left(const std::vector<const Lesson*>& lessons,
                                        const std::optional<GradeReport>& before) {
    if (!before) return lessons;
    GradeReport report = *before;
    std::vector<const Lesson*> left;
    for (const Lesson* lesson : lessons)
        if (const auto graded = find_lesson(report, lesson->name);
            graded == report.lessons.end() || !is_judged(*graded))
            left.push_back(lesson);
    return left.empty() ? lessons : left; // it was ended behind its last lesson
}

void add_round(std::optional<GradeReport>& report, GradeReport round) {
    if (!report) {
        report = std::move(round);
        return;
    }
    for (auto& lesson : round.lessons)
        if (const auto before = find_lesson(*report, lesson.result.lesson);
            before != report->lessons.end() && lesson.result.verdict != not_graded)
            *before = std::move(lesson);
    for (auto& warning : round.warnings)
        if (std::ranges::find(report->warnings, warning) == report->warnings.end())
            report->warnings.push_back(std::move(warning));
    report->graded_at = round.graded_at;
    report->execution_seconds += round.execution_seconds;
    report->device = devices_of(*report);
    report->complete = unjudged_lessons(*report) == 0;
    report->incomplete_reason = report->complete ? "" : round.incomplete_reason;
}

} // namespace workbook::cli
