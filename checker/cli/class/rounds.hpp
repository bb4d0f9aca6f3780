// What of a submission is graded in another round, and what its report has of each round.
#pragma once

#include "cli/class/attempt.hpp"
#include "cli/class/budget.hpp"

#include <optional>
#include <vector>

namespace workbook::cli {

// The round of the attempt with that number, from 1: the first is alone only where no other fits.
Round round_of(int attempt, const ClassBudget& budget);

// The lessons of which an earlier round's report says nothing yet; all where there is none.
std::vector<const Lesson*> lessons_left(const std::vector<const Lesson*>& lessons,
                                        const std::optional<GradeReport>& before);

// Enters what a round has found out about some lessons.
void add_round(std::optional<GradeReport>& report, GradeReport round);

} // namespace workbook::cli
