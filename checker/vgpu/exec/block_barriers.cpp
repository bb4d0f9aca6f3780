// The barriers of a block: which warps may wait, arrivals, and what happens when a barrier opens.
#include "vgpu/exec/block_barriers.hpp"

#include "vgpu/exec/equal_waits.hpp"
#include "vgpu/exec/faults.hpp"
#include "vgpu/exec/stuck_warps.hpp"
#include "vgpu/exec/waiting_groups.hpp"
#include "vgpu/exec/warp_turn.hpp"
#include "vgpu/support/round_up.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace vgpu::exec {

using isa::BarrierForm;

namespace {

// bar.arrive
void announce_arrival(const WarpTurn& turn, const BlockBarriers::Barrier& barrier, int number,
                      std::uint32_t lanes) {
    std::array<std::uint32_t, most_warps> arrived{};
    arrived[turn.warp.index] = lanes;
    BarrierEvent event{barrier.place, turn.block.linear, static_cast<std::uint32_t>(number), false,
                       arrived.data()};
    event.arriving = true;
    for (Observer* observer : turn.machine.listeners.barrier) observer->on_barrier(event);
}

// All threads of the block wait at a barrier that opens. Notes whether they can store to shared
// memory before the next such barrier.
void note_phase(const WarpTurn& turn, const BlockBarriers::Barrier& barrier, const Group& last) {
    Block& block = turn.block;
    const ControlOp* control = control_of(last);
    block.has_no_stores =
        block.cluster->blocks.size() == 1 && barrier.same_place && control != nullptr &&
        &last.frame->op(last.pc) == barrier.op && control->is_quiet_behind &&
        std::ranges::all_of(block.warps, [](const Warp& warp) { return warp.copies.empty(); }) &&
        std::ranges::all_of(block.mbarriers,
                            [](const auto& known) { return known.second.bulk.empty(); });
    Observer* listener = turn.machine.listeners.only_one();
    block.is_quiet =
        block.has_no_stores && listener != nullptr && listener->on_quiet_phase(block.linear);
}

void pass(Group& group, const BlockBarriers::Barrier& barrier) {
    const Op& op = group.frame->op(group.pc);
    const ControlOp& control = *control_of(group);
    if (control.has_result) {
        std::byte* result = group.frame->slots + op.operands[0];
        auto* words = reinterpret_cast<std::uint32_t*>(result);
        if (control.operation.barrier == BarrierForm::reduce_popc) {
            for (int lane = 0; lane < warp_size; ++lane)
                if ((group.lanes >> lane) & 1) words[lane] = barrier.count_true;
        } else {
            const bool value = control.operation.barrier == BarrierForm::reduce_and
                                   ? barrier.count_true == barrier.count_all
                                   : barrier.count_true != 0;
            *words = value ? *words | group.lanes : *words & ~group.lanes;
        }
    }
    group.state = Group::State::ready;
    ++group.pc;
}

} // namespace

bool BlockBarriers::reach(const WarpTurn& turn, Group& group, const Op& op,
                          const ControlOp& control, std::uint32_t active) const {
    if (control.simple_barrier >= 0 && active == group.lanes) {
        group.state = Group::State::at_barrier;
        return true;
    }
    turn.warp.split(group, group.lanes & ~active, group.pc + 1);
    const std::uint32_t same =
        lanes_with_equal_word(group.frame->words(op.operands[number_operand]), active) &
        lanes_with_equal_word(group.frame->words(op.operands[threads_operand]), active);
    if (!check_arguments(turn, group, op, control, same, active)) return false;
    turn.warp.split(group, active & ~same, group.pc); // they wait at another barrier
    group.state = Group::State::at_barrier;
    return true;
}

// `same` are the lanes that name the first one's barrier.
bool BlockBarriers::check_arguments(const WarpTurn& turn, const Group& group, const Op& op,
                                    const ControlOp& control, std::uint32_t same,
                                    std::uint32_t active) const {
    const auto refuse = [&](std::string what, std::uint32_t lanes) {
        return turn.fail(barrier_arguments(std::move(what)), group, op, first_lane(lanes));
    };
    const std::uint32_t number = source_of(group, number_operand);
    const std::uint32_t threads = source_of(group, threads_operand);
    const auto in_block = static_cast<std::uint32_t>(threads_of(turn.launch.config));
    if (number >= barrier_count)
        return refuse(
            fmt::format("Barrier {} does not exist: there are 0 to {}", number, barrier_count - 1),
            active);
    if (threads % warp_size != 0)
        return refuse(
            fmt::format("The number of threads, {}, is not a multiple of {}", threads, warp_size),
            active);
    // An H200 counts a warp that arrives and later waits twice. So a wait cannot be satisfied only
    // if no warp has arrived and it expects more threads than the block has.
    const bool waits_first =
        control.operation.barrier != BarrierForm::arrive && !is_in_use(static_cast<int>(number));
    if (waits_first && threads > round_up(in_block, warp_size))
        return refuse(fmt::format("Barrier {} waits for {} threads, but the block has {}", number,
                                  threads, in_block),
                      active);
    // PTX ISA 9.7.13.1: with .aligned all threads of the warp execute the same barrier.
    if (same != active && control.operation.aligned)
        return refuse(fmt::format("{} and {} of one warp name different barriers or numbers of "
                                  "threads",
                                  list_lanes(same), list_lanes(active & ~same)),
                      active & ~same);
    return true;
}

// If all its lanes are at one barrier, the warp has arrived there.
bool BlockBarriers::arrive(const WarpTurn& turn) {
    Warp& warp = turn.warp;
    if (warp.group_count == 1 && warp.groups[0].state == Group::State::at_barrier) {
        const int number = control_of(warp.groups[0])->simple_barrier;
        if (number >= 0) return arrive_together(turn, number);
    }
    warp.merge();
    const Group& first = warp.groups[0];
    bool together = first.state == Group::State::at_barrier;
    const std::uint32_t number = together ? source_of(first, number_operand) : 0;
    for (int i = 0; i < warp.group_count && together; ++i) {
        const Group& group = warp.groups[i];
        together =
            group.state == Group::State::at_barrier && source_of(group, number_operand) == number;
        // PTX ISA 9.7.13.1: with .aligned all threads of the warp execute the same instruction.
        const bool aligned = together && control_of(group)->operation.aligned;
        if (aligned && !at_same_place(group, first)) together = false;
    }
    if (!together) return fail_stuck_warp(turn);
    for (int i = 1; i < warp.group_count; ++i) {
        Group& group = warp.groups[i];
        if (group.frame != warp.groups[0].frame || group.pc != warp.groups[0].pc) continue;
        warp.groups[0].lanes |= group.lanes;
        warp.remove_group(group);
        --i;
    }
    return arrive_in_groups(turn, static_cast<int>(number));
}

// The common case: all lanes of a warp are at one ControlOp::simple_barrier.
bool BlockBarriers::arrive_together(const WarpTurn& turn, int number) {
    Barrier& barrier = at(number);
    Warp& warp = turn.warp;
    const Group& group = warp.groups[0];
    const Op& op = group.frame->op(group.pc);
    if (!is_in_use(number) || barrier.threads != 0) return arrive_in_groups(turn, number);
    barrier.same_place = barrier.same_place && barrier.op == &op;
    barrier.arrived |= 1u << warp.index;
    barrier.arrived_threads += warp_size;
    barrier.lanes[warp.index] |= warp.live;
    warp.barrier = number;
    return (turn.block.live & ~barrier.arrived) != 0 || open_if_complete(turn, group, number);
}

bool BlockBarriers::arrive_in_groups(const WarpTurn& turn, int number) {
    Barrier& barrier = at(number);
    Warp& warp = turn.warp;
    bool waits = false;
    std::uint32_t passing = 0; // lanes that arrive and go on
    for (int i = 0; i < warp.group_count; ++i) {
        Group& group = warp.groups[i];
        if (!add_group(turn, group, number)) return false;
        if (control_of(group)->operation.barrier == BarrierForm::arrive) {
            passing |= group.lanes;
            ++group.pc;
            group.state = Group::State::ready;
        } else {
            waits = true;
        }
    }
    barrier.arrived |= 1u << warp.index;
    barrier.arrived_threads += warp_size;
    barrier.lanes[warp.index] |= warp.live;
    if (waits) warp.barrier = number;
    if (passing != 0) announce_arrival(turn, barrier, number, passing);
    return open_if_complete(turn, warp.groups[warp.group_count - 1], number);
}

// What one of an arriving warp's groups brings: its instruction, and its part of a reduction.
bool BlockBarriers::add_group(const WarpTurn& turn, const Group& group, int number) {
    Barrier& barrier = at(number);
    const Op& op = group.frame->op(group.pc);
    const ControlOp& control = *control_of(group);
    const std::uint32_t threads = source_of(group, threads_operand);
    if (!is_in_use(number)) {
        barrier = Barrier{};
        in_use_ |= 1u << number;
        barrier.threads = threads;
        barrier.op = &op;
        barrier.place = turn.machine.place(*group.frame, op);
    }
    if (barrier.threads != threads)
        return turn.fail(
            barrier_arguments(fmt::format("Barrier {} waits for {} threads here and for "
                                          "{} where other warps wait",
                                          number, threads, barrier.threads)),
            group, op, first_lane(group.lanes));
    barrier.same_place = barrier.same_place && barrier.op == &op;
    barrier.aligned = barrier.aligned && control.operation.aligned;
    const BarrierForm form = control.operation.barrier;
    if (form != BarrierForm::sync && form != BarrierForm::arrive) {
        const std::uint32_t predicate = *group.frame->words(op.operands[predicate_operand]);
        barrier.count_true += static_cast<unsigned>(std::popcount(predicate & group.lanes));
        barrier.count_all += static_cast<unsigned>(std::popcount(group.lanes));
    }
    return true;
}

// The instruction of the warp's first group that waits at a barrier.
static const Op* place_of(const Warp& warp) {
    for (int i = 0; i < warp.group_count; ++i)
        if (warp.groups[i].state == Group::State::at_barrier)
            return &warp.groups[i].frame->op(warp.groups[i].pc);
    return nullptr;
}

bool BlockBarriers::open_if_complete(const WarpTurn& turn, const Group& last, int number) {
    const Barrier& barrier = at(number);
    const bool whole_block = (turn.block.live & ~barrier.arrived) == 0;
    const bool complete =
        barrier.threads == 0 ? whole_block : barrier.arrived_threads >= barrier.threads;
    if (!complete) return true;
    if (barrier.threads == 0 && barrier.aligned && !barrier.same_place) {
        EqualWaits waits;
        for (const Warp& warp : turn.block.warps)
            if (warp.barrier == number)
                waits.add(warp.index,
                          {.what = describe_waits(turn.machine, warp), .place = place_of(warp)});
        return turn.fail(barrier_divergence(false, waits.text()), last, last.frame->op(last.pc),
                         first_lane(last.lanes));
    }
    open(turn, last, number, whole_block);
    return true;
}

void BlockBarriers::open(const WarpTurn& turn, const Group& last, int number, bool whole_block) {
    Barrier& barrier = at(number);
    Block& block = turn.block;
    std::array<std::uint32_t, most_warps> waited{};
    for (const Warp& warp : block.warps)
        for (int i = 0; warp.barrier == number && i < warp.group_count; ++i)
            if (warp.groups[i].state == Group::State::at_barrier)
                waited[warp.index] |= warp.groups[i].lanes;
    const BarrierEvent event{
        barrier.place, block.linear,         static_cast<std::uint32_t>(number),
        whole_block,   barrier.lanes.data(), waited.data()};
    for (Observer* observer : turn.machine.listeners.barrier) observer->on_barrier(event);
    if (barrier.threads == 0) note_phase(turn, barrier, last);
    for (Warp& warp : block.warps) {
        if (warp.barrier != number) continue;
        warp.barrier = -1;
        for (int i = 0; i < warp.group_count; ++i)
            if (warp.groups[i].state == Group::State::at_barrier) pass(warp.groups[i], barrier);
    }
    in_use_ &= ~(1u << number);
    barrier.arrived = 0;
    barrier.arrived_threads = 0;
}

bool BlockBarriers::note_exit(const WarpTurn& turn) {
    for (std::uint32_t rest = in_use_; rest != 0; rest &= rest - 1) {
        const int number = std::countr_zero(rest);
        if (at(number).threads != 0) continue;
        Warp* waiting = nullptr; // one of those that wait there, for a message
        for (Warp& warp : turn.block.warps)
            if (warp.barrier == number) waiting = &warp;
        if (waiting == nullptr) continue;
        const WarpTurn its{turn.machine, turn.launch, turn.block, *waiting};
        if (!open_if_complete(its, waiting->groups[0], number)) return false;
    }
    return true;
}

} // namespace vgpu::exec
