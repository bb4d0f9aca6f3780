// The marked regions of a stub and of its solution, and what lies around them.
//
//     // TODO 1: what is to be done          // Solution 1: why it is done so
//     ...                                    ...
//     // end of TODO 1                       // end of Solution 1
//
// Outside the regions a stub and its solution are the same, so that what a student is given is what
// the solution was tested with.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace workbook::cli {

struct Line {
    int number = 0;
    std::string text;
};

struct Regions {
    int count = 0;
    std::vector<Line> outside;        // a region stands as one line "region 1"
    std::optional<std::string> error; // "line 12: ..."
};

// `word` is "TODO" or "Solution".
Regions read_regions(const std::string& text, const std::string& word);

// How a stub and its solution disagree, in one sentence; nothing if they do not.
std::optional<std::string> disagreement(const std::string& stub, const std::string& solution);

} // namespace workbook::cli
