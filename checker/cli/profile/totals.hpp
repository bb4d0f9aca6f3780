// The totals of a launch in plain words, alone and beside another's.
#pragma once

#include "cli/profile/data.hpp"

#include <string>

namespace workbook::cli {

// "grid 8 x 16, block 32 x 8; launch 17 of 21, the biggest of this kernel; in the case "any
// shape"": the 17th of all 21 launches of the run.
std::string launch_heading(const Profile& profile, const LaunchProfile& launch);

// A few lines, indented by two; each says what its numbers are.
std::string totals_text(const LaunchProfile& launch, std::size_t width);

// A table of both, with how many times as much the second has.
std::string totals_beside(const LaunchProfile& first, const std::string& first_name,
                          const LaunchProfile& second, const std::string& second_name);

// Every launch of the run in a row, for --launches.
std::string launch_list(const Profile& profile);

} // namespace workbook::cli
