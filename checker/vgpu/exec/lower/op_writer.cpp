// Ops in their order: their guards, what is counted with them, where branches lead to.
#include "vgpu/exec/lower/op_writer.hpp"

#include <algorithm>
#include <utility>

namespace vgpu::exec {

void OpWriter::begin(std::uint32_t pc, bool is_target) {
    if (is_target) count_skipped();
    first_op_.push_back(static_cast<Pc>(function_.ops.size()));
    pc_ = pc;
    scratch_used_ = 0;
}

void OpWriter::skip() {
    constexpr std::uint16_t most_skipped = 1000;
    skipped_pc_ = pc_;
    if (++skipped_ == most_skipped) count_skipped();
}

void OpWriter::count_skipped() {
    if (skipped_ == 0) return;
    Op op;
    op.kind = OpKind::counted;
    op.guard = layout_.all_lanes();
    op.source_pc = skipped_pc_;
    op.count = skipped_;
    skipped_ = 0;
    write(op);
}

void OpWriter::finish() {
    count_skipped();
    first_op_.push_back(static_cast<Pc>(function_.ops.size()));
    Op end;
    end.kind = OpKind::end;
    end.guard = layout_.all_lanes();
    end.source_pc =
        static_cast<std::uint32_t>(resolved_.code.empty() ? 0 : resolved_.code.size() - 1);
    write(end);
    resolve_targets();
}

void OpWriter::resolve_targets() {
    const auto first_op = [&](ptx::Index target) {
        return first_op_[std::min<std::size_t>(target, first_op_.size() - 1)];
    };
    for (Op& op : function_.ops)
        if (op.kind == OpKind::branch) op.extra = first_op(op.extra);
    for (ControlOp& control : function_.control_ops)
        for (Pc& target : control.targets) target = first_op(target);
}

Diagnostic OpWriter::unsupported(std::string message) const {
    Diagnostic diagnostic = error(std::move(message));
    diagnostic.unsupported = true;
    return diagnostic;
}

Diagnostic OpWriter::error(std::string message) const {
    return {std::move(message), resolved_.source->body[instruction().source_index].position};
}

Op OpWriter::make(OpKind kind) {
    const bool counts_skipped =
        kind == OpKind::lane || kind == OpKind::memory || kind == OpKind::branch;
    // An op that waits for other lanes may run more than once, and a clock reads the count.
    if (kind == OpKind::warp || kind == OpKind::control || kind == OpKind::clock) count_skipped();
    Op op;
    if (counts_skipped) op.count = static_cast<std::uint16_t>(1 + std::exchange(skipped_, 0));
    op.kind = kind;
    op.source_pc = pc_;
    op.guard = instruction().guard == ptx::no_index ? layout_.all_lanes()
                                                    : layout_.reg(instruction().guard);
    op.guard_flip = instruction().guard_negated ? ~0u : 0u;
    return op;
}

Op OpWriter::make_helper(isa::LaneFunction function, Offset result, Offset source) {
    Op op = make(OpKind::helper);
    op.count = 0;
    op.guard = layout_.all_lanes(); // harmless where the instruction does not run
    op.guard_flip = 0;
    op.function = function;
    op.operands[0] = result;
    op.operands[first_source] = source;
    return op;
}

void OpWriter::write(Op op, MemoryOp access) {
    op.extra = static_cast<std::uint32_t>(function_.memory_ops.size()); // until link_accesses
    function_.memory_ops.push_back(std::move(access));
    write(op);
}

void OpWriter::write(Op op, ControlOp control) {
    op.extra = static_cast<std::uint32_t>(function_.control_ops.size());
    function_.control_ops.push_back(std::move(control));
    write(op);
}

} // namespace vgpu::exec
