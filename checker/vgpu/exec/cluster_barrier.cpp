// The barrier of a thread block cluster (PTX ISA 9.7.13.3): threads arrive, go on, and wait later
// for all threads of the cluster that have not exited.
//
// With .aligned a group waits for the other lanes of its warp first, as it does at bar.sync. A warp
// that can do nothing but wait for the cluster has the number cluster_barrier.
#include "vgpu/exec/faults.hpp"
#include "vgpu/exec/waiting_groups.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>

namespace vgpu::exec {

using isa::ControlAction;

void Interpreter::tell_cluster(ClusterEvent::What what, const WarpPlace& warp,
                               std::uint32_t lanes) {
    const ClusterEvent event{warp, what, lanes};
    for (Observer* observer : machine_.listeners.barrier) observer->on_cluster_barrier(event);
}

Interpreter::Flow Interpreter::cluster_barrier_at(Group& group, const Op& op,
                                                  const ControlOp& control, std::uint32_t active) {
    split(group, group.lanes & ~active, group.pc + 1); // the guard let them pass
    if (control.operation.aligned && active != warp_->live) {
        group.state = Group::State::at_cluster;
        return Flow::reschedule;
    }
    if (control.operation.action == ControlAction::cluster_arrive)
        return arrive_at_cluster(group, op, control) ? Flow::reschedule : Flow::failed;
    bool waits = false;
    if (!wait_for_cluster(group, op, waits)) return Flow::failed;
    if (waits) group.state = Group::State::at_cluster;
    return Flow::reschedule;
}

bool Interpreter::arrive_at_cluster(Group& group, const Op& op, const ControlOp& control) {
    if (const std::uint32_t again = group.lanes & warp_->cluster_owed; again != 0)
        return fail(barrier_arguments(fmt::format(
                        "{} at the cluster's barrier again, without a barrier.cluster.wait since "
                        "the last time",
                        list_lanes(again) + (again & (again - 1) ? " arrive" : " arrives"))),
                    op, first_lane(again));
    warp_->cluster_arrived |= group.lanes;
    warp_->cluster_owed |= group.lanes;
    if (control.operation.ordering == isa::Ordering::release)
        tell_cluster(ClusterEvent::What::arrive, warp_place(), group.lanes);
    ++group.pc;
    block_->cluster->barrier_is_in_use = true;
    open_cluster_barrier();
    return true;
}

// Lanes whose phase is over go on, all others of the group wait: a phase ends for all at once.
bool Interpreter::wait_for_cluster(Group& group, const Op& op, bool& waits) {
    if (const std::uint32_t absent = group.lanes & ~warp_->cluster_owed; absent != 0)
        return fail(barrier_arguments(fmt::format(
                        "{} for the cluster's barrier without a barrier.cluster.arrive before",
                        list_lanes(absent) + (absent & (absent - 1) ? " wait" : " waits"))),
                    op, first_lane(absent));
    waits = (group.lanes & warp_->cluster_arrived) != 0;
    if (waits) return true;
    warp_->cluster_owed &= ~group.lanes;
    tell_cluster(ClusterEvent::What::wait, warp_place(), group.lanes);
    ++group.pc;
    return true;
}

// The groups at the cluster's barrier that are not to wait for other lanes of their warp, as bits.
static std::uint64_t complete_groups(const Warp& warp) {
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

// No group of the warp can run, and some are at the cluster's barrier.
bool Interpreter::all_waiting_at_cluster(Warp& warp) {
    const std::uint64_t complete = complete_groups(warp);
    if (complete == 0) {
        explain_stuck_warp(warp);
        return false;
    }
    bool all_wait = true;
    for (std::uint64_t rest = complete; rest != 0; rest &= rest - 1) {
        Group& group = warp.groups[std::countr_zero(rest)];
        if (group.state != Group::State::at_cluster) continue; // it has opened meanwhile
        group_ = &group;
        const Op& op = group.frame->op(group.pc);
        const ControlOp& control = *control_of(group);
        bool waits = false;
        if (control.operation.action == ControlAction::cluster_arrive
                ? !arrive_at_cluster(group, op, control)
                : !wait_for_cluster(group, op, waits))
            return false;
        if (!waits) group.state = Group::State::ready;
        all_wait = all_wait && waits;
    }
    if (all_wait) warp.barrier = cluster_barrier;
    return true;
}

void Interpreter::open_cluster_barrier() {
    Cluster& cluster = *block_->cluster;
    const auto lacks = [](const Warp& warp) {
        return !warp.started || (warp.live & ~warp.cluster_arrived) != 0;
    };
    for (const Block* block : cluster.blocks)
        if (block != nullptr && std::ranges::any_of(block->warps, lacks)) return;
    cluster.barrier_is_in_use = false;
    tell_cluster(ClusterEvent::What::completes, warp_place(), 0);
    for (Block* block : cluster.blocks)
        for (std::size_t i = 0; block != nullptr && i < block->warps.size(); ++i)
            pass_cluster_barrier(*block, block->warps[i]);
}

void Interpreter::pass_cluster_barrier(const Block& block, Warp& warp) {
    warp.cluster_arrived = 0;
    if (warp.live == 0) return;
    if (warp.barrier == cluster_barrier) warp.barrier = -1;
    for (std::uint64_t rest = complete_groups(warp); rest != 0; rest &= rest - 1) {
        Group& group = warp.groups[std::countr_zero(rest)];
        if (control_of(group)->operation.action != ControlAction::cluster_wait) continue;
        warp.cluster_owed &= ~group.lanes;
        tell_cluster(ClusterEvent::What::wait, {block.linear, warp.index}, group.lanes);
        group.state = Group::State::ready;
        ++group.pc;
    }
}

} // namespace vgpu::exec
