// Reads back what json_grade() wrote.
#pragma once

#include "cli/formats/grade_report.hpp"

#include <optional>
#include <string>

namespace workbook::cli {

// Nothing where the text is no report of this version's form.
std::optional<GradeReport> read_grade(const std::string& json);

} // namespace workbook::cli
