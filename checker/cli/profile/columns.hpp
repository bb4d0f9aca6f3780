// The margin beside the source: a row of numbers for each line that ran.
#pragma once

#include "cli/profile/data.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace workbook::cli {

struct Column {
    std::string heading;
    std::string meaning; // for the legend
    std::size_t width = 0;
    std::string (*text)(const LineProfile& line, const LaunchProfile& launch) = nullptr;
};

// Those that say something about this launch, as wide as `lines` need them: no columns of zeros.
// `spare_lanes`: the lanes, too, only where a line has few.
std::vector<Column> columns_for(const LaunchProfile& launch,
                                const std::map<int, const LineProfile*>& lines,
                                bool spare_lanes = false);

// What a line's mark says: '!' a fault or race was reported there, '*' something is wasted, else '
// '.
char mark_of(const LineProfile* line, const LaunchProfile& launch, bool has_fault);

// The headings, or a line's numbers ("" each if `line` is null), with a space between.
std::string margin_heading(const std::vector<Column>& columns);
std::string margin(const std::vector<Column>& columns, const LineProfile* line,
                   const LaunchProfile& launch);

// One row per column, and the marks that are used.
std::string legend(const std::vector<Column>& columns, const std::set<char>& marks);

} // namespace workbook::cli
