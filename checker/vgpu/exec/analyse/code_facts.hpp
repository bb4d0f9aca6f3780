// What is known of a function's code before ops are made of it.
#pragma once

#include "vgpu/exec/analyse/register_counts.hpp"
#include "vgpu/exec/analyse/value_copies.hpp"

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace vgpu::exec {

class FrameLayout;
class FunctionScope;

// An element of an array, as an access names it (array_elements.cpp).
struct ArrayElement {
    ptx::Index array = ptx::no_index, index = ptx::no_index; // registers
    std::uint8_t shift = 0;
    bool is_signed = false;
};

struct CodeFacts {
    // Nothing but the targets is known yet.
    CodeFacts(const isa::Function& function, const RegisterCounts& counts);

    const RegisterCounts& counts;
    std::vector<bool> is_target;            // by isa pc: a branch leads there
    std::vector<bool> is_superfluous;       // by isa pc: need not run, and is only counted
    std::unordered_set<ptx::Index> uniform; // registers: the same in all lanes of the grid
    // Registers that hold one and the same value whenever an instruction before that isa pc runs.
    std::unordered_map<ptx::Index, ptx::Index> fixed_until;
    std::unordered_map<std::uint32_t, ArrayElement> elements; // what accesses access, by isa pc
    std::vector<bool> is_bit_field_load;                      // AccessEvent::keeps_neighbours
    std::vector<CopiedValues> copied;                         // by isa pc

    bool is_uniform(const isa::Source& source) const;
    bool is_fixed(ptx::Index reg, std::uint32_t pc) const;
};

// Registers that never change get their places in the frame here.
CodeFacts find_facts(const isa::Function& function, const RegisterCounts& counts,
                     FunctionScope& scope, FrameLayout& layout);

// Its parts, in this order: each needs what those before it have found. invariants.cpp
void find_invariants(const isa::Function& function, FunctionScope& scope, FrameLayout& layout,
                     CodeFacts& facts);
// array_elements.cpp
void find_array_elements(const isa::Function& function, const FrameLayout& layout,
                         CodeFacts& facts);
// fixed_registers.cpp
void find_fixed_registers(const isa::Function& function, CodeFacts& facts);
// bit_fields.cpp
std::vector<bool> bit_field_loads(const isa::Function& function, const CodeFacts& facts);

} // namespace vgpu::exec
