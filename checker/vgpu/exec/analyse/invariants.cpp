// Registers that name what never changes while a kernel runs: a parameter of the kernel, a special
// register, a constant, the address of a variable. Nearly every kernel begins with copies of those.
//
// Such a register lies where the value lies anyway, in the frame, and the instruction that would
// fill it need not run; it is still counted, with the next one (Op::count). That is right whichever
// lanes run the instruction: it is the only one that writes the register, so a lane that reads it
// without having run it reads what PTX leaves undefined.
#include "vgpu/exec/analyse/code_facts.hpp"
#include "vgpu/exec/lower/frame_layout.hpp"
#include "vgpu/exec/lower/function_scope.hpp"
#include "vgpu/isa/table.hpp"
#include "vgpu/support/round_up.hpp"

#include <limits>

namespace vgpu::exec {

using isa::Source;
using isa::Storage;

namespace {

// `mov`, and `cvta` where both addresses are the same.
bool is_copy(const isa::Instruction& instruction) {
    return instruction.meaning.role == isa::Role::copy;
}

bool is_kernel_parameter(const isa::Instruction& instruction) {
    const isa::MemoryOperation& operation = instruction.memory;
    return instruction.kind == isa::Kind::memory && operation.action == isa::MemoryAction::load &&
           operation.count == 1 && operation.space == ptx::Space::param &&
           instruction.destinations.size() == 1 &&
           std::holds_alternative<ptx::SymbolOperand>(instruction.address.base);
}

std::optional<Offset> place_of_invariant(const Source& source, Storage storage,
                                         FunctionScope& scope, FrameLayout& layout) {
    if (source.storage != storage) return std::nullopt;
    switch (source.from) {
    case Source::From::constant:
        return layout.constant(storage, source.bits);
    case Source::From::special:
        if (FrameLayout::is_clock(source.special)) return std::nullopt;
        return layout.special(storage, source.special);
    case Source::From::symbol: // none: the usual way reports what is wrong
        return scope.place_of_address(source.symbol.name, source.symbol.offset, storage);
    case Source::From::reg:
        if (!layout.has_set_place(source.reg) || layout.register_storage(source.reg) != storage)
            return std::nullopt;
        return layout.reg(source.reg);
    }
    return std::nullopt;
}

std::optional<Offset> place_of_parameter(const isa::Instruction& instruction, Storage storage,
                                         int bits, const FunctionScope& scope,
                                         FrameLayout& layout) {
    const isa::MemoryOperation& operation = instruction.memory;
    const auto& named = std::get<ptx::SymbolOperand>(instruction.address.base);
    const auto symbol = scope.find(named.name);
    if (!symbol || symbol->kind != Symbol::Kind::kernel_parameter || operation.width > 8)
        return std::nullopt;
    const std::int64_t offset = instruction.address.offset + named.offset;
    const auto end = static_cast<std::uint64_t>(offset + operation.width);
    const auto at = static_cast<std::uint64_t>(offset) + symbol->value;
    const bool fits = offset >= 0 && end <= round_up(symbol->bytes, word_bytes) &&
                      at % static_cast<std::uint64_t>(operation.width) == 0 &&
                      at <= std::numeric_limits<std::uint32_t>::max();
    if (!fits) return std::nullopt;
    return layout.parameter(
        {.storage = storage,
         .offset_in_block = static_cast<std::uint32_t>(at),
         .width = operation.width,
         .bits = bits,
         .is_signed = ptx::class_of(operation.type) == ptx::TypeClass::signed_integer});
}

} // namespace

void find_invariants(const isa::Function& function, FunctionScope& scope, FrameLayout& layout,
                     CodeFacts& facts) {
    for (std::size_t i = 0; i < function.code.size(); ++i) {
        const isa::Instruction& instruction = function.code[i];
        if (instruction.guard != ptx::no_index || instruction.destinations.empty()) continue;
        const isa::Destination& destination = instruction.destinations[0];
        if (facts.counts.definitions(destination.reg) != 1) continue;
        const Storage storage = layout.register_storage(destination.reg);
        const int bits = layout.register_bits(destination.reg);
        if (storage != destination.storage || (bits != 32 && bits != 64)) continue;
        std::optional<Offset> place;
        if (is_copy(instruction))
            place = place_of_invariant(instruction.sources[0], storage, scope, layout);
        bool is_uniform = is_copy(instruction) && facts.is_uniform(instruction.sources[0]);
        if (is_kernel_parameter(instruction)) {
            place = place_of_parameter(instruction, storage, bits, scope, layout);
            is_uniform = true;
        }
        if (!place) continue;
        if (is_uniform) facts.uniform.insert(destination.reg);
        layout.set_place(destination.reg, *place);
        facts.is_superfluous[i] = true;
    }
}

} // namespace vgpu::exec
