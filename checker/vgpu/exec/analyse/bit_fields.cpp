// Finds writes of bit-fields as compilers make them: load the word, replace the member's bits,
// store the word. The other bits return unchanged and decide nothing, so they may be uninitialised:
// the struct's first member may be the one that is written.
//
//     ld.u32 %r1, [%rd1];  and.b32 %r2, %r1, -8;  or.b32 %r3, %r2, %r9;  st.u32 [%rd1], %r3;
//
// or with a bfi in place of `and` and `or`.
#include "vgpu/exec/analyse/code_facts.hpp"
#include "vgpu/isa/table.hpp"

#include <algorithm>

namespace vgpu::exec {

namespace {

using isa::Instruction;
using isa::Source;

constexpr std::size_t farthest = 32; // instructions from the load to the store

bool names(const Source& source, ptx::Index reg) {
    return source.from == Source::From::reg && source.reg == reg;
}

bool same_address(const ptx::AddressOperand& a, const ptx::AddressOperand& b) {
    if (a.offset != b.offset || a.base.index() != b.base.index()) return false;
    if (const auto* reg = std::get_if<ptx::RegisterOperand>(&a.base))
        return reg->reg == std::get<ptx::RegisterOperand>(b.base).reg;
    if (const auto* symbol = std::get_if<ptx::SymbolOperand>(&a.base))
        return symbol->name == std::get<ptx::SymbolOperand>(b.base).name &&
               symbol->offset == std::get<ptx::SymbolOperand>(b.base).offset;
    return true;
}

// A load or store of one value, by all lanes that come by.
bool is_plain(const Instruction& instruction, isa::MemoryAction action) {
    const isa::MemoryOperation& operation = instruction.memory;
    return instruction.kind == isa::Kind::memory && operation.action == action &&
           operation.count == 1 && operation.matrix == nullptr &&
           instruction.guard == ptx::no_index;
}

// What the bits that are kept have become behind the instruction.
enum class Step { unrelated, masked, merged, other };
Step step(const Instruction& instruction, ptx::Index kept, bool is_masked) {
    const std::vector<Source>& sources = instruction.sources;
    if (std::ranges::none_of(sources, [&](const Source& source) { return names(source, kept); }))
        return Step::unrelated;
    const isa::Role role = instruction.meaning.role;
    if (!is_masked && role == isa::Role::bit_and && sources.size() == 2 &&
        (sources[0].from == Source::From::constant || sources[1].from == Source::From::constant))
        return Step::masked;
    if (!is_masked && role == isa::Role::bit_insert && sources.size() == 4 &&
        names(sources[1], kept) && !names(sources[0], kept))
        return Step::merged;
    return is_masked && role == isa::Role::bit_or ? Step::merged : Step::other;
}

// The load at `first`, and what follows it.
bool is_of_bit_field(const isa::Function& function, const RegisterCounts& counts,
                     const std::vector<bool>& is_target, std::size_t first) {
    const Instruction& load = function.code[first];
    if (!is_plain(load, isa::MemoryAction::load) || load.destinations.size() != 1) return false;
    const auto* base = std::get_if<ptx::RegisterOperand>(&load.address.base);
    ptx::Index kept = load.destinations[0].reg;
    bool is_masked = false, is_merged = false;
    const std::size_t end = std::min(function.code.size(), first + farthest);
    for (std::size_t i = first + 1; i < end && counts.uses(kept) == 1 && !is_target[i]; ++i) {
        const Instruction& next = function.code[i];
        if (is_plain(next, isa::MemoryAction::store) && is_merged && next.sources.size() == 1)
            return names(next.sources[0], kept) && next.memory.width == load.memory.width &&
                   same_address(next.address, load.address);
        const bool is_harmless =
            next.kind == isa::Kind::lane || is_plain(next, isa::MemoryAction::load);
        if (!is_harmless || next.guard != ptx::no_index) return false;
        for (const isa::Destination& destination : next.destinations)
            if (destination.reg == kept || (base != nullptr && destination.reg == base->reg))
                return false;
        const Step what = is_merged ? Step::unrelated : step(next, kept, is_masked);
        if (what == Step::other) return false;
        if (what == Step::unrelated) continue;
        kept = next.destinations[0].reg;
        is_masked = true;
        is_merged = what == Step::merged;
    }
    return false;
}

} // namespace

std::vector<bool> bit_field_loads(const isa::Function& function, const CodeFacts& facts) {
    std::vector<bool> found(function.code.size(), false);
    for (std::size_t i = 0; i < found.size(); ++i)
        found[i] = is_of_bit_field(function, facts.counts, facts.is_target, i);
    return found;
}

} // namespace vgpu::exec
