// Which launch of a kernel a page shows, where none was asked for.
#pragma once

#include "cli/profile/program.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace workbook::cli {

// How near a launch is to the failure: first 2 if it ran a line that the check's message names, and
// 1 more if it is of the case that failed first. If both hold, an earlier call is nearer, since
// what failed first is reported first. Both are 0 after a check that passed.
using Nearness = std::pair<int, std::int64_t>;
Nearness nearness_to_failure(const ProfiledProgram& program, const LaunchProfile& launch);

// Where the check counted too much in the launch, and its words on that: what the first message
// says that names a line. Nothing if the launch did not run that line.
struct ToldFailure {
    int line = 0;
    std::string words; // "too many additions to the sums"
};
std::optional<ToldFailure> failure_told_of(const ProfiledProgram& program,
                                           const LaunchProfile& launch);

// How much more a launch costs than the one beside it, in the cycles of `cycles_of`.
using ExtraCost = std::function<double(const LaunchProfile&)>;

// One launch of each kernel: the nearest to the failure first, then the biggest. A
// launch of the case that failed comes before others, then those of the call of whose counters the
// check asked most; launches of calls that were repeated for a promise come last, since their data
// and sizes say nothing of the kernel. Among equals, with a program beside it, the one that costs
// most beyond the other's is chosen; else the one that wastes most if that is much, else the
// biggest.
std::vector<const LaunchProfile*> telling_launches(const ProfiledProgram& program,
                                                   const ExtraCost& extra = {});

} // namespace workbook::cli
