// Leaves out of a lesson what its reader is not to see.
#pragma once

#include "cli/formats/grade_report.hpp"

#include <cstdint>
#include <string>

namespace workbook::cli {

// Messages, notes and what the code printed, as `detail` allows.
void redact(GradedLesson& lesson, Detail detail);

// Hides the seed where a text names it.
void hide_seed(Result& result, std::uint64_t seed);

// "element 17 is 3.5e-7: look at ..." -> "element ... is ...: look at ...": the first sentence, or
// two lines where the first only introduces the second, without numbers.
std::string symptom_of(const std::string& text);

} // namespace workbook::cli
