// Operands: places in the frame, and conversions where a register holds something else.
#include "vgpu/exec/lower/lowering_steps.hpp"

#include <fmt/format.h>

#include <utility>

namespace vgpu::exec {

using isa::Storage;

namespace {

// Helper ops: conversions of an operand between what a register holds and what semantics expect.
void invert(isa::LaneArguments arguments, std::uint32_t mask) {
    const std::uint32_t bits = ~*static_cast<const std::uint32_t*>(arguments.source(0));
    auto& result = *static_cast<std::uint32_t*>(arguments.result(0));
    result = (result & ~mask) | (bits & mask);
}

template <class To, class From>
void convert(isa::LaneArguments arguments, std::uint32_t mask) {
    const auto* source = static_cast<const From*>(arguments.source(0));
    auto* result = static_cast<To*>(arguments.result(0));
    for (int lane = 0; lane < warp_size; ++lane)
        if ((mask >> lane) & 1) result[lane] = static_cast<To>(source[lane]);
}

isa::LaneFunction conversion(Storage from, Storage to) {
    if (from == Storage::word && to == Storage::doubleword)
        return convert<std::uint64_t, std::uint32_t>;
    // A 128-bit register's low halves come first: they are a doubleword register.
    if ((from == Storage::doubleword || from == Storage::quadword) && to == Storage::word)
        return convert<std::uint32_t, std::uint64_t>;
    if (from == Storage::quadword && to == Storage::doubleword)
        return convert<std::uint64_t, std::uint64_t>;
    return nullptr;
}

} // namespace

Op Lowering::new_op(OpKind kind) {
    const bool counts_skipped =
        kind == OpKind::lane || kind == OpKind::memory || kind == OpKind::branch;
    // What waits for other lanes may run more than once, and a clock tells the count.
    if (kind == OpKind::warp || kind == OpKind::control || kind == OpKind::clock) count_skipped();
    Op op;
    if (counts_skipped) op.count = static_cast<std::uint16_t>(1 + std::exchange(skipped_, 0));
    op.kind = kind;
    op.source_pc = source_pc_;
    op.guard = instruction_->guard == ptx::no_index ? layout_.all_lanes()
                                                    : layout_.reg(instruction_->guard);
    op.guard_flip = instruction_->guard_negated ? ~0u : 0u;
    return op;
}

Offset Lowering::next_scratch() { return layout_.scratch(scratch_used_++); }

void Lowering::emit_helper(isa::LaneFunction function, Offset result, Offset source) {
    Op op = new_op(OpKind::helper);
    op.count = 0;
    op.guard = layout_.all_lanes(); // harmless where the instruction does not run
    op.guard_flip = 0;
    op.function = function;
    op.operands[0] = result;
    op.operands[first_source] = source;
    function_.ops.push_back(op);
}

Expected<Offset> Lowering::symbol_offset(const std::string& name, std::int64_t displacement,
                                         Storage storage) {
    const auto symbol = find_symbol(name);
    if (!symbol) return error(undefined_variable(name));
    const auto value = symbol->value + static_cast<std::uint64_t>(displacement);
    switch (symbol->kind) {
    case Symbol::Kind::shared: {
        const auto variable = static_cast<std::uint32_t>(symbol->value);
        if (shared_seen_.insert(variable).second) function_.shared_variables.push_back(variable);
        return layout_.symbol(storage, true, variable, static_cast<std::uint64_t>(displacement));
    }
    case Symbol::Kind::local:
        return layout_.symbol(storage, false, 0, value);
    case Symbol::Kind::function:
        return layout_.constant(
            storage, function_address(program_.index(), static_cast<std::uint32_t>(symbol->value)) +
                         static_cast<std::uint64_t>(displacement));
    case Symbol::Kind::frame_parameter:
        if (const auto copy = copies_of_parameters_.find(name); copy != copies_of_parameters_.end())
            return layout_.symbol(storage, false, 0,
                                  copy->second + static_cast<std::uint64_t>(displacement));
        return layout_.constant(storage, frame_parameter_base + value);
    default:
        return layout_.constant(storage, value);
    }
}

Expected<Offset> Lowering::source_offset(const isa::Source& source) {
    switch (source.from) {
    case isa::Source::From::constant:
        return layout_.constant(source.storage, source.bits);
    case isa::Source::From::special:
        if (FrameLayout::is_clock(source.special)) {
            Op op = new_op(OpKind::clock);
            op.guard = layout_.all_lanes();
            op.guard_flip = 0;
            function_.ops.push_back(op);
        }
        return layout_.special(source.storage, source.special);
    case isa::Source::From::symbol:
        return symbol_offset(source.symbol.name, source.symbol.offset, source.storage);
    case isa::Source::From::reg:
        break;
    }
    const Storage has = layout_.register_storage(source.reg);
    const Offset from = layout_.reg(source.reg);
    if (source.negated) {
        const Offset inverse = next_scratch();
        emit_helper(invert, inverse, from);
        return inverse;
    }
    if (has == source.storage) return from;
    const isa::LaneFunction function = conversion(has, source.storage);
    if (function == nullptr)
        return error("operand is of a width that this instruction cannot take");
    const Offset converted = next_scratch();
    emit_helper(function, converted, from);
    return converted;
}

std::optional<Diagnostic> Lowering::lower_sources(std::span<Offset> places,
                                                  std::span<const isa::Source> sources) {
    if (sources.size() > places.size())
        return error(fmt::format("more than {} source operands", places.size()));
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const auto offset = source_offset(sources[i]);
        if (!offset) return offset.error();
        places[i] = *offset;
    }
    return std::nullopt;
}

std::optional<Diagnostic> Lowering::lower_results(std::span<Offset> places,
                                                  std::vector<Fixup>& fixups) {
    const auto& destinations = instruction_->destinations;
    if (destinations.size() > places.size())
        return error(fmt::format("more than {} results", places.size()));
    for (std::size_t i = 0; i < destinations.size(); ++i) {
        const isa::Destination& destination = destinations[i];
        if (destination.reg == ptx::no_index) {
            places[i] = next_scratch();
            continue;
        }
        const Storage has = layout_.register_storage(destination.reg);
        const Offset to = layout_.reg(destination.reg);
        if (has == destination.storage) {
            places[i] = to;
            continue;
        }
        const isa::LaneFunction function = conversion(destination.storage, has);
        if (function == nullptr)
            return error("a result is of a width that its register cannot take");
        places[i] = next_scratch();
        fixups.push_back({function, to, places[i]});
    }
    return std::nullopt;
}

} // namespace vgpu::exec
