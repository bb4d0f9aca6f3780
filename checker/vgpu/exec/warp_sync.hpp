// Instructions for which lanes of a warp wait for each other: shuffles, votes and the others of
// *.sync, bar.warp.sync.
//
// A group that waits stays at its instruction (Group::State::at_sync) and comes here again whenever
// lanes have come or gone.
#pragma once

#include "vgpu/exec/warp_turn.hpp"

#include <cstdint>

namespace vgpu::exec {

enum class Meeting : std::uint8_t {
    complete,  // all are here
    exchanged, // lanes met that are at other places; the instruction is done for all of them
    waits,
    failed,
};
// One of *.sync, for the `active` of the group's lanes: they become those that stand here.
Meeting meet(const WarpTurn& turn, Group& group, const Op& op, std::uint32_t& active);
// bar.warp.sync
Meeting meet_at_barrier(const WarpTurn& turn, Group& group, const Op& op, std::uint32_t active);

} // namespace vgpu::exec
