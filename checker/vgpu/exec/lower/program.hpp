// A loaded module: its variables in device memory, its functions ready to run, its kernels.
#pragma once

#include "vgpu/exec/device_memory.hpp"
#include "vgpu/exec/executable.hpp"
#include "vgpu/ptx/link.hpp"
#include "vgpu/support/expected.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace vgpu::exec {

// Addresses of functions: above the windows of the generic address space, never readable.
inline constexpr std::uint64_t code_base = 1ull << 49;
constexpr std::uint64_t function_address(std::uint32_t program, std::uint32_t function) {
    return code_base + (static_cast<std::uint64_t>(program) << 32) +
           (static_cast<std::uint64_t>(function) + 1) * 16;
}

// .param addresses of a function's own parameter area begin here; below lies the kernel's block.
inline constexpr std::uint64_t frame_parameter_base = 1ull << 20;

struct SharedVariable {
    std::string name;
    std::uint64_t bytes = 0;
    std::uint64_t alignment = 1;
    bool dynamic = false; // extern __shared__: lies behind all others
};

struct Kernel {
    std::uint32_t function = 0;
    std::string mangled, demangled;
    KernelAttributes attributes;
    std::uint64_t parameter_bytes = 0;
    bool uses_reserved_shared = false; // its block has the part that %reserved_smem_offset_* name
    std::uint64_t dynamic_shared_offset = 0;   // where dynamic shared memory begins
    std::vector<std::uint64_t> shared_offsets; // by shared variable; no_offset where it is not used
};
inline constexpr std::uint64_t no_offset = ~0ull;

class Program;

// What a name stands for at one place.
struct Symbol {
    enum class Kind : std::uint8_t {
        address,          // global, constant: `value` is the address
        function,         // `value` is its index
        shared,           // `value` is the shared variable's index
        local,            // `value` is the offset in the function's part of local memory
        kernel_parameter, // `value` is the offset in the parameter block
        frame_parameter,  // `value` is the offset in the function's parameter area
    } kind = Kind::address;
    std::uint64_t value = 0;
    std::uint64_t bytes = 0;
};

// Whose variables are used in place of new ones (VariablesOf).
struct VariablesOfProgram {
    const Program* of = nullptr; // null: its own alone
    bool all = false;

    bool includes(const ptx::Variable& variable) const {
        return of != nullptr && (all || variable.managed);
    }
};

class Program {
  public:
    // Parses, links, resolves, places the variables and prepares every function. `owner`: the
    // device in whose memory the variables are.
    static Expected<std::unique_ptr<Program>>
    load(std::span<const NamedPtx> units, std::string name, std::uint32_t index,
         DeviceMemory& memory, VariablesOfProgram shared = {}, std::uint32_t owner = 0);
    ~Program(); // frees the variables

    const std::string& name() const { return name_; }
    const ptx::Module& module() const { return linked_.module; }
    const isa::Program& resolved() const { return resolved_; }
    std::uint32_t index() const { return index_; }
    std::vector<ExecutableFunction>& functions() { return functions_; }
    const std::vector<ExecutableFunction>& functions() const { return functions_; }
    const std::vector<SharedVariable>& shared_variables() const { return shared_; }
    const std::vector<Kernel>& kernels() const { return kernels_; }

    std::optional<std::uint32_t> find_kernel(std::string_view mangled) const;
    std::optional<Allocation> find_variable(std::string_view name) const;
    // Those of all global and constant variables, one behind the other, without addresses.
    std::vector<std::byte> initial_values() const;
    std::optional<Symbol> find_symbol(std::string_view name) const; // of the module's scope
    // The shared variable (or "dynamic shared memory") at an offset, as a kernel lays them out.
    Whereabouts describe_shared(const Kernel& kernel, std::uint64_t offset) const;

    // Forgets which allocations the memory instructions hit last.
    void forget_extents();

    std::uint32_t add_shared_variable(const ptx::Variable& variable);

  private:
    Program(std::string name, std::uint32_t index, DeviceMemory& memory)
        : name_(std::move(name)), index_(index), memory_(memory) {}

    std::optional<Diagnostic> parse(std::span<const NamedPtx> units);
    std::optional<Diagnostic> prepare();
    std::optional<Diagnostic> place_variables();
    std::optional<Diagnostic> initialise(const ptx::Variable& variable);
    std::optional<Diagnostic> lower_functions();
    std::optional<Diagnostic> describe_kernels();

    std::string name_;
    std::uint32_t index_;
    DeviceMemory& memory_;
    ptx::Linked linked_;
    isa::Program resolved_;
    std::vector<ExecutableFunction> functions_; // parallel to the module's
    std::vector<SharedVariable> shared_;
    std::vector<Kernel> kernels_;
    std::unordered_map<std::string, Symbol> symbols_;
    std::unordered_map<std::string, Allocation> variables_; // global and constant ones
    std::vector<std::uint64_t> owned_;
    VariablesOfProgram others_; // while it loads
    std::uint32_t owner_ = 0;
};

} // namespace vgpu::exec
