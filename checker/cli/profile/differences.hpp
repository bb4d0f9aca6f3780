// What one program's launch does more than another's, in sentences.
#pragma once

#include "cli/profile/source.hpp"

#include <string>
#include <vector>

namespace workbook::cli {

struct LaunchDifference {
    std::string text;  // "writes 20,480 sectors of global memory, not 2,048: most of ..."
    int line = 0;      // that most of it is in; 0: none is known
    double cycles = 0; // what it weighs (remarks.cpp)
};

// What weighs most comes first; what is a small part of the launch is not said.
std::vector<LaunchDifference> launch_differences(const ProgramSource& source,
                                                 const LaunchProfile& launch,
                                                 const ProgramSource& other_source,
                                                 const LaunchProfile& other, std::size_t most = 3);

} // namespace workbook::cli
