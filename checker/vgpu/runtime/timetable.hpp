// When the work of a recording would take place, side by side as far as a GPU's engines allow.
//
// Work runs when it is waited for, one piece after the other (work_queues.hpp), so the order in
// which it ran says nothing of that. Once all has run, each piece begins as soon as what it comes
// after is over, the host has submitted it and its engine is free; the earliest one goes first, and
// of two at the same time the one that was submitted first.
#pragma once

#include "vgpu/runtime/virtual_time.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

namespace vgpu::runtime {

using QueueId = std::uint32_t;
using WorkClock = std::vector<std::uint64_t>; // by queue, the number of its pieces; missing: 0

// A piece of work that has run.
struct RanPiece {
    int device = 0;
    QueueId queue = 0;
    std::uint64_t number = 0; // in its queue
    WorkClock after;          // what it comes after
    WorkClock host;           // what the host had waited for when it submitted the piece
    Lasting lasts;
    std::function<void(std::uint64_t begin)> began; // called with the begin; may be empty
};

// `pieces`: in the order in which they were submitted. Work that they come after and that is not
// among them is over. Calls `began` of each with its begin in nanoseconds.
void make_timetable(const std::map<std::uint64_t, RanPiece>& pieces);

} // namespace vgpu::runtime
