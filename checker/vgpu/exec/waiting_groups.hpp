// What groups of lanes wait for; for synchronise.cpp and stuck_warps.cpp.
#pragma once

#include "vgpu/exec/interpreter.hpp"

namespace vgpu::exec {

// Sources of a block barrier: its number, the number of threads, a reduction's predicate.
inline constexpr int number_operand = first_source;
inline constexpr int threads_operand = first_source + 1;
inline constexpr int predicate_operand = first_source + 2;

inline std::uint32_t source_of(const Group& group, int operand) {
    return group.frame->words(group.frame->op(group.pc).operands[operand])[first_lane(group.lanes)];
}

inline bool waits_for(const Group& group, std::uint32_t members) {
    return group.state == Group::State::at_sync && group.members == members;
}

// The same opcode with the same qualifiers: the table gives them one function.
inline bool is_same_instruction(const Op& a, const Op& b) {
    return a.kind == OpKind::warp && b.kind == OpKind::warp && a.function == b.function;
}

} // namespace vgpu::exec
