// Which lines two sources have in common.
#pragma once

#include <string>
#include <vector>

namespace workbook::cli {

// A line of either source, or one that both have; 0: it is not in that one.
struct PairedLine {
    int first = 0, second = 0;
};

// The longest common sequence of lines keeps its order, the rest stands between.
std::vector<PairedLine> pair_lines(const std::vector<std::string>& a,
                                   const std::vector<std::string>& b);

} // namespace workbook::cli
