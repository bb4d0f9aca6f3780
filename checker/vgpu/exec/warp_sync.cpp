// Lanes of a warp that wait for each other at an instruction (warp_sync.hpp).
#include "vgpu/exec/warp_sync.hpp"

#include "vgpu/exec/faults.hpp"
#include "vgpu/exec/waiting_groups.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstring>
#include <span>

namespace vgpu::exec {

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

void announce(const WarpTurn& turn, const Group& group, const Op& op, std::uint32_t lanes) {
    const WarpSyncEvent event{turn.machine.place(*group.frame, op), turn.where(), lanes};
    for (Observer* observer : turn.machine.listeners.warp_sync) observer->on_warp_sync(event);
}

// Matrix instructions (PTX ISA 9.7.14): what they do without some of the lanes is not defined.
bool check_whole_warp(const WarpTurn& turn, const Group& group, const Op& op,
                      std::uint32_t active) {
    const Warp& warp = turn.warp;
    const std::uint32_t missing = ~warp.live;
    if (missing == 0) return true;
    const Frame& frame = *group.frame;
    const std::uint32_t never_there = ~warp.all;
    const std::string_view name = frame.function->source->body[op.source_pc].opcode;
    return turn.fail(
        barrier_divergence(
            true, never_there != 0
                      ? fmt::format("{} takes all 32 lanes of a warp, but the block has no "
                                    "threads for {}",
                                    name, list_lanes(never_there))
                      : fmt::format("{} takes all 32 lanes of a warp, but {} exited", name,
                                    lanes_have(missing))),
        group, op, first_lane(active));
}

// Each place has operands of its own: they are brought together, and the results taken back.
void exchange(const WarpTurn& turn, Group& group, const Op& op, std::uint32_t active,
              std::span<Group* const> others) {
    constexpr int most_rows = isa::most_results + isa::most_sources;
    alignas(64) std::byte rows[most_rows][quadword_row] = {};
    std::int32_t places[most_rows];
    for (int i = 0; i < most_rows; ++i) places[i] = i * static_cast<std::int32_t>(quadword_row);
    const Frame& frame = *group.frame;
    const isa::Function& resolved = (*turn.machine.programs)[frame.function->program]
                                        ->resolved()
                                        .functions[frame.function->index];
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
        turn.launch.counters.warp_instructions += 1;
        turn.launch.counters.thread_instructions +=
            static_cast<unsigned>(std::popcount(other->lanes));
        other->state = Group::State::ready;
        ++other->pc;
    }
}

} // namespace

// One of *.sync: all lanes that the mask names execute it. PTX ISA 9.7.9.6 (shfl.sync, and the
// others in the same words) asks for the same qualifiers and the same mask, not for the same place:
// lanes may come through different calls of one function. `active` becomes the lanes that stand
// here.
Meeting meet(const WarpTurn& turn, Group& group, const Op& op, std::uint32_t& active) {
    if (active == 0) return Meeting::complete;
    if (op.is_aligned && !check_whole_warp(turn, group, op, active)) return Meeting::failed;
    Warp& warp = turn.warp;
    const std::uint32_t* masks = group.frame->words(op.operands[op.member_mask]);
    const std::uint32_t same = lanes_with_equal_word(masks, active);
    const std::uint32_t wanted = masks[first_lane(active)];
    if ((same & ~wanted) != 0) {
        turn.fail(not_in_mask("", same & ~wanted, wanted), group, op, first_lane(same & ~wanted));
        return Meeting::failed;
    }
    // Lanes with another mask meet without these.
    if (same != active) warp.split(group, active & ~same, group.pc);
    std::uint32_t arrived = same;
    const auto waits_too = [&](const Group& other) {
        return &other != &group && other.lanes != 0 && waits_for(other, wanted) &&
               are_at_one_instruction(group, other);
    };
    for (int i = 0; i < warp.group_count; ++i)
        if (waits_too(warp.groups[i])) arrived |= warp.groups[i].lanes;
    if ((wanted & warp.live & ~arrived) != 0) {
        warp.split(group, group.lanes & ~same, group.pc + 1); // the guard let them pass
        group.state = Group::State::at_sync;
        group.members = wanted;
        return Meeting::waits;
    }
    std::array<Group*, warp_size> elsewhere;
    std::size_t count = 0;
    active = same;
    for (int i = 0; i < warp.group_count; ++i) {
        Group& other = warp.groups[i];
        if (!waits_too(other)) continue;
        if (other.frame != group.frame || other.pc != group.pc) {
            elsewhere[count++] = &other;
            continue;
        }
        active |= other.lanes;
        other.lanes = 0;
    }
    group.lanes |= active;
    announce(turn, group, op, arrived);
    if (count == 0) return Meeting::complete;
    exchange(turn, group, op, active, {elsewhere.data(), count});
    return Meeting::exchanged;
}

// bar.warp.sync. Unlike the others it may be reached at several places of the code (PTX
// ISA 9.7.13.2).
Meeting meet_at_barrier(const WarpTurn& turn, Group& group, const Op& op, std::uint32_t active) {
    Warp& warp = turn.warp;
    const std::uint32_t* masks = group.frame->words(op.operands[op.member_mask]);
    const std::uint32_t same = lanes_with_equal_word(masks, active);
    const std::uint32_t wanted = masks[first_lane(active)];
    if ((same & ~wanted) != 0) {
        turn.fail(not_in_mask(" __syncwarp", same & ~wanted, wanted), group, op,
                  first_lane(same & ~wanted));
        return Meeting::failed;
    }
    if (same != active) warp.split(group, active & ~same, group.pc);
    std::uint32_t arrived = same;
    const auto waits_too = [&](const Group& other) {
        if (&other == &group || other.lanes == 0 || !waits_for(other, wanted)) return false;
        const ControlOp* control = control_of(other);
        return control != nullptr && control->operation.action == ControlAction::warp_barrier;
    };
    for (int i = 0; i < warp.group_count; ++i)
        if (waits_too(warp.groups[i])) arrived |= warp.groups[i].lanes;
    if ((wanted & warp.live & ~arrived) != 0) {
        warp.split(group, group.lanes & ~same, group.pc + 1);
        group.state = Group::State::at_sync;
        group.members = wanted;
        return Meeting::waits;
    }
    for (int i = 0; i < warp.group_count; ++i) {
        Group& other = warp.groups[i];
        if (!waits_too(other)) continue;
        other.state = Group::State::ready;
        ++other.pc;
    }
    announce(turn, group, op, arrived);
    ++group.pc;
    return arrived == active ? Meeting::complete : Meeting::exchanged;
}

} // namespace vgpu::exec
