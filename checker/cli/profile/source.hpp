// The source beside which the numbers stand.
#pragma once

#include "cli/profile/data.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace workbook::cli {

struct ProgramSource {
    std::string name;               // its path, as the person knows it
    std::string label;              // what it is called beside another: "yours", "solution"
    std::string file;               // the last component of its path: what the trace is compared by
    std::vector<std::string> lines; // line 1 is lines[0]; without tabs and control characters
};
ProgramSource source_of(const std::string& text, const std::string& name, const std::string& label,
                        const std::string& file);

// The lines of this file that ran in the launch, by number.
std::map<int, const LineProfile*> lines_in(const ProgramSource& source,
                                           const LaunchProfile& launch);

// Where faults and races of this kernel were reported, by number.
std::set<int> fault_lines_in(const ProgramSource& source, const Profile& profile,
                             const LaunchProfile& launch);

// Each "transpose_tiled.cu:21" in a text: where it stands there, and the number of the line.
struct ToldLine {
    std::size_t begin = 0, end = 0;
    int line = 0;
};
std::vector<ToldLine> told_lines(const std::string& text, const std::string& file);

// The numbers of the lines to print, in order; 0 stands for a gap. What ran, with what lies between
// and the heads of the functions.
std::vector<int> lines_to_show(const ProgramSource& source, const std::set<int>& interesting);

// One line of source in as many rows of `width` columns as it needs; or in one, with what does not
// fit cut off.
std::vector<std::string> folded(const std::string& line, std::size_t width);
std::string cut_line(const std::string& line, std::size_t width);

// Whether it is empty, or a comment and nothing else.
bool has_no_code(const std::string& line);

} // namespace workbook::cli
