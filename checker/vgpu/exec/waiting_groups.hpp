// What groups of lanes wait for; for warp_sync.cpp, the barriers and stuck_warps.cpp.
#pragma once

#include "vgpu/exec/warp.hpp"

namespace vgpu::exec {

// Sources of a block barrier: its number, the number of threads, a reduction's predicate.
inline constexpr int number_operand = first_source;
inline constexpr int threads_operand = first_source + 1;
inline constexpr int predicate_operand = first_source + 2;

inline std::uint32_t source_of(const Group& group, int operand) {
    return group.frame->words(group.frame->op(group.pc).operands[operand])[first_lane(group.lanes)];
}

inline const ControlOp* control_of(const Group& group) {
    const Op& op = group.frame->op(group.pc);
    return op.kind == OpKind::control ? &group.frame->function->control_ops[op.extra] : nullptr;
}

// Whether both are at one instruction, reached by the same calls. Lanes that had not rejoined
// before a call have frames of their own in it.
inline bool at_same_place(const Group& a, const Group& b) {
    if (a.pc != b.pc) return false;
    const Frame* one = a.frame;
    const Frame* other = b.frame;
    for (; one != other; one = one->caller, other = other->caller)
        if (one->caller == nullptr || other->caller == nullptr ||
            one->function != other->function || one->call_pc != other->call_pc)
            return false;
    return true;
}

inline bool waits_for(const Group& group, std::uint32_t members) {
    return group.state == Group::State::at_sync && group.members == members;
}

// Whether groups are at instructions that they can execute together: the same opcode with the same
// qualifiers, to which the table gives one function; with .aligned, the same instruction.
inline bool are_at_one_instruction(const Group& group, const Group& other) {
    const Op& a = group.frame->op(group.pc);
    const Op& b = other.frame->op(other.pc);
    if (a.is_aligned || b.is_aligned) return &a == &b && group.frame == other.frame;
    return a.kind == OpKind::warp && b.kind == OpKind::warp && a.function == b.function;
}

// The lanes whose operand (a member mask, a barrier's number) equals the first one's.
inline std::uint32_t lanes_with_equal_word(const std::uint32_t* words, std::uint32_t lanes) {
    const std::uint32_t wanted = words[first_lane(lanes)];
    std::uint32_t same = 0;
    for (int lane = 0; lane < warp_size; ++lane)
        same |= static_cast<std::uint32_t>(words[lane] == wanted) << lane;
    return same & lanes;
}

} // namespace vgpu::exec
