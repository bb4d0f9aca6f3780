// Collects what Catch2 reports about a run in a Report. The only place, with main.cpp, that knows
// Catch2's events.
#pragma once

#include "harness/case_report.hpp"

namespace workbook {

inline constexpr const char* reporter_name = "workbook";

// What the reporter fills. There is one run a program.
Report& current_report();

// The weight that a test case's tags give it: "[weight:2]"; 1 without. Negative for a tag that is
// no weight.
double weight_of_tags(const std::vector<std::string>& tags);

} // namespace workbook
