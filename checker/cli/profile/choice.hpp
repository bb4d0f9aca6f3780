// Which launch of a kernel a page shows, where none was asked for.
#pragma once

#include "cli/profile/program.hpp"

#include <vector>

namespace workbook::cli {

// One launch of each kernel, the biggest kernel first. A launch of the case that failed comes
// before others, then those of the call of whose counters the check asked most; launches of calls
// that were repeated for a promise come last, since their data and sizes say nothing of the kernel.
// Among equals the one that wastes most is chosen if that is much, else the biggest.
std::vector<const LaunchProfile*> telling_launches(const ProfiledProgram& program);

} // namespace workbook::cli
