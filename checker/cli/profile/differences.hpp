// What one program's launch does more than another's, in sentences.
#pragma once

#include "cli/profile/source.hpp"

#include <string>
#include <vector>

namespace workbook::cli {

struct LaunchDifference {
    std::string text;       // "writes 20,480 sectors of global memory, not 2,048: most of ..."
    int line = 0;           // that most of it is in; 0: none is known
    double cycles = 0;      // what it weighs (weights.hpp)
    bool is_little = false; // of the launch
};

// What weighs most comes first. What is a small part of the launch is not said, unless there is
// nothing else: then the greatest of it.
std::vector<LaunchDifference> launch_differences(const ProgramSource& source,
                                                 const LaunchProfile& launch,
                                                 const ProgramSource& other_source,
                                                 const LaunchProfile& other, std::size_t most = 3);

} // namespace workbook::cli
