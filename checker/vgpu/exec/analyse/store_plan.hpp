// A kernel as store_ranges.cpp reads it: for each instruction the rule by which its result follows
// from its operands, and the pieces of code between branches.
#pragma once

#include "vgpu/exec/lower/program.hpp"

#include <optional>
#include <vector>

namespace vgpu::exec {

// How an instruction's result follows from its operands.
struct RangeStep {
    isa::Role role = isa::Role::none;
    isa::Relation relation = isa::Relation::less; // compare: one of the first four
    bool is_signed = false;                       // how operands are read
    bool is_parameter = false;                    // it loads one of the kernel's
    bool is_of_predicates = false;                // bit_and, bit_or
    int bits = 32;                                // of operands
    int result_bits = 32;                         // of the result
    std::uint64_t parameter = 0;                  // its offset in the block of parameters

    bool is_known() const { return role != isa::Role::none || is_parameter; }
};

// [begin, end) of the code; nothing but its last instruction goes elsewhere.
struct CodePiece {
    std::size_t begin = 0, end = 0;
    std::vector<std::size_t> next; // pieces; the one behind first, if it goes on there
    bool goes_on = false;
};

// A branch, or the end of the thread.
bool leaves_piece(const isa::Instruction& instruction);

class StorePlan {
  public:
    StorePlan(const Program& program, const Kernel& kernel);

    // It cannot be found out where the kernel stores.
    bool is_hopeless() const { return is_hopeless_; }
    void note_failure() { is_hopeless_ = is_hopeless_ || ++failures_ == most_failures; }

    const Program& program;
    const ptx::Function& source;
    const std::vector<isa::Instruction>& code;
    std::vector<RangeStep> steps;  // by instruction
    std::vector<CodePiece> pieces; // the first one begins the kernel

    int bits_of(ptx::Index reg) const {
        return ptx::size_of(source.registers[reg].type) >= 8 ? 64 : 32;
    }

  private:
    static constexpr int most_failures = 3; // with other parameters it may be known
    RangeStep step_of(const isa::Instruction& instruction) const;
    bool is_harmless_call(const isa::Instruction& instruction) const;
    std::optional<std::uint64_t> parameter_of(const isa::Instruction& instruction) const;
    void find_pieces();

    bool is_hopeless_ = false;
    int failures_ = 0;
};

} // namespace vgpu::exec
