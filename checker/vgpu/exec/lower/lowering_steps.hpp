// What becomes of each kind of instruction. lowering.cpp walks through the code and has the kinds
// that compute; lower_memory.cpp, lower_texture.cpp, lower_control.cpp and lower_matrix.cpp have
// theirs.
//
// What an instruction names has its place by function_scope.hpp and operands.hpp, what is known of
// the code before comes from code_facts.hpp, and op_writer.hpp writes the ops.
#pragma once

#include "vgpu/exec/analyse/code_facts.hpp"
#include "vgpu/exec/lower/frame_layout.hpp"
#include "vgpu/exec/lower/function_scope.hpp"
#include "vgpu/exec/lower/op_writer.hpp"
#include "vgpu/exec/lower/operands.hpp"
#include "vgpu/exec/lower/program.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace vgpu::exec {

class Lowering {
  public:
    Lowering(const Program& program, const CodeFacts& facts, FunctionScope& scope,
             FrameLayout& layout, OpWriter& writer, ExecutableFunction& function)
        : program_(program), facts_(facts), scope_(scope), layout_(layout), writer_(writer),
          operands_(scope, layout, writer), function_(function) {}

    // The instruction at which the writer is.
    std::optional<Diagnostic> lower_instruction();

  private:
    const isa::Instruction& instruction() const { return writer_.instruction(); }

    std::optional<Diagnostic> lower_computation(OpKind kind, isa::LaneFunction semantics);

    // lower_memory.cpp
    std::optional<Diagnostic> lower_address(MemoryOp& access);
    std::optional<Diagnostic> lower_address(MemoryOp& access, const ptx::AddressOperand& address);
    std::optional<Diagnostic> lower_memory();
    std::optional<Diagnostic> lower_copy();
    std::optional<Diagnostic> lower_map();

    // lower_matrix.cpp
    std::optional<Diagnostic> lower_wide();
    std::optional<Diagnostic> lower_matrix_access();
    void write_meeting();
    std::optional<Diagnostic> lower_metadata_check();
    std::optional<Diagnostic> lower_group_product();

    // lower_texture.cpp
    std::optional<Diagnostic> lower_texture();

    // lower_control.cpp
    std::optional<Diagnostic> lower_control();
    const std::vector<ptx::Operand>& written_operands() const;
    // brx.idx index, targets;
    std::optional<Diagnostic> lower_targets(ControlOp& control);
    std::optional<Diagnostic> lower_call_value(const ptx::Operand& operand, CallValue& value);
    // call (returns), target, (arguments), prototype;
    std::optional<Diagnostic> lower_call(ControlOp& control);
    std::optional<Diagnostic> lower_call_target(const ptx::Operand& operand, ControlOp& control);

    const Program& program_;
    const CodeFacts& facts_;
    FunctionScope& scope_;
    FrameLayout& layout_;
    OpWriter& writer_;
    Operands operands_;
    ExecutableFunction& function_;
    // For brx.idx: the function's lists of targets, by name, and the total length of those used.
    std::unordered_map<std::string_view, const ptx::BranchTargets*> target_lists_;
    std::size_t targets_ = 0;
};

} // namespace vgpu::exec
