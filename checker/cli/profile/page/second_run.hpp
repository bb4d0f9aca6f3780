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
    std::map<std::uint64_t, std::uint64_t>
        numbers{};              // by a launch's number in the first run: its number in this one
    std::uint64_t launches = 0; // that this one has to have; 0: it may differ
};

// Runs only the cases that hold the launches. It runs all cases as the first time did if addresses
// matter (those of a case depend on the cases before it), if a launch serves a promise (which
// repeats calls of other cases), or if the profile does not have every launch. The option names the
// block of a race in shared memory and the address of a fault.
SecondRun short_run(const std::vector<PageLaunch>& wanted);

// Has the program run once more and takes over the arrays of these launches, which are its own.
void add_arrays(ProfiledProgram& program, const std::vector<PageLaunch>& wanted);

} // namespace workbook::cli
