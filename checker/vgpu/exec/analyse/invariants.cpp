// Registers that name what never changes while a kernel runs: a parameter of the kernel, a special
// register, a constant, the address of a variable. Nearly every kernel begins with copies of those.
//
// Such a register lies where the value lies anyway, in the frame, and the instruction that would
// fill it need not run; it is still counted, with the next one (Op::count). That is right whichever
// lanes run the instruction: it is the only one that writes the register, so a lane that reads it
// without having run it reads what PTX leaves undefined.
#include "vgpu/exec/lower/lowering_steps.hpp"
#include "vgpu/isa/table.hpp"

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

} // namespace

void Lowering::find_invariants() {
    is_superfluous_.assign(resolved_.code.size(), false);
    for (std::size_t i = 0; i < resolved_.code.size(); ++i) {
        instruction_ = &resolved_.code[i];
        if (instruction_->guard != ptx::no_index || instruction_->destinations.empty()) continue;
        const isa::Destination& destination = instruction_->destinations[0];
        if (counts_.definitions(destination.reg) != 1) continue;
        const Storage storage = layout_.register_storage(destination.reg);
        const int bits = layout_.register_bits(destination.reg);
        if (storage != destination.storage || (bits != 32 && bits != 64)) continue;
        std::optional<Offset> place;
        if (is_copy(*instruction_)) place = place_of_invariant(instruction_->sources[0], storage);
        bool is_uniform = is_copy(*instruction_) && is_uniform_source(instruction_->sources[0]);
        if (is_kernel_parameter(*instruction_)) {
            place = place_of_parameter(storage, bits);
            is_uniform = true;
        }
        if (!place) continue;
        if (is_uniform) uniform_.insert(destination.reg);
        layout_.set_place(destination.reg, *place);
        is_superfluous_[i] = true;
    }
}

bool Lowering::is_uniform_source(const Source& source) const {
    return source.from == Source::From::constant || source.from == Source::From::symbol ||
           (source.from == Source::From::reg && uniform_.contains(source.reg));
}

std::optional<Offset> Lowering::place_of_invariant(const Source& source, Storage storage) {
    if (source.storage != storage) return std::nullopt;
    switch (source.from) {
    case Source::From::constant:
        return layout_.constant(storage, source.bits);
    case Source::From::special:
        if (FrameLayout::is_clock(source.special)) return std::nullopt;
        return layout_.special(storage, source.special);
    case Source::From::symbol: {
        const auto offset = symbol_offset(source.symbol.name, source.symbol.offset, storage);
        return offset ? std::optional(*offset)
                      : std::nullopt; // the usual way reports what is wrong
    }
    case Source::From::reg:
        if (!layout_.has_set_place(source.reg) || layout_.register_storage(source.reg) != storage)
            return std::nullopt;
        return layout_.reg(source.reg);
    }
    return std::nullopt;
}

std::optional<Offset> Lowering::place_of_parameter(Storage storage, int bits) {
    const isa::MemoryOperation& operation = instruction_->memory;
    const auto& named = std::get<ptx::SymbolOperand>(instruction_->address.base);
    const auto symbol = find_symbol(named.name);
    if (!symbol || symbol->kind != Symbol::Kind::kernel_parameter || operation.width > 8)
        return std::nullopt;
    const std::int64_t offset = instruction_->address.offset + named.offset;
    const auto end = static_cast<std::uint64_t>(offset + operation.width);
    const auto at = static_cast<std::uint64_t>(offset) + symbol->value;
    const bool fits = offset >= 0 && end <= align_up(symbol->bytes, word_bytes) &&
                      at % static_cast<std::uint64_t>(operation.width) == 0 &&
                      at <= std::numeric_limits<std::uint32_t>::max();
    if (!fits) return std::nullopt;
    return layout_.parameter(
        {.storage = storage,
         .offset_in_block = static_cast<std::uint32_t>(at),
         .width = operation.width,
         .bits = bits,
         .is_signed = ptx::class_of(operation.type) == ptx::TypeClass::signed_integer});
}

// A place that a branch leads to: who comes there has not passed what stands before it.
std::vector<bool> Lowering::branch_targets() const {
    std::vector<bool> targets(resolved_.code.size() + 1, false);
    const auto add = [&](ptx::Index target) {
        if (target < targets.size()) targets[target] = true;
    };
    for (const isa::Instruction& instruction : resolved_.code) add(instruction.target);
    for (const ptx::BranchTargets& list : source_.branch_targets)
        for (const ptx::LabelOperand& target : list.targets) add(target.target);
    return targets;
}

void Lowering::count_skipped() {
    if (skipped_ == 0) return;
    Op op;
    op.kind = OpKind::counted;
    op.guard = layout_.all_lanes();
    op.source_pc = skipped_pc_;
    op.count = skipped_;
    skipped_ = 0;
    function_.ops.push_back(op);
}

} // namespace vgpu::exec
