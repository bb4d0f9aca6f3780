// `grade --submissions`: the class's part of the command.
#pragma once

#include "cli/class/grade_class.hpp"

namespace workbook::cli {

// Grades, says what there is to say and returns whether all are graded. Throws UserError.
bool grade_and_show_class(const Course& course, const std::vector<const Lesson*>& lessons,
                          const ClassOptions& options);

} // namespace workbook::cli
