#include "cli/formats/grade_report.hpp"

#include <algorithm>

namespace workbook::cli {

const char* name_of(Detail detail) { return detail_names[static_cast<std::size_t>(detail)]; }

std::optional<Detail> detail_named(const std::string& name) {
    const auto* const found = std::ranges::find(detail_names, name);
    if (found == detail_names.end()) return std::nullopt;
    return static_cast<Detail>(found - detail_names.begin());
}

double points_of(const GradeReport& report) {
    double sum = 0;
    for (const GradedLesson& lesson : report.lessons) sum += lesson.result.points;
    return sum;
}

double max_points_of(const GradeReport& report) {
    double sum = 0;
    for (const GradedLesson& lesson : report.lessons) sum += lesson.result.max_points;
    return sum;
}

HiddenSummary hidden_of(const GradeReport& report) {
    HiddenSummary sum;
    for (const GradedLesson& lesson : report.lessons) {
        sum.cases += lesson.hidden.cases;
        sum.passed += lesson.hidden.passed;
        sum.points += lesson.hidden.points;
        sum.max_points += lesson.hidden.max_points;
    }
    return sum;
}

} // namespace workbook::cli
