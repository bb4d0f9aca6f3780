// How much of what a launch, or a line of it, took was needed: bytes of global memory, lanes, turns
// of shared memory. Exact counts; nothing is weighed against another.
#pragma once

#include "cli/profile/data.hpp"

namespace workbook::cli {

struct UsedPart {
    std::uint64_t used = 0, all = 0;

    bool any() const { return all > 0; }
    std::uint64_t wasted() const { return all - used; }
    // 0 to 100; 100 if there is nothing to use.
    double percent() const { return any() ? 100.0 * double(used) / double(all) : 100; }
};

// Bytes of the sectors that loads and stores of global memory moved.
UsedPart used_bytes(const Counts& counts);
// Lanes of the warps' instructions.
UsedPart used_lanes(const Counts& counts);
// Turns that loads and stores took at shared memory.
UsedPart used_turns(const Counts& counts);

// A line's share of the bytes, turns or lanes of the launch, and how much of it was wasted.
struct HeatPart {
    const char* what = ""; // "bytes of global memory", "turns of shared memory", "lanes"
    UsedPart of_line;
    std::uint64_t of_launch = 0;

    double percent(std::uint64_t part) const {
        return of_launch == 0 ? 0 : 100.0 * double(part) / double(of_launch);
    }
};

// The part of which the line wastes most; if it wastes nothing, the part of which it has most.
HeatPart heat_of(const LineProfile& line, const LaunchProfile& launch);

} // namespace workbook::cli
