#include "vgpu/exec/group_products.hpp"

#include "vgpu/exec/access_event.hpp"
#include "vgpu/exec/bulk_copy_ranges.hpp"
#include "vgpu/exec/faults.hpp"
#include "vgpu/exec/matrix_descriptor.hpp"
#include "vgpu/exec/warpgroup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace vgpu::exec {

using isa::group_warps;
using ptx::Space;

// Reports as many pieces at once as a warp has lanes, as if the lanes read them.
void GroupProducts::Reading::tell(const WarpTurn& turn, bool opens) const {
    for (std::size_t first = 0; first < pieces.size(); first += warp_size) {
        const std::size_t count = std::min<std::size_t>(warp_size, pieces.size() - first);
        std::array<std::uint64_t, warp_size> addresses;
        addresses.fill(pieces[first]);
        std::copy_n(pieces.begin() + static_cast<std::ptrdiff_t>(first), count, addresses.begin());
        AccessEvent event =
            access_event(place, warp, all_lanes_of_warp >> (warp_size - count), Space::shared,
                         addresses.data(), matrix_piece, operation_of(isa::MemoryAction::load));
        event.of_async_proxy = event.of_product = true;
        for (Observer* observer : turn.machine.listeners.access) {
            observer->on_access(event);
            if (opens) observer->on_open(number, event);
        }
    }
}

GroupProducts::WarpGroup& GroupProducts::of(const WarpTurn& turn) {
    return warpgroups_[turn.warp.index / group_warps];
}

bool GroupProducts::reach(const WarpTurn& turn, Group& group, const Op& op, std::uint32_t active) {
    const auto refuse = [&](std::string detail) {
        return turn.fail(barrier_divergence(false, std::move(detail)), group, op,
                         first_lane(active));
    };
    if (active != all_lanes_of_warp)
        return turn.fail(barrier_divergence(true, list_lanes(active) +
                                                      " execute wgmma.mma_async apart from the "
                                                      "other lanes of the warp"),
                         group, op, first_lane(active));
    const std::uint32_t first = first_warp(turn.warp);
    if (first + group_warps > turn.block.warps.size())
        return refuse(fmt::format("wgmma.mma_async takes the four warps of a warpgroup, {} to {}, "
                                  "but the block has {}",
                                  first, first + group_warps - 1, turn.block.warps.size()));
    for (std::uint32_t i = first; i < first + group_warps; ++i)
        if (turn.block.warps[i].done())
            return refuse(fmt::format("wgmma.mma_async takes the four warps of a warpgroup, {} to "
                                      "{}, but warp {} has exited",
                                      first, first + group_warps - 1, i));
    group.state = Group::State::at_product;
    return true;
}

bool GroupProducts::arrive(const WarpTurn& turn) {
    WarpGroup& own = of(turn);
    own.arrived |= 1u << turn.warp.index % group_warps;
    turn.warp.barrier = group_meeting;
    if (own.arrived != (1u << group_warps) - 1) return true;
    own.arrived = 0;
    if (!multiply(turn, own)) return false;
    for (std::uint32_t i = first_warp(turn.warp); i < first_warp(turn.warp) + group_warps; ++i) {
        Warp& warp = turn.block.warps[i];
        warp.barrier = -1;
        for (int g = 0; g < warp.group_count; ++g) {
            if (warp.groups[g].lanes == 0) continue;
            warp.groups[g].state = Group::State::ready;
            ++warp.groups[g].pc;
        }
    }
    return true;
}

bool GroupProducts::note_exit(const WarpTurn& turn) const {
    const std::uint32_t arrived = warpgroups_[turn.warp.index / group_warps].arrived;
    if (arrived == 0) return true;
    Warp& waiting =
        turn.block
            .warps[first_warp(turn.warp) + static_cast<std::uint32_t>(std::countr_zero(arrived))];
    const WarpTurn its{turn.machine, turn.launch, turn.block, waiting};
    const Group& group = whole(waiting);
    return its.fail(barrier_divergence(
                        false, fmt::format("Warp {} waits at wgmma.mma_async for the other warps "
                                           "of its warpgroup, but warp {} has exited",
                                           waiting.index, turn.warp.index)),
                    group, group.frame->op(group.pc), 0);
}

// The first warp that waits for a product reports the reads that it may have made until now: they
// count as made by that warp, here.
void GroupProducts::finish(const WarpTurn& turn, WarpGroup& own, std::uint64_t last) {
    bool any = false;
    for (Reading& reading : own.open) {
        if (reading.number > last) continue;
        any = true;
        reading.warp = turn.where();
        for (Observer* observer : turn.machine.listeners.access)
            observer->on_close(reading.number, all_lanes_of_warp);
        reading.tell(turn, false);
    }
    std::erase_if(own.open, [=](const Reading& reading) { return reading.number <= last; });
    if (any) tell_order(turn, MBarrierEvent::What::arrive, all_lanes_of_warp);
}

void GroupProducts::wait(const WarpTurn& turn, std::uint32_t open) {
    WarpProducts& its = turn.warp.products;
    std::uint64_t last = 0;
    std::erase_if(its.open, [&](const WarpProducts::Open& product) {
        // Those of no group yet are not waited for.
        const bool is_done = product.group + open < its.committed;
        if (is_done) last = product.number;
        return is_done;
    });
    if (last == 0) return;
    its.registers.release(last);
    WarpGroup& own = of(turn);
    if (!own.is_known) return;
    finish(turn, own, last);
    tell_order(turn, MBarrierEvent::What::completes, 0);
    tell_order(turn, MBarrierEvent::What::wait, all_lanes_of_warp);
}

} // namespace vgpu::exec
