// The run that a page needs for its arrays: each access of some launches is kept, which is too much
// for all of them.
#pragma once

#include "cli/profile/page/parts.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace workbook::cli {

struct SecondRun {
    std::string arrays;             // the check program's option --arrays; "": nothing is wanted
    std::vector<std::string> cases; // that are run; empty: all
    std::map<std::uint64_t, std::uint64_t> numbers{}; // of a launch in the first run: in this one
    std::uint64_t launches = 0;                       // that this one has to have; 0: it may differ
};

// Runs everything as the first time did. The block of a race in shared memory and the address of
// a fault are told.
SecondRun whole_run(const std::vector<PageLaunch>& wanted);

// Runs only the cases that hold the launches. Everything, where addresses matter (those of a case
// depend on the cases before it), where a launch serves a promise (which repeats calls of other
// cases), or where the profile does not have every launch.
SecondRun short_run(const std::vector<PageLaunch>& wanted);

// Has the program run once more and takes over the arrays of these launches, which are its own.
void add_arrays(ProfiledProgram& program, const std::vector<PageLaunch>& wanted);

} // namespace workbook::cli
