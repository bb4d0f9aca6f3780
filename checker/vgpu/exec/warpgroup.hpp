// The four warps of a warpgroup, for what they do together (group_products.hpp).
#pragma once

#include "vgpu/exec/waiting_groups.hpp"
#include "vgpu/exec/warp_turn.hpp"
#include "vgpu/isa/group_product.hpp"

namespace vgpu::exec {

inline constexpr std::uint32_t all_lanes_of_warp = 0xffffffffu;

inline std::uint32_t first_warp(const Warp& warp) {
    return warp.index / isa::group_warps * isa::group_warps;
}

// The lanes of a warp that stand at one place, all of them.
inline const Group& whole(const Warp& warp) {
    for (int i = 0; i < warp.group_count; ++i)
        if (warp.groups[i].lanes != 0) return warp.groups[i];
    return warp.groups[0];
}

// What orders the reads of a product and what comes after a wait for it: observers know it as an
// mbarrier that no thread can name.
inline void tell_order(const WarpTurn& turn, MBarrierEvent::What what, std::uint32_t lanes) {
    constexpr std::uint64_t first = ~0ull << 32;
    const MBarrierEvent event{turn.where(), what, lanes, first + turn.warp.index / isa::group_warps,
                              turn.block.linear};
    for (Observer* observer : turn.machine.listeners.barrier) observer->on_mbarrier(event);
}

} // namespace vgpu::exec
