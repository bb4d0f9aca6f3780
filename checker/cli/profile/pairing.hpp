// Which launches a report shows, and which launch of another program stands beside one.
#pragma once

#include "cli/profile/choice.hpp"
#include "cli/profile/program.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace workbook::cli {

constexpr std::size_t most_kernel_pages = 5; // of one report

// One of each kernel, or, if `number` is not 0, the one of that number. Throws UserError if there
// is no such launch.
std::vector<const LaunchProfile*>
chosen_launches(const ProfiledProgram& program, std::uint64_t number, const ExtraCost& extra = {});

// The first program's, each with one of the second for the same call; `number` is the first's.
using LaunchPair = std::pair<const LaunchProfile*, const LaunchProfile*>;
std::vector<LaunchPair> compared_launches(const ProfiledProgram& first,
                                          const ProfiledProgram& second, std::uint64_t number,
                                          std::size_t most);

} // namespace workbook::cli
