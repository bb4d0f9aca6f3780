#include "cli/formats/grade_report.hpp"

namespace workbook::cli {

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
