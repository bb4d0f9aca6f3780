// A cluster's barrier: lanes that arrive, lanes that wait, and how a phase ends.
#include "vgpu/exec/cluster_barrier.hpp"

#include "vgpu/exec/faults.hpp"
#include "vgpu/exec/stuck_warps.hpp"
#include "vgpu/exec/waiting_groups.hpp"
#include "vgpu/exec/warp_turn.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace vgpu::exec {

using isa::ControlAction;

namespace {

void tell(const WarpTurn& turn, ClusterEvent::What what, const WarpPlace& warp,
          std::uint32_t lanes) {
    const ClusterEvent event{warp, what, lanes};
    for (Observer* observer : turn.machine.listeners.barrier) observer->on_cluster_barrier(event);
}

// Lanes whose phase is over go on, all others of the group wait: a phase ends for all at once.
bool wait(const WarpTurn& turn, Group& group, const Op& op, bool& waits) {
    Warp& warp = turn.warp;
    if (const std::uint32_t absent = group.lanes & ~warp.cluster_owed; absent != 0)
        return turn.fail(barrier_arguments(fmt::format(
                             "{} for the cluster's barrier without a barrier.cluster.arrive before",
                             list_lanes(absent) + (absent & (absent - 1) ? " wait" : " waits"))),
                         group, op, first_lane(absent));
    waits = (group.lanes & warp.cluster_arrived) != 0;
    if (waits) return true;
    warp.cluster_owed &= ~group.lanes;
    tell(turn, ClusterEvent::What::wait, turn.where(), group.lanes);
    ++group.pc;
    return true;
}

// The groups at the cluster's barrier that are not to wait for other lanes of their warp, as bits.
std::uint64_t complete_groups(const Warp& warp) {
    std::uint64_t complete = 0;
    for (int i = 0; i < warp.group_count; ++i) {
        const Group& group = warp.groups[i];
        if (group.state != Group::State::at_cluster || group.lanes == 0) continue;
        std::uint32_t together = group.lanes;
        for (int k = 0; k < warp.group_count; ++k)
            if (warp.groups[k].state == group.state && at_same_place(warp.groups[k], group))
                together |= warp.groups[k].lanes;
        if (!control_of(group)->operation.aligned || together == warp.live)
            complete |= std::uint64_t{1} << i;
    }
    return complete;
}

// The phase has ended: the warp's lanes that wait for it go on.
void pass(const WarpTurn& turn, const Block& block, Warp& warp) {
    warp.cluster_arrived = 0;
    if (warp.live == 0) return;
    if (warp.barrier == cluster_barrier) warp.barrier = -1;
    for (std::uint64_t rest = complete_groups(warp); rest != 0; rest &= rest - 1) {
        Group& group = warp.groups[std::countr_zero(rest)];
        if (control_of(group)->operation.action != ControlAction::cluster_wait) continue;
        warp.cluster_owed &= ~group.lanes;
        tell(turn, ClusterEvent::What::wait, {block.linear, warp.index}, group.lanes);
        group.state = Group::State::ready;
        ++group.pc;
    }
}

} // namespace

bool ClusterBarrier::reach(const WarpTurn& turn, Group& group, const Op& op,
                           const ControlOp& control, std::uint32_t active) {
    Warp& warp = turn.warp;
    warp.split(group, group.lanes & ~active, group.pc + 1); // the guard let them pass
    if (control.operation.aligned && active != warp.live) {
        group.state = Group::State::at_cluster;
        return true;
    }
    if (control.operation.action == ControlAction::cluster_arrive)
        return arrive_with(turn, group, op, control);
    bool waits = false;
    if (!wait(turn, group, op, waits)) return false;
    if (waits) group.state = Group::State::at_cluster;
    return true;
}

bool ClusterBarrier::arrive_with(const WarpTurn& turn, Group& group, const Op& op,
                                 const ControlOp& control) {
    Warp& warp = turn.warp;
    if (const std::uint32_t again = group.lanes & warp.cluster_owed; again != 0)
        return turn.fail(
            barrier_arguments(fmt::format(
                "{} at the cluster's barrier again, without a barrier.cluster.wait since "
                "the last time",
                list_lanes(again) + (again & (again - 1) ? " arrive" : " arrives"))),
            group, op, first_lane(again));
    warp.cluster_arrived |= group.lanes;
    warp.cluster_owed |= group.lanes;
    if (control.operation.ordering == isa::Ordering::release)
        tell(turn, ClusterEvent::What::arrive, turn.where(), group.lanes);
    ++group.pc;
    is_in_use_ = true;
    open_if_complete(turn);
    return true;
}

bool ClusterBarrier::arrive(const WarpTurn& turn) {
    Warp& warp = turn.warp;
    const std::uint64_t complete = complete_groups(warp);
    if (complete == 0) return fail_stuck_warp(turn);
    bool all_wait = true;
    for (std::uint64_t rest = complete; rest != 0; rest &= rest - 1) {
        Group& group = warp.groups[std::countr_zero(rest)];
        if (group.state != Group::State::at_cluster) continue; // it has opened meanwhile
        const Op& op = group.frame->op(group.pc);
        const ControlOp& control = *control_of(group);
        bool waits = false;
        if (control.operation.action == ControlAction::cluster_arrive
                ? !arrive_with(turn, group, op, control)
                : !wait(turn, group, op, waits))
            return false;
        if (!waits) group.state = Group::State::ready;
        all_wait = all_wait && waits;
    }
    if (all_wait) warp.barrier = cluster_barrier;
    return true;
}

void ClusterBarrier::open_if_complete(const WarpTurn& turn) {
    const Cluster& cluster = *turn.block.cluster;
    const auto lacks = [](const Warp& warp) {
        return !warp.started || (warp.live & ~warp.cluster_arrived) != 0;
    };
    for (const Block* block : cluster.blocks)
        if (block != nullptr && std::ranges::any_of(block->warps, lacks)) return;
    is_in_use_ = false;
    tell(turn, ClusterEvent::What::completes, turn.where(), 0);
    for (Block* block : cluster.blocks)
        for (std::size_t i = 0; block != nullptr && i < block->warps.size(); ++i)
            pass(turn, *block, block->warps[i]);
}

} // namespace vgpu::exec
