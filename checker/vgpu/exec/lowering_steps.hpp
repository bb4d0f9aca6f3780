// The step from a resolved function to its executable form, instruction after instruction
// (lowering.hpp). Its parts: lowering.cpp declares symbols and walks through the code,
// lower_operands.cpp finds places for operands, lower_memory.cpp and lower_control.cpp do what
// their kinds of instruction need; invariants.cpp finds instructions that need not run,
// bit_fields.cpp loads that nobody looks at.
#pragma once

#include "vgpu/exec/frame_layout.hpp"
#include "vgpu/exec/program.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace vgpu::exec {

inline constexpr int word_bytes = 4;

inline std::uint64_t align_up(std::uint64_t value, std::uint64_t alignment) {
    return (value + alignment - 1) / alignment * alignment;
}

// Variables one behind the other; returns their places and advances `end`.
CallValue place(const ptx::Variable& variable, std::uint64_t& end);

// What is wrong with a name that no unit of the program defines.
std::string undefined_function(const std::string& name);
std::string undefined_variable(const std::string& name);

class Lowering {
  public:
    Lowering(Program& program, const isa::Function& resolved, ExecutableFunction& function)
        : program_(program), resolved_(resolved), source_(*resolved.source), function_(function),
          layout_(source_) {}

    std::optional<Diagnostic> run();

  private:
    // Names of the function's own scope.
    void declare_symbols();
    std::optional<Diagnostic> check_sizes() const;
    std::optional<Symbol> find_symbol(const std::string& name) const;
    Diagnostic error(std::string message) const;
    std::optional<Diagnostic> lower_instruction();
    std::optional<Diagnostic> lower_computation(OpKind kind, isa::LaneFunction semantics);
    void resolve_targets();

    // invariants.cpp
    void find_invariants();
    std::optional<Offset> place_of_invariant(const isa::Source& source, isa::Storage storage);
    std::optional<Offset> place_of_parameter(isa::Storage storage, int bits);
    std::vector<bool> branch_targets() const;
    void count_skipped(); // by an op of their own

    // bit_fields.cpp
    std::vector<bool> bit_field_loads() const; // by isa pc

    // lower_operands.cpp
    Op new_op(OpKind kind);
    Offset next_scratch();
    void emit_helper(isa::LaneFunction function, Offset result, Offset source);
    Expected<Offset> symbol_offset(const std::string& name, std::int64_t displacement,
                                   isa::Storage storage);
    Expected<Offset> source_offset(const isa::Source& source);
    std::optional<Diagnostic> lower_sources(Op& op, std::span<const isa::Source> sources);
    // Results go to their registers, or to scratch space and from there to a register of another
    // width by a helper behind the instruction.
    struct Fixup {
        isa::LaneFunction function;
        Offset result, source;
    };
    std::optional<Diagnostic> lower_results(Op& op, std::vector<Fixup>& fixups);

    // lower_memory.cpp
    std::optional<Diagnostic> lower_address(MemoryOp& access);
    std::optional<Diagnostic> lower_memory();

    // lower_control.cpp
    std::optional<Diagnostic> lower_control();
    const std::vector<ptx::Operand>& operands() const;
    // brx.idx index, targets;
    std::optional<Diagnostic> lower_targets(ControlOp& control);
    std::optional<Diagnostic> lower_call_value(const ptx::Operand& operand, CallValue& value);
    // call (returns), target, (arguments), prototype;
    std::optional<Diagnostic> lower_call(ControlOp& control);
    std::optional<Diagnostic> lower_call_target(const ptx::Operand& operand, ControlOp& control);

    Program& program_;
    const isa::Function& resolved_;
    const ptx::Function& source_;
    ExecutableFunction& function_;
    FrameLayout layout_;
    std::unordered_map<std::string, Symbol> symbols_;
    std::vector<Pc> first_op_; // by isa pc
    const isa::Instruction* instruction_ = nullptr;
    std::uint32_t source_pc_ = 0;
    int scratch_used_ = 0;
    std::uint64_t parameters_ = 0; // bytes of the parameter area
    std::unordered_set<std::uint32_t> shared_seen_;
    std::unordered_map<std::string_view, const ptx::BranchTargets*> target_lists_;
    std::size_t targets_ = 0;
    std::vector<bool> is_superfluous_; // by isa pc
    std::vector<bool> is_bit_field_load_;
    std::uint16_t skipped_ = 0;    // superfluous instructions since the last op that counts
    std::uint32_t skipped_pc_ = 0; // the last of them
};

} // namespace vgpu::exec
