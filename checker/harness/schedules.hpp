// WORKBOOK_SCHEDULES=N: the whole check again and again, each time with another order of blocks,
// warps and lanes on the virtual GPU.
//
// A kernel may be right in one order and wrong in another. Each order is a process of its own with
// a schedule seed (0, 1, ...), all with the same data; the first that does not pass ends the
// series, and its result is the result.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace workbook {

struct Schedules {
    std::string program;                // this check program
    std::vector<std::string> arguments; // its own, argv[0] included
    std::uint32_t count = 1;
    std::uint64_t seed = 0; // of the data
};

// Writes what the last of them wrote, and which it was. Returns its exit code.
int run_schedules(const Schedules& schedules, std::ostream& out);

} // namespace workbook
