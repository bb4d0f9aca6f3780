// The step from a resolved function to its executable form, instruction after instruction
// (lowering.hpp). Its parts: lowering.cpp declares symbols and walks through the code,
// lower_operands.cpp finds places for operands, lower_memory.cpp, lower_texture.cpp,
// lower_control.cpp and lower_matrix.cpp do what their kinds of instruction need,
// parameters_in_memory.cpp finds those that are looked at by their address; invariants.cpp and
// array_elements.cpp find instructions that need not run, fixed_registers.cpp registers that never
// change, shared_addresses.cpp accesses with one register, bit_fields.cpp loads whose value decides
// nothing, quiet_phases.cpp loads that cannot race.
#pragma once

#include "vgpu/exec/analyse/register_counts.hpp"
#include "vgpu/exec/analyse/value_copies.hpp"
#include "vgpu/exec/lower/frame_layout.hpp"
#include "vgpu/exec/lower/program.hpp"

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
inline constexpr std::uint64_t most_element_bytes = 1 << 16;

inline std::uint64_t align_up(std::uint64_t value, std::uint64_t alignment) {
    return (value + alignment - 1) / alignment * alignment;
}

// Variables one behind the other; returns their places and advances `end`.
CallValue place(const ptx::Variable& variable, std::uint64_t& end);

// What is wrong with a name that no unit of the program defines.
std::string undefined_function(const std::string& name);
// Of CUDA's own functions for kernels that launch kernels.
bool is_of_device_runtime(const std::string& name);
std::string undefined_variable(const std::string& name);

// A load or store of one value, by all lanes that come by.
bool is_plain(const isa::Instruction& instruction, isa::MemoryAction action);

class Lowering {
  public:
    Lowering(Program& program, const isa::Function& resolved, ExecutableFunction& function)
        : program_(program), resolved_(resolved), source_(*resolved.source), function_(function),
          layout_(source_), counts_(resolved) {}

    std::optional<Diagnostic> run();

  private:
    // Names of the function's own scope.
    void declare_symbols();
    std::optional<Diagnostic> check_sizes() const;
    std::optional<Symbol> find_symbol(const std::string& name) const;
    Diagnostic error(std::string message) const;
    Diagnostic unsupported(std::string message) const; // right, but not for the virtual GPU
    std::optional<Diagnostic> lower_instruction();
    std::optional<Diagnostic> lower_computation(OpKind kind, isa::LaneFunction semantics);
    std::optional<Diagnostic> lower_wide();
    void resolve_targets();
    void mark_straight_ops();
    void count_branches();

    // invariants.cpp
    void find_invariants();
    std::optional<Offset> place_of_invariant(const isa::Source& source, isa::Storage storage);
    std::optional<Offset> place_of_parameter(isa::Storage storage, int bits);
    bool is_uniform_source(const isa::Source& source) const; // the same in all lanes of the grid
    std::vector<bool> branch_targets() const;
    void count_skipped(); // by an op of their own

    // array_elements.cpp
    struct Element {
        ptx::Index array = ptx::no_index, index = ptx::no_index; // registers
        std::uint8_t shift = 0;
        bool is_signed = false;
    };
    void find_array_elements();
    std::optional<Element> scaled_index(const isa::Instruction& instruction) const;
    std::optional<ptx::Index> array_of(const isa::Instruction& instruction,
                                       ptx::Index scaled) const;

    // fixed_registers.cpp
    void find_fixed();
    bool is_fixed(const isa::Source& source) const;
    // Whether a register holds one and the same value whenever the instruction at hand runs.
    bool is_fixed_here(ptx::Index reg) const;

    // shared_addresses.cpp
    void link_accesses(); // once all ops are there and straight ones are marked
    void find_alike();
    bool is_alike(const isa::Source& source) const; // in all lanes that have it
    bool adds_alike(const Op& op, Offset there) const;
    bool keeps_differences(const Op& first, Offset there) const;
    std::vector<bool> find_targets();

    // quiet_phases.cpp, once branches know their targets
    void mark_quiet_barriers();
    bool is_quiet_from(Pc first, std::size_t& steps);
    bool stores_to_shared(const Op& op) const;
    bool ends_phase(const Op& op);

    // bit_fields.cpp
    std::vector<bool> bit_field_loads() const; // by isa pc

    // parameters_in_memory.cpp
    std::unordered_set<std::string_view> parameters_in_memory() const;
    void place_parameters_in_memory();

    // lower_operands.cpp
    Op new_op(OpKind kind);
    Offset next_scratch();
    void emit_helper(isa::LaneFunction function, Offset result, Offset source);
    Expected<Offset> symbol_offset(const std::string& name, std::int64_t displacement,
                                   isa::Storage storage);
    Expected<Offset> source_offset(const isa::Source& source);
    std::optional<Diagnostic> lower_sources(std::span<Offset> places,
                                            std::span<const isa::Source> sources);
    // Results go to their registers, or to scratch space and from there to a register of another
    // width by a helper behind the instruction.
    struct Fixup {
        isa::LaneFunction function;
        Offset result, source;
    };
    std::optional<Diagnostic> lower_results(std::span<Offset> places, std::vector<Fixup>& fixups);
    void push_with_fixups(const Op& op, const std::vector<Fixup>& fixups);

    // lower_memory.cpp
    std::optional<Diagnostic> lower_address(MemoryOp& access);
    std::optional<Diagnostic> lower_address(MemoryOp& access, const ptx::AddressOperand& address);
    std::optional<Diagnostic> lower_memory();
    std::optional<Diagnostic> lower_copy();

    // lower_matrix.cpp
    std::optional<Diagnostic> lower_matrix_access();
    void emit_meeting();

    // lower_texture.cpp
    std::optional<Diagnostic> lower_texture();

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
    RegisterCounts counts_;
    std::unordered_map<std::string, Symbol> symbols_;
    std::unordered_map<std::string, std::uint64_t> copies_of_parameters_; // in local memory
    std::vector<Pc> first_op_;                                            // by isa pc
    const isa::Instruction* instruction_ = nullptr;
    std::uint32_t source_pc_ = 0;
    int scratch_used_ = 0;
    std::uint64_t parameters_ = 0; // bytes of the parameter area
    std::unordered_set<std::uint32_t> shared_seen_;
    std::unordered_map<std::string_view, const ptx::BranchTargets*> target_lists_;
    std::size_t targets_ = 0;
    std::vector<bool> is_superfluous_;                    // by isa pc
    std::unordered_set<ptx::Index> uniform_, alike_;      // registers
    std::unordered_map<ptx::Index, ptx::Index> fixed_;    // registers, each up to an isa pc
    std::unordered_map<std::uint32_t, Element> elements_; // what accesses access, by isa pc
    std::vector<bool> is_bit_field_load_;                 // AccessEvent::keeps_neighbours
    std::vector<CopiedValues> copied_;                    // by isa pc
    std::uint16_t skipped_ = 0;    // superfluous instructions since the last op that counts
    std::uint32_t skipped_pc_ = 0; // the last of them
};

} // namespace vgpu::exec
