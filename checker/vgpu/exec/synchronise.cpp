// Lanes that wait for each other: warp-synchronous instructions and block barriers.
//
// A group that waits stays at its instruction. It looks again whenever lanes have come or gone;
// when no group of a warp can run, the wait is either the warp's arrival at a block barrier or a
// mistake.
#include "vgpu/exec/faults.hpp"
#include "vgpu/exec/waiting_groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <span>

namespace vgpu::exec {

using isa::BarrierForm;
using isa::ControlAction;

namespace {

constexpr std::size_t quadword_row = 16 * warp_size;

Fault not_in_mask(std::string_view what, std::uint32_t lanes, std::uint32_t mask) {
    return barrier_arguments(
        fmt::format("{} called{} with the mask {:#010x}, which does not name {}", list_lanes(lanes),
                    what, mask, std::has_single_bit(lanes) ? "it" : "them"));
}

// "lane 3 has", "lanes 0-15 have".
std::string lanes_have(std::uint32_t lanes) {
    return list_lanes(lanes) + (std::has_single_bit(lanes) ? " has" : " have");
}

void copy_lanes(std::byte* to, const std::byte* from, isa::Storage storage, std::uint32_t lanes) {
    const auto copy_elements = [&](std::size_t first, std::size_t size) {
        for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
            const std::size_t at = (first + static_cast<std::size_t>(first_lane(rest))) * size;
            std::memcpy(to + at, from + at, size);
        }
    };
    switch (storage) {
    case isa::Storage::predicate: {
        std::uint32_t bits = 0, more = 0;
        std::memcpy(&bits, to, sizeof bits);
        std::memcpy(&more, from, sizeof more);
        bits = (bits & ~lanes) | (more & lanes);
        std::memcpy(to, &bits, sizeof bits);
        break;
    }
    case isa::Storage::word:
        return copy_elements(0, 4);
    case isa::Storage::quadword:
        copy_elements(warp_size, 8);
        [[fallthrough]];
    case isa::Storage::doubleword:
        return copy_elements(0, 8);
    case isa::Storage::none:
        break;
    }
}

// The lanes whose mask operand equals the first one's.
std::uint32_t lanes_with_equal_mask(const std::uint32_t* masks, std::uint32_t lanes) {
    const std::uint32_t wanted = masks[first_lane(lanes)];
    std::uint32_t same = 0;
    for (int lane = 0; lane < warp_size; ++lane)
        same |= static_cast<std::uint32_t>(masks[lane] == wanted) << lane;
    return same & lanes;
}

} // namespace

void Interpreter::announce_sync(const Op& op, std::uint32_t lanes) {
    const WarpSyncEvent event{place(op), warp_place(), lanes};
    for (Observer* observer : machine_.listeners.warp_sync) observer->on_warp_sync(event);
}

// Matrix instructions (PTX ISA 9.7.14): what they do without some of the lanes is not defined.
bool Interpreter::check_whole_warp(const Op& op, std::uint32_t active) {
    const std::uint32_t missing = ~warp_->live;
    if (missing == 0) return true;
    const Frame& frame = *group_->frame;
    const std::uint32_t never_there = ~warp_->all;
    const std::string_view name = frame.function->source->body[op.source_pc].opcode;
    return fail(barrier_divergence(
                    true, never_there != 0
                              ? fmt::format("{} takes all 32 lanes of a warp, but the block has no "
                                            "threads for {}",
                                            name, list_lanes(never_there))
                              : fmt::format("{} takes all 32 lanes of a warp, but {} exited", name,
                                            lanes_have(missing))),
                op, first_lane(active));
}

// One of *.sync: all lanes that the mask names execute it. PTX ISA 9.7.9.6 (shfl.sync, and the
// others in the same words) asks for the same qualifiers and the same mask, not for the same place:
// lanes may come through different calls of one function. `active` becomes the lanes that stand
// here.
Interpreter::Meeting Interpreter::meet(Group& group, const Op& op, std::uint32_t& active) {
    if (active == 0) return Meeting::complete;
    if (op.is_aligned && !check_whole_warp(op, active)) return Meeting::failed;
    const std::uint32_t* masks = group.frame->words(op.operands[op.member_mask]);
    const std::uint32_t same = lanes_with_equal_mask(masks, active);
    const std::uint32_t wanted = masks[first_lane(active)];
    if ((same & ~wanted) != 0) {
        fail(not_in_mask("", same & ~wanted, wanted), op, first_lane(same & ~wanted));
        return Meeting::failed;
    }
    // Lanes with another mask meet without these.
    if (same != active) split(group, active & ~same, group.pc);
    std::uint32_t arrived = same;
    const auto waits_too = [&](const Group& other) {
        return &other != &group && other.lanes != 0 && waits_for(other, wanted) &&
               are_at_one_instruction(group, other);
    };
    for (int i = 0; i < warp_->group_count; ++i)
        if (waits_too(warp_->groups[i])) arrived |= warp_->groups[i].lanes;
    if ((wanted & warp_->live & ~arrived) != 0) {
        split(group, group.lanes & ~same, group.pc + 1); // the guard let them pass
        group.state = Group::State::at_sync;
        group.members = wanted;
        return Meeting::waits;
    }
    std::array<Group*, warp_size> elsewhere;
    std::size_t count = 0;
    active = same;
    for (int i = 0; i < warp_->group_count; ++i) {
        Group& other = warp_->groups[i];
        if (!waits_too(other)) continue;
        if (other.frame != group.frame || other.pc != group.pc) {
            elsewhere[count++] = &other;
            continue;
        }
        active |= other.lanes;
        other.lanes = 0;
    }
    group.lanes |= active;
    announce_sync(op, arrived);
    if (count == 0) return Meeting::complete;
    exchange(group, op, active, {elsewhere.data(), count});
    return Meeting::exchanged;
}

// Each place has operands of its own: they are brought together, and the results taken back.
void Interpreter::exchange(Group& group, const Op& op, std::uint32_t active,
                           std::span<Group* const> others) {
    constexpr int most_rows = isa::most_results + isa::most_sources;
    alignas(64) std::byte rows[most_rows][quadword_row] = {};
    std::int32_t places[most_rows];
    for (int i = 0; i < most_rows; ++i) places[i] = i * static_cast<std::int32_t>(quadword_row);
    const Frame& frame = *group.frame;
    const isa::Function& resolved =
        (*machine_.programs)[frame.function->program]->resolved().functions[frame.function->index];
    const isa::Instruction& code = resolved.code[op.source_pc];
    std::uint32_t all_active = 0;
    const auto for_parts = [&](auto each) {
        each(group, op);
        for (Group* other : others) each(*other, other->frame->op(other->pc));
    };
    for_parts([&](const Group& part, const Op& its) {
        const std::uint32_t lanes = &part == &group ? active : part.lanes;
        all_active |= lanes;
        for (std::size_t i = 0; i < code.sources.size(); ++i)
            copy_lanes(rows[first_source + i], part.frame->slots + its.operands[first_source + i],
                       code.sources[i].storage, lanes);
    });
    op.function({rows[0], places}, all_active);
    for_parts([&](const Group& part, const Op& its) {
        const std::uint32_t lanes = &part == &group ? active : part.lanes;
        for (std::size_t i = 0; i < code.destinations.size(); ++i)
            copy_lanes(part.frame->slots + its.operands[i], rows[i], code.destinations[i].storage,
                       lanes);
    });
    for (Group* other : others) {
        launch_.counters.warp_instructions += 1;
        launch_.counters.thread_instructions += static_cast<unsigned>(std::popcount(other->lanes));
        other->state = Group::State::ready;
        ++other->pc;
    }
}

// bar.warp.sync. Unlike the others it may be reached at several places of the code (PTX
// ISA 9.7.13.2).
Interpreter::Flow Interpreter::warp_barrier(Group& group, const Op& op, std::uint32_t active) {
    const std::uint32_t* masks = group.frame->words(op.operands[op.member_mask]);
    const std::uint32_t same = lanes_with_equal_mask(masks, active);
    const std::uint32_t wanted = masks[first_lane(active)];
    if ((same & ~wanted) != 0) {
        fail(not_in_mask(" __syncwarp", same & ~wanted, wanted), op, first_lane(same & ~wanted));
        return Flow::failed;
    }
    if (same != active) split(group, active & ~same, group.pc);
    std::uint32_t arrived = same;
    const auto waits_too = [&](const Group& other) {
        if (&other == &group || other.lanes == 0 || !waits_for(other, wanted)) return false;
        const ControlOp* control = control_of(other);
        return control != nullptr && control->operation.action == ControlAction::warp_barrier;
    };
    for (int i = 0; i < warp_->group_count; ++i)
        if (waits_too(warp_->groups[i])) arrived |= warp_->groups[i].lanes;
    if ((wanted & warp_->live & ~arrived) != 0) {
        split(group, group.lanes & ~same, group.pc + 1);
        group.state = Group::State::at_sync;
        group.members = wanted;
        return Flow::reschedule;
    }
    for (int i = 0; i < warp_->group_count; ++i) {
        Group& other = warp_->groups[i];
        if (!waits_too(other)) continue;
        other.state = Group::State::ready;
        ++other.pc;
    }
    announce_sync(op, arrived);
    ++group.pc;
    return arrived == active ? Flow::next : Flow::reschedule;
}

Interpreter::Flow Interpreter::block_barrier(Group& group, const Op& op, const ControlOp& control,
                                             std::uint32_t active) {
    if (control.simple_barrier >= 0 && active == group.lanes) {
        group.state = Group::State::at_barrier;
        return Flow::reschedule;
    }
    split(group, group.lanes & ~active, group.pc + 1);
    const std::uint32_t same =
        lanes_with_equal_mask(group.frame->words(op.operands[number_operand]), active) &
        lanes_with_equal_mask(group.frame->words(op.operands[threads_operand]), active);
    if (!check_barrier_arguments(group, op, control, same, active)) return Flow::failed;
    split(group, active & ~same, group.pc); // they wait at another barrier
    group.state = Group::State::at_barrier;
    return Flow::reschedule;
}

// `same` are the lanes that name the first one's barrier.
bool Interpreter::check_barrier_arguments(const Group& group, const Op& op,
                                          const ControlOp& control, std::uint32_t same,
                                          std::uint32_t active) {
    const auto refuse = [&](std::string what, std::uint32_t lanes) {
        return fail(barrier_arguments(std::move(what)), op, first_lane(lanes));
    };
    const std::uint32_t number = source_of(group, number_operand);
    const std::uint32_t threads = source_of(group, threads_operand);
    const auto in_block = static_cast<std::uint32_t>(threads_of(launch_.config));
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
    const bool waits_first = control.operation.barrier != BarrierForm::arrive &&
                             !block_->is_in_use(static_cast<int>(number));
    if (waits_first && threads > (in_block + warp_size - 1) / warp_size * warp_size)
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

// No group of the warp can run. If all its lanes are at one block barrier, the warp has arrived
// there.
bool Interpreter::all_waiting(Warp& warp) {
    if (warp.group_count == 1 && warp.groups[0].state == Group::State::at_barrier) {
        const int number = control_of(warp.groups[0])->simple_barrier;
        if (number >= 0) return arrive_together(warp, number);
    }
    for (int i = 0; i < warp.group_count; ++i)
        if (warp.groups[i].state == Group::State::at_cluster) return all_waiting_at_cluster(warp);
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
    if (!together) {
        explain_stuck_warp(warp);
        return false;
    }
    for (int i = 1; i < warp.group_count; ++i) {
        Group& group = warp.groups[i];
        if (group.frame != warp.groups[0].frame || group.pc != warp.groups[0].pc) continue;
        warp.groups[0].lanes |= group.lanes;
        warp.remove_group(group);
        --i;
    }
    return arrive(warp, static_cast<int>(number));
}

// What nearly all barriers are: all lanes of a warp at one ControlOp::simple_barrier.
bool Interpreter::arrive_together(Warp& warp, int number) {
    Barrier& barrier = block_->barriers[static_cast<std::size_t>(number)];
    const Group& group = warp.groups[0];
    const Op& op = group.frame->op(group.pc);
    if (!block_->is_in_use(number) || barrier.threads != 0) return arrive(warp, number);
    group_ = &warp.groups[0];
    barrier.same_place = barrier.same_place && barrier.op == &op;
    barrier.arrived |= 1u << warp.index;
    barrier.arrived_threads += warp_size;
    barrier.lanes[warp.index] |= warp.live;
    warp.barrier = number;
    return (block_->live & ~barrier.arrived) != 0 || open_if_complete(number);
}

bool Interpreter::arrive(Warp& warp, int number) {
    Barrier& barrier = block_->barriers[static_cast<std::size_t>(number)];
    bool waits = false;
    std::uint32_t passing = 0; // lanes that arrive and go on
    for (int i = 0; i < warp.group_count; ++i) {
        Group& group = warp.groups[i];
        group_ = &group;
        const Op& op = group.frame->op(group.pc);
        const ControlOp& control = *control_of(group);
        const std::uint32_t threads = source_of(group, threads_operand);
        if (!block_->is_in_use(number)) {
            barrier = Barrier{};
            block_->barriers_in_use |= 1u << number;
            barrier.threads = threads;
            barrier.op = &op;
            barrier.place = place(op);
        }
        if (barrier.threads != threads)
            return fail(
                barrier_arguments(fmt::format("Barrier {} waits for {} threads here and for "
                                              "{} where other warps wait",
                                              number, threads, barrier.threads)),
                op, first_lane(group.lanes));
        barrier.same_place = barrier.same_place && barrier.op == &op;
        barrier.aligned = barrier.aligned && control.operation.aligned;
        const BarrierForm form = control.operation.barrier;
        if (form != BarrierForm::sync && form != BarrierForm::arrive) {
            const std::uint32_t predicate = *group.frame->words(op.operands[predicate_operand]);
            barrier.count_true += static_cast<unsigned>(std::popcount(predicate & group.lanes));
            barrier.count_all += static_cast<unsigned>(std::popcount(group.lanes));
        }
        if (form == BarrierForm::arrive) {
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
    if (passing != 0) announce_arrival(barrier, number, warp.index, passing);
    return open_if_complete(number);
}

void Interpreter::announce_arrival(const Barrier& barrier, int number, std::uint32_t warp,
                                   std::uint32_t lanes) {
    std::array<std::uint32_t, most_warps> arrived{};
    arrived[warp] = lanes;
    BarrierEvent event{barrier.place, block_->linear, static_cast<std::uint32_t>(number), false,
                       arrived.data()};
    event.arriving = true;
    for (Observer* observer : machine_.listeners.barrier) observer->on_barrier(event);
}

bool Interpreter::open_if_complete(int number) {
    Barrier& barrier = block_->barriers[static_cast<std::size_t>(number)];
    const bool whole_block = (block_->live & ~barrier.arrived) == 0;
    const bool complete =
        barrier.threads == 0 ? whole_block : barrier.arrived_threads >= barrier.threads;
    if (!complete) return true;
    if (barrier.threads == 0 && barrier.aligned && !barrier.same_place) {
        std::string detail;
        for (const Warp& warp : block_->warps)
            if (warp.barrier == number)
                detail += (detail.empty() ? "" : "; ") + describe_waits(warp);
        return fail(barrier_divergence(false, std::move(detail)), group_->frame->op(group_->pc),
                    first_lane(group_->lanes));
    }
    std::array<std::uint32_t, most_warps> waited{};
    for (const Warp& warp : block_->warps)
        for (int i = 0; warp.barrier == number && i < warp.group_count; ++i)
            if (warp.groups[i].state == Group::State::at_barrier)
                waited[warp.index] |= warp.groups[i].lanes;
    const BarrierEvent event{
        barrier.place, block_->linear,       static_cast<std::uint32_t>(number),
        whole_block,   barrier.lanes.data(), waited.data()};
    for (Observer* observer : machine_.listeners.barrier) observer->on_barrier(event);
    if (barrier.threads == 0) note_phase(barrier);
    for (Warp& warp : block_->warps) {
        if (warp.barrier != number) continue;
        warp.barrier = -1;
        for (int i = 0; i < warp.group_count; ++i)
            if (warp.groups[i].state == Group::State::at_barrier)
                pass_barrier(warp.groups[i], barrier);
    }
    block_->barriers_in_use &= ~(1u << number);
    barrier.arrived = 0;
    barrier.arrived_threads = 0;
    return true;
}

// All threads of the block wait at a barrier that opens: what do they do until the next such one?
void Interpreter::note_phase(const Barrier& barrier) {
    const ControlOp* control = control_of(*group_);
    block_->has_no_stores =
        block_->cluster->blocks.size() == 1 && barrier.same_place && control != nullptr &&
        &group_->frame->op(group_->pc) == barrier.op && control->is_quiet_behind &&
        std::ranges::all_of(block_->warps, [](const Warp& warp) { return warp.copies.empty(); }) &&
        std::ranges::all_of(block_->mbarriers,
                            [](const auto& known) { return known.second.bulk.empty(); });
    block_->is_quiet = block_->has_no_stores && only_listener_ != nullptr &&
                       only_listener_->on_quiet_phase(block_->linear);
}

void Interpreter::pass_barrier(Group& group, const Barrier& barrier) {
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

// A lane that has exited counts as arrived: barriers that waited for this warp may open now.
bool Interpreter::check_barriers() {
    block_->live &= ~(1u << warp_->index);
    for (std::uint32_t rest = block_->barriers_in_use; rest != 0; rest &= rest - 1) {
        const int number = std::countr_zero(rest);
        if (block_->barriers[static_cast<std::size_t>(number)].threads != 0) continue;
        // For a message: someone who waits there.
        for (Warp& warp : block_->warps)
            if (warp.barrier == number) {
                warp_ = &warp;
                group_ = &warp.groups[0];
            }
        if (warp_->barrier == number && !open_if_complete(number)) return false;
    }
    return true;
}

} // namespace vgpu::exec
