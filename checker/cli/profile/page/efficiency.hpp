// How much of what a launch, or a line of it, took was needed: bytes of global memory, lanes, turns
// of shared memory. Exact counts; nothing is weighed against another.
#pragma once

#include "cli/profile/data.hpp"

namespace workbook::cli {

struct UsedPart {
    std::uint64_t used = 0, all = 0;

    bool any() const { return all > 0; }
    std::uint64_t wasted() const { return all - used; }
    // 0 to 100; of nothing all is used.
    double percent() const { return any() ? 100.0 * double(used) / double(all) : 100; }
};

// Bytes of the sectors that loads and stores of global memory moved.
UsedPart used_bytes(const Counts& counts);
// Lanes of the warps' instructions.
UsedPart used_lanes(const Counts& counts);
// Turns that loads and stores took at shared memory.
UsedPart used_turns(const Counts& counts);

// A line's part in what the launch took of one of these, and how much of that was for nothing.
struct HeatPart {
    const char* what = ""; // "bytes of global memory", "turns of shared memory", "lanes"
    UsedPart of_line;
    std::uint64_t of_launch = 0;

    double percent(std::uint64_t part) const {
        return of_launch == 0 ? 0 : 100.0 * double(part) / double(of_launch);
    }
};

// The one that the line wastes most of; where it wastes nothing, the one that it has most of.
HeatPart heat_of(const LineProfile& line, const LaunchProfile& launch);

} // namespace workbook::cli
