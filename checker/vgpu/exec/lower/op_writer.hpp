// Writes the ops of a function, instruction after instruction.
#pragma once

#include "vgpu/exec/lower/frame_layout.hpp"
#include "vgpu/exec/lower/program.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace vgpu::exec {

class OpWriter {
  public:
    OpWriter(const isa::Function& resolved, ExecutableFunction& function, FrameLayout& layout)
        : resolved_(resolved), function_(function), layout_(layout) {}

    // The instruction whose ops are written from now on. is_target: a branch leads to it.
    void begin(std::uint32_t pc, bool is_target);
    // That instruction need not run. It is counted with the next op that counts.
    void skip();
    // All instructions are written: ops have their targets now.
    void finish();

    std::uint32_t pc() const { return pc_; }
    const isa::Instruction& instruction() const { return resolved_.code[pc_]; }
    Diagnostic error(std::string message) const;       // of that instruction
    Diagnostic unsupported(std::string message) const; // right, but not for the virtual GPU

    // An op with the instruction's guard, not written yet.
    Op make(OpKind kind);
    // One beside the instruction's own, which is not counted and runs in all lanes.
    Op make_helper(isa::LaneFunction function, Offset result, Offset source);
    void write(const Op& op) { function_.ops.push_back(op); }
    void write(Op op, MemoryOp access);
    void write(Op op, ControlOp control);
    // Space for a value of the instruction that no register holds.
    Offset next_scratch() { return layout_.scratch(scratch_used_++); }

  private:
    void count_skipped(); // by an op of their own
    void resolve_targets();

    const isa::Function& resolved_;
    ExecutableFunction& function_;
    FrameLayout& layout_;
    std::vector<Pc> first_op_; // by isa pc
    std::uint32_t pc_ = 0;
    int scratch_used_ = 0;
    std::uint16_t skipped_ = 0;    // instructions since the last op that counts
    std::uint32_t skipped_pc_ = 0; // the last of them
};

} // namespace vgpu::exec
