// Loads, stores and atomics: where the address comes from, which registers take part, which
// function carries it out.
#include "vgpu/exec/lower/lowering_steps.hpp"
#include "vgpu/exec/memory_access.hpp"
#include "vgpu/support/round_up.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace vgpu::exec {

using isa::Storage;

std::optional<Diagnostic> Lowering::lower_address(MemoryOp& access) {
    if (const auto found = facts_.elements.find(writer_.pc()); found != facts_.elements.end()) {
        const ArrayElement& element = found->second;
        access.displacement = instruction().address.offset;
        access.base = AddressBase::element;
        access.base_offset = layout_.reg(element.array);
        access.index_offset = layout_.reg(element.index);
        access.index_shift = element.shift;
        access.index_is_signed = element.is_signed;
        access.shortcut.is_fixed = facts_.is_fixed(element.index, writer_.pc());
        return std::nullopt;
    }
    return lower_address(access, instruction().address);
}

std::optional<Diagnostic> Lowering::lower_address(MemoryOp& access,
                                                  const ptx::AddressOperand& address) {
    access.displacement = address.offset;
    if (std::holds_alternative<std::monostate>(address.base)) {
        access.base_offset = layout_.constant(Storage::doubleword, 0);
        return std::nullopt;
    }
    if (const auto* reg = std::get_if<ptx::RegisterOperand>(&address.base)) {
        const Storage storage = layout_.register_storage(reg->reg);
        if (storage != Storage::word && storage != Storage::doubleword)
            return writer_.error("an address is a 32- or 64-bit register");
        access.base = storage == Storage::word ? AddressBase::word : AddressBase::doubleword;
        access.base_offset = layout_.reg(reg->reg);
        access.shortcut.is_fixed = facts_.is_fixed(reg->reg, writer_.pc());
        return std::nullopt;
    }
    const auto& named = std::get<ptx::SymbolOperand>(address.base);
    access.displacement += named.offset;
    const auto symbol = scope_.find(named.name);
    if (!symbol) return writer_.error(undefined_variable(named.name));
    if (access.operation.space == ptx::Space::param) {
        const bool own = symbol->kind == Symbol::Kind::frame_parameter;
        if (!own && symbol->kind != Symbol::Kind::kernel_parameter)
            return writer_.error(fmt::format("'{}' is not a parameter", named.name));
        const auto end = static_cast<std::uint64_t>(access.displacement + access.bytes);
        if (access.displacement < 0 || end > round_up(symbol->bytes, word_bytes))
            return writer_.error(
                fmt::format("accesses bytes that parameter '{}' does not have", named.name));
        access.base = own ? AddressBase::frame_parameter : AddressBase::kernel_parameter;
        access.displacement += static_cast<std::int64_t>(symbol->value);
        return std::nullopt;
    }
    const auto offset = operands_.address_of(named.name, 0, Storage::doubleword);
    if (!offset) return offset.error();
    access.base_offset = *offset;
    access.shortcut.is_fixed = true;
    return std::nullopt;
}

std::optional<Diagnostic> Lowering::lower_memory() {
    Op op = writer_.make(OpKind::memory);
    MemoryOp access;
    access.operation = instruction().memory;
    access.bytes = access.operation.width * access.operation.count;
    access.keeps_neighbours = facts_.is_bit_field_load[writer_.pc()];
    const CopiedValues& copied = facts_.copied[writer_.pc()];
    access.copied = copied.elements;
    access.object_before = copied.before;
    access.object_behind = copied.behind;
    if (auto problem = lower_address(access)) return problem;
    for (const isa::Destination& destination : instruction().destinations) {
        if (destination.reg == ptx::no_index) {
            const Storage storage =
                destination.storage == Storage::none ? Storage::quadword : destination.storage;
            access.elements.push_back({writer_.next_scratch(), storage, 64});
        } else {
            access.elements.push_back(
                {layout_.reg(destination.reg), layout_.register_storage(destination.reg),
                 static_cast<std::uint8_t>(layout_.register_bits(destination.reg))});
        }
    }
    const bool is_store = access.operation.action == isa::MemoryAction::store;
    for (const isa::Source& source : instruction().sources) {
        const auto offset = operands_.source(source);
        if (!offset) return offset.error();
        if (is_store) {
            access.elements.push_back({*offset, source.storage, 64});
        } else {
            access.values.push_back(*offset);
            access.value_storage = source.storage;
        }
    }
    const auto wanted = static_cast<std::size_t>(access.operation.count);
    const bool has_elements = is_store || access.operation.action == isa::MemoryAction::load ||
                              access.operation.action == isa::MemoryAction::atomic;
    if (has_elements && access.elements.size() != wanted)
        return writer_.error(
            "the vector operand does not have as many elements as the instruction moves");
    const Storage own = access.operation.width == 8 ? Storage::doubleword : Storage::word;
    const bool has_own_widths = std::ranges::all_of(
        access.elements, [own](const ElementSlot& element) { return element.storage == own; });
    access.plain = !access.elements.empty() && has_own_widths && access.bytes <= most_plain_bytes &&
                   (access.operation.ordering == isa::Ordering::weak ||
                    access.operation.ordering == isa::Ordering::volatile_);
    if (access.plain) access.pattern = std::make_unique<AddressPattern>();
    access.handler = choose_handler(access);
    if (access.handler == nullptr)
        return writer_.unsupported("this access is not supported by the virtual GPU");
    writer_.write(op, std::move(access));
    return std::nullopt;
}

// tensormap.replace, tensormap.cp_fenceproxy, and the fence of a map.
std::optional<Diagnostic> Lowering::lower_map() {
    MemoryOp access;
    access.operation = instruction().memory;
    access.bytes = access.operation.width * access.operation.count;
    if (auto problem = lower_address(access)) return problem;
    const bool copies = access.operation.action == isa::MemoryAction::copy_map;
    if (copies) {
        auto target = std::make_unique<MemoryOp>();
        target->operation = access.operation;
        target->operation.space = access.operation.target_space;
        target->bytes = access.bytes;
        if (auto problem = lower_address(*target, instruction().copy_target)) return problem;
        access.copy_target = std::move(target);
    }
    for (const isa::Source& source : instruction().sources) {
        const auto offset = operands_.source(source);
        if (!offset) return offset.error();
        access.values.push_back(*offset);
        access.value_storage = source.storage;
    }
    access.handler = choose_map_handler(access);
    if (copies) write_meeting();
    Op op = writer_.make(OpKind::memory);
    if (copies) op.count = 0; // the meeting counts for both
    writer_.write(op, std::move(access));
    return std::nullopt;
}

// cp.async and what copies in bulk: a load, a store and perhaps what is done with an mbarrier, of
// one op.
std::optional<Diagnostic> Lowering::lower_copy() {
    const isa::MemoryOperation& operation = instruction().memory;
    const bool is_bulk = operation.action == isa::MemoryAction::bulk_copy;
    MemoryOp access;
    access.operation = operation;
    access.operation.action = isa::MemoryAction::load;
    access.operation.in_cluster = false;
    access.bytes = operation.width * operation.count;
    if (auto problem = lower_address(access)) return problem;
    if (!operation.bulk.is_prefetch) {
        auto target = std::make_unique<MemoryOp>();
        target->operation = operation;
        target->operation.action = isa::MemoryAction::store;
        target->operation.space = is_bulk ? operation.target_space : ptx::Space::shared;
        target->bytes = access.bytes;
        if (auto problem = lower_address(*target, instruction().copy_target)) return problem;
        target->shortcut.is_fixed = false;
        access.copy_target = std::move(target);
    }
    if (operation.bulk.has_barrier) {
        auto barrier = std::make_unique<MemoryOp>();
        barrier->operation.action = isa::MemoryAction::mbarrier;
        barrier->operation.space = ptx::Space::shared;
        barrier->operation.in_cluster = operation.in_cluster;
        barrier->operation.width = barrier->bytes = 8;
        barrier->operation.mbarrier.form = isa::MBarrierForm::complete_bytes;
        if (auto problem = lower_address(*barrier, instruction().copy_barrier)) return problem;
        barrier->shortcut.is_fixed = false;
        access.copy_barrier = std::move(barrier);
    }
    for (const isa::Source& source : instruction().sources) {
        const auto offset = operands_.source(source);
        if (!offset) return offset.error();
        access.values.push_back(*offset);
        access.value_storage = source.storage;
    }
    access.handler = is_bulk ? choose_bulk_copy_handler() : choose_copy_handler();
    Op op = writer_.make(OpKind::memory);
    writer_.write(op, std::move(access));
    return std::nullopt;
}

} // namespace vgpu::exec
