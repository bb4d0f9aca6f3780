// A function is lowered: what is known of its code, its ops one after the other, and what can be
// said of them once all are there.
#include "vgpu/exec/lower/lowering.hpp"

#include "vgpu/exec/analyse/quiet_phases.hpp"
#include "vgpu/exec/analyse/shared_addresses.hpp"
#include "vgpu/exec/lower/lowering_steps.hpp"
#include "vgpu/exec/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <span>

namespace vgpu::exec {

namespace {

constexpr std::uint64_t most_frame = 64 << 20; // bytes of a warp's registers and constants

void count_branches(ExecutableFunction& function) {
    const auto is_branch = [](const Op& op) { return op.kind == OpKind::branch; };
    std::vector<BranchCounts>& counts = function.branch_counts;
    counts.resize(static_cast<std::size_t>(std::ranges::count_if(function.ops, is_branch)));
    auto next = counts.begin();
    for (Op& op : function.ops) {
        if (!is_branch(op)) continue;
        next->source_pc = op.source_pc;
        op.branches = &*next++;
    }
}

void mark_straight_ops(Offset all_lanes, ExecutableFunction& function) {
    unsigned ops = 0, instructions = 0; // of the run that begins with the op behind
    for (auto op = function.ops.rbegin(); op != function.ops.rend(); ++op) {
        const bool computes = op->kind == OpKind::lane || op->kind == OpKind::helper;
        const bool is_straight = (computes || op->kind == OpKind::memory) &&
                                 op->guard == all_lanes && op->guard_flip == 0;
        const bool has_room = ops < std::numeric_limits<std::uint8_t>::max() &&
                              instructions + op->count <= std::numeric_limits<std::uint16_t>::max();
        if (!is_straight || !has_room) ops = instructions = 0;
        if (!is_straight) continue;
        instructions += op->count;
        op->straight_ops = static_cast<std::uint8_t>(++ops);
        op->straight_instructions = static_cast<std::uint16_t>(instructions);
    }
}

} // namespace

std::optional<Diagnostic> Lowering::lower_instruction() {
    switch (instruction().kind) {
    case isa::Kind::lane:
        return lower_computation(OpKind::lane, instruction().lane);
    case isa::Kind::warp:
        return instruction().is_wide ? lower_wide()
                                     : lower_computation(OpKind::warp, instruction().warp);
    case isa::Kind::memory:
        if (instruction().memory.matrix != nullptr) return lower_matrix_access();
        if (instruction().memory.texture != nullptr) return lower_texture();
        if (instruction().memory.action >= isa::MemoryAction::replace_field) return lower_map();
        return instruction().memory.action == isa::MemoryAction::copy ||
                       instruction().memory.action == isa::MemoryAction::bulk_copy
                   ? lower_copy()
                   : lower_memory();
    case isa::Kind::control:
        return lower_control();
    }
    return std::nullopt;
}

std::optional<Diagnostic> Lowering::lower_computation(OpKind kind, isa::LaneFunction semantics) {
    Op op = writer_.make(kind);
    op.function = semantics;
    std::vector<Operands::Fixup> fixups;
    const std::span operands(op.operands);
    if (auto problem = operands_.sources(operands.subspan(first_source), instruction().sources))
        return problem;
    if (auto problem = operands_.results(operands.first(first_source), fixups)) return problem;
    op.is_aligned = instruction().is_aligned;
    if (kind == OpKind::warp && instruction().member_mask >= 0)
        op.member_mask = static_cast<std::int8_t>(first_source + instruction().member_mask);
    operands_.write_with_fixups(op, fixups);
    return std::nullopt;
}

std::optional<Diagnostic> lower(Program& program, const isa::Function& resolved,
                                ExecutableFunction& function) {
    const RegisterCounts counts(resolved);
    FrameLayout layout(*resolved.source);
    FunctionScope scope(program, counts, function, layout);
    if (auto error = scope.check_sizes()) return error;
    const CodeFacts facts = find_facts(resolved, counts, scope, layout);
    OpWriter writer(resolved, function, layout);
    Lowering lowering(program, facts, scope, layout, writer, function);
    for (std::uint32_t pc = 0; pc < resolved.code.size(); ++pc) {
        writer.begin(pc, facts.is_target[pc]);
        if (facts.is_superfluous[pc])
            writer.skip();
        else if (auto error = lowering.lower_instruction())
            return error;
    }
    writer.finish();
    const Offset all_lanes = layout.all_lanes();
    count_branches(function);
    mark_straight_ops(all_lanes, function);
    mark_quiet_barriers(program, resolved, all_lanes, function);
    link_accesses(resolved, facts, layout, function);
    layout.finish(function);
    if (static_cast<std::uint64_t>(function.frame_bytes) > most_frame)
        return Diagnostic{fmt::format("{} uses more registers than the virtual GPU has room for",
                                      readable_name(resolved.source->name)),
                          resolved.source->position};
    return std::nullopt;
}

} // namespace vgpu::exec
