// Warps of which no lane can go on: where their groups wait, and which fault that is.
#include "vgpu/exec/stuck_warps.hpp"

#include "vgpu/exec/equal_waits.hpp"
#include "vgpu/exec/faults.hpp"
#include "vgpu/exec/waiting_groups.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>

namespace vgpu::exec {

namespace {

std::string describe_place(const Machine& machine, const Frame& frame, const Op& op) {
    if (std::string lines = machine.sites_of(frame).lines_in(frame, op); !lines.empty())
        return lines;
    const ptx::Function& source = *frame.function->source;
    if (op.source_pc >= source.body.size()) return "the end of the function";
    return fmt::format("'{}'", to_text(source, source.body[op.source_pc]));
}

// "lane 3 waits", "lanes 0-15 wait".
std::string lanes_that(std::uint32_t lanes, const char* verb) {
    return list_lanes(lanes) + " " + verb + (std::has_single_bit(lanes) ? "s" : "");
}

} // namespace

std::string describe_waits(const Machine& machine, const Warp& warp) {
    std::string text;
    for (int i = 0; i < warp.group_count; ++i) {
        const Group& group = warp.groups[i];
        if (group.lanes == 0) continue;
        if (!text.empty()) text += ", ";
        const std::string where = describe_place(machine, *group.frame, group.frame->op(group.pc));
        if (group.state == Group::State::at_barrier) {
            text += fmt::format("{} at barrier {} ({})", lanes_that(group.lanes, "wait"),
                                source_of(group, number_operand), where);
        } else if (group.state == Group::State::at_cluster) {
            text += fmt::format("{} at the cluster's barrier ({})", lanes_that(group.lanes, "wait"),
                                where);
        } else if (group.state == Group::State::at_product) {
            text += fmt::format(
                "waits at wgmma.mma_async for the other warps of its warpgroup ({})", where);
        } else if (group.state == Group::State::at_sync) {
            std::uint32_t missing = group.members & warp.live & ~group.lanes;
            const Op& op = group.frame->op(group.pc);
            for (int k = 0; k < warp.group_count; ++k) {
                const Group& other = warp.groups[k];
                const Op& its = other.frame->op(other.pc);
                if (other.lanes != 0 && waits_for(other, group.members) &&
                    (are_at_one_instruction(group, other) ||
                     (op.kind == OpKind::control && its.kind == op.kind)))
                    missing &= ~other.lanes;
            }
            text += fmt::format("{} ({}) for {}, which never {}", lanes_that(group.lanes, "wait"),
                                where, list_lanes(missing),
                                std::has_single_bit(missing) ? "comes" : "come");
        } else {
            text += fmt::format("{} ({})", lanes_that(group.lanes, "run"), where);
        }
    }
    return text;
}

namespace {

// Says where the cluster's other blocks wait (one warp of each), or that they have exited.
std::string describe_other_blocks(const Machine& machine, const Launch& launch,
                                  const Block& block) {
    std::vector<std::pair<std::string, std::vector<std::uint64_t>>> waits;
    const std::vector<Block*>& blocks = block.cluster->blocks;
    for (std::uint32_t rank = 0; rank < blocks.size(); ++rank) {
        if (rank == block.rank) continue;
        std::string what = " has exited";
        if (const Block* other = blocks[rank]; other != nullptr) {
            const auto waiting = std::ranges::find_if_not(other->warps, &Warp::done);
            if (waiting != other->warps.end())
                what =
                    fmt::format(", warp {}: {}", waiting->index, describe_waits(machine, *waiting));
        }
        auto known = std::ranges::find(waits, what, [](const auto& wait) { return wait.first; });
        if (known == waits.end()) known = waits.insert(waits.end(), {what, {}});
        known->second.push_back(block_of_cluster(launch.config, block.cluster->index, rank));
    }
    std::string text;
    for (const auto& [what, these] : waits)
        text += fmt::format("; {} of the cluster{}", list_blocks(these, launch.config.grid),
                            what == " has exited" && these.size() > 1 ? " have exited" : what);
    return text;
}

} // namespace

bool fail_stuck_warp(const WarpTurn& turn) {
    const Warp& warp = turn.warp;
    const Group* waiting = &warp.groups[0];
    bool at_barrier = false, at_sync = false;
    for (int i = 0; i < warp.group_count; ++i) {
        const Group& group = warp.groups[i];
        at_sync = at_sync || (group.lanes != 0 && group.state == Group::State::at_sync);
        if ((group.state != Group::State::at_barrier && group.state != Group::State::at_cluster) ||
            at_barrier)
            continue;
        waiting = &warp.groups[i];
        at_barrier = true;
    }
    std::string detail = fmt::format("warp {}: {}", warp.index, describe_waits(turn.machine, warp));
    Fault fault = !at_barrier ? deadlock(true, std::move(detail))
                  : at_sync   ? warp_sync_divergence(std::move(detail))
                              : barrier_divergence(true, std::move(detail));
    return turn.fail(std::move(fault), *waiting, waiting->frame->op(waiting->pc),
                     first_lane(waiting->lanes));
}

void fail_deadlock(Machine& machine, Launch& launch, Block& block) {
    EqualWaits waits;
    std::vector<std::uint32_t> exited;
    Warp* first = nullptr;
    for (Warp& warp : block.warps) {
        if (warp.done()) {
            exited.push_back(warp.index);
            continue;
        }
        if (first == nullptr) first = &warp;
        waits.add(warp.index, {describe_waits(machine, warp)});
    }
    if (first == nullptr) return;
    std::string detail = waits.text();
    for (int number = 0; number < barrier_count; ++number) {
        const BlockBarriers::Barrier& barrier = block.barriers[number];
        if (block.barriers.is_in_use(number) && barrier.threads != 0)
            detail += fmt::format("; {} of the {} threads that barrier {} waits for have come",
                                  barrier.arrived_threads, barrier.threads, number);
    }
    if (!exited.empty()) detail += "; exited: " + list_warps(exited);
    const bool has_others = block.cluster->blocks.size() > 1;
    if (has_others) detail += describe_other_blocks(machine, launch, block);
    const Group& group = first->groups[0];
    const WarpTurn turn{machine, launch, block, *first};
    turn.fail(has_others ? cluster_deadlock(std::move(detail)) : deadlock(false, std::move(detail)),
              group, group.frame->op(group.pc), first_lane(group.lanes));
}

void fail_without_end(const WarpTurn& turn, Fault fault) {
    const Warp& warp = turn.warp;
    const Group* spinning = &warp.groups[0];
    for (int i = 0; i < warp.group_count; ++i)
        if (warp.groups[i].lanes != 0 && warp.groups[i].state == Group::State::ready)
            spinning = &warp.groups[i];
    turn.fail(std::move(fault), *spinning, spinning->frame->op(spinning->pc),
              first_lane(spinning->lanes));
}

} // namespace vgpu::exec
