// Compares printed lines: says which are missing, printed too often, or not asked for.
#include "harness/printed.hpp"

#include "harness/describe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>

namespace workbook {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

std::string quoted(const std::string& line) { return '"' + printable(line, 100) + '"'; }

} // namespace

bool PrintedLines::match(const Run& run) const {
    const std::vector<std::string> printed = lines_of(run.record().printed);
    std::map<std::string, int> wanted;
    for (const std::string& line : lines_) ++wanted[line];
    for (const std::string& line : printed) --wanted[line];
    for (const std::string& line : printed)
        if (wanted[line] < 0 && std::ranges::find(lines_, line) == lines_.end())
            return fails(Verdict::wrong_answer,
                         fmt::format("it printed a line that is none of those asked for: {}. {} is "
                                     "one of them",
                                     quoted(line), quoted(lines_.front())));
    if (printed.empty() && !lines_.empty())
        return fails(Verdict::wrong_answer,
                     fmt::format("it printed nothing; {} asked for, {} for instance",
                                 plural(lines_.size(), "line is", "lines are"),
                                 quoted(lines_.front())));
    std::string missing, often;
    for (const std::string& line : lines_) {
        if (wanted[line] > 0 && missing.empty())
            missing = fmt::format(": {} is missing", quoted(line));
        if (wanted[line] < 0 && often.empty())
            often = fmt::format(": {} stands there {} times", quoted(line),
                                std::ranges::count(printed, line));
    }
    if (!missing.empty() || !often.empty())
        return fails(Verdict::wrong_answer,
                     fmt::format("it printed {}, and {} asked for{}{}",
                                 plural(printed.size(), "line", "lines"),
                                 plural(lines_.size(), "is", "are"), missing, often));
    return true;
}

bool PrintedByKernels::match(const Run& run) const {
    if (!run.trace().printed) return true;
    std::map<std::string, int> printed;
    for (const std::string& line : lines_of(*run.trace().printed)) ++printed[line];
    for (const std::string& line : lines_)
        if (--printed[line] < 0)
            return fails(Verdict::requirement,
                         fmt::format("no kernel printed {}, or not often enough: the host printed "
                                     "it. The thread that a line names is to print it",
                                     quoted(line)));
    return true;
}

bool PrintedLast::match(const Run& run) const {
    const std::vector<std::string> printed = lines_of(run.record().printed);
    if (!printed.empty() && printed.back() == line_) return true;
    return fails(Verdict::wrong_answer,
                 fmt::format("the last line is to be {}; it was {}", quoted(line_),
                             printed.empty() ? "not there" : quoted(printed.back())));
}

} // namespace workbook
