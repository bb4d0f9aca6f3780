// The board: every lesson with its verdict, how far one has come, and what to work on next.
#pragma once

#include "cli/result.hpp"

#include <string>

namespace workbook::cli {

// `results` are those of all the course's lessons, in its order.
std::string board(const Course& course, const std::vector<Result>& results);

// The first lesson that has not passed and whose needs have; else the first that has not passed;
// null when all have.
const Result* next_to_work_on(const Course& course, const std::vector<Result>& results);

} // namespace workbook::cli
