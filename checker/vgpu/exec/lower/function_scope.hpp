// What the names in a function stand for: its parameters and variables, which get their places
// here, and what its program defines.
#pragma once

#include "vgpu/exec/analyse/register_counts.hpp"
#include "vgpu/exec/lower/frame_layout.hpp"
#include "vgpu/exec/lower/program.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace vgpu::exec {

// Registers and parameters of functions have whole words.
inline constexpr int word_bytes = 4;

// The declaration alone: parameter areas and native functions. Calls need it of all functions
// before any of them is lowered.
void declare_signature(ExecutableFunction& function);

class FunctionScope {
  public:
    // Declares the function's own names. `counts`: of its registers.
    FunctionScope(Program& program, const RegisterCounts& counts, ExecutableFunction& function,
                  FrameLayout& layout);

    // What one thread would need must exist (limits of a hostile text as much as of real GPUs).
    std::optional<Diagnostic> check_sizes() const;
    std::optional<Symbol> find(const std::string& name) const;
    // The place in the frame that holds the address `displacement` behind the beginning of what the
    // name stands for; nullopt: the program does not define the name.
    std::optional<Offset> place_of_address(const std::string& name, std::int64_t displacement,
                                           isa::Storage storage);

  private:
    void declare(const ptx::Variable& variable, Symbol::Kind kind, std::uint64_t value);
    void declare_parameters();
    void declare_variables();
    void place_parameters_in_memory(const RegisterCounts& counts);

    Program& program_;
    const ptx::Function& source_;
    ExecutableFunction& function_;
    FrameLayout& layout_;
    std::unordered_map<std::string, Symbol> symbols_;
    std::unordered_map<std::string, std::uint64_t> copies_of_parameters_; // in local memory
    std::uint64_t parameters_ = 0; // bytes of the parameter area
    std::unordered_set<std::uint32_t> shared_seen_;
};

} // namespace vgpu::exec
