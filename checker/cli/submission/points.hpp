// Makes points of what the checkers said, and says why some are missing.
#pragma once

#include "cli/formats/grade_report.hpp"

namespace workbook::cli {

// Enters the verdict, the cases and the points. A lesson's points are shared out by the weights of
// all its cases, the hidden ones included. `hidden` may be null. Only `show_hidden` lets more of
// the hidden cases into `lesson` than their counts.
void settle(GradedLesson& lesson, const Result& visible, const Result* hidden, bool show_hidden);

} // namespace workbook::cli
