// Loads, stores and atomics: where the address comes from, which registers take part, who carries
// it out.
#include "vgpu/exec/lower/lowering_steps.hpp"
#include "vgpu/exec/memory_access.hpp"

#include <fmt/format.h>

namespace vgpu::exec {

using isa::Storage;

std::optional<Diagnostic> Lowering::lower_address(MemoryOp& access) {
    if (const auto found = elements_.find(source_pc_); found != elements_.end()) {
        const Element& element = found->second;
        access.displacement = instruction_->address.offset;
        access.base = AddressBase::element;
        access.base_offset = layout_.reg(element.array);
        access.index_offset = layout_.reg(element.index);
        access.index_shift = element.shift;
        access.index_is_signed = element.is_signed;
        access.shortcut.is_fixed = is_fixed_here(element.index);
        return std::nullopt;
    }
    return lower_address(access, instruction_->address);
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
            return error("an address is a 32- or 64-bit register");
        access.base = storage == Storage::word ? AddressBase::word : AddressBase::doubleword;
        access.base_offset = layout_.reg(reg->reg);
        access.shortcut.is_fixed = is_fixed_here(reg->reg);
        return std::nullopt;
    }
    const auto& named = std::get<ptx::SymbolOperand>(address.base);
    access.displacement += named.offset;
    const auto symbol = find_symbol(named.name);
    if (!symbol) return error(undefined_variable(named.name));
    if (access.operation.space == ptx::Space::param) {
        const bool own = symbol->kind == Symbol::Kind::frame_parameter;
        if (!own && symbol->kind != Symbol::Kind::kernel_parameter)
            return error(fmt::format("'{}' is not a parameter", named.name));
        const auto end = static_cast<std::uint64_t>(access.displacement + access.bytes);
        if (access.displacement < 0 || end > align_up(symbol->bytes, word_bytes))
            return error(
                fmt::format("accesses bytes that parameter '{}' does not have", named.name));
        access.base = own ? AddressBase::frame_parameter : AddressBase::kernel_parameter;
        access.displacement += static_cast<std::int64_t>(symbol->value);
        return std::nullopt;
    }
    const auto offset = symbol_offset(named.name, 0, Storage::doubleword);
    if (!offset) return offset.error();
    access.base_offset = *offset;
    access.shortcut.is_fixed = true;
    return std::nullopt;
}

std::optional<Diagnostic> Lowering::lower_memory() {
    Op op = new_op(OpKind::memory);
    MemoryOp access;
    access.operation = instruction_->memory;
    access.bytes = access.operation.width * access.operation.count;
    access.keeps_neighbours = is_bit_field_load_[source_pc_];
    access.copied = copied_[source_pc_].elements;
    access.object_before = copied_[source_pc_].before;
    access.object_behind = copied_[source_pc_].behind;
    if (auto problem = lower_address(access)) return problem;
    for (const isa::Destination& destination : instruction_->destinations) {
        if (destination.reg == ptx::no_index) {
            const Storage storage =
                destination.storage == Storage::none ? Storage::quadword : destination.storage;
            access.elements.push_back({next_scratch(), storage, 64});
        } else {
            access.elements.push_back(
                {layout_.reg(destination.reg), layout_.register_storage(destination.reg),
                 static_cast<std::uint8_t>(layout_.register_bits(destination.reg))});
        }
    }
    const bool is_store = access.operation.action == isa::MemoryAction::store;
    for (const isa::Source& source : instruction_->sources) {
        const auto offset = source_offset(source);
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
        return error("the vector operand does not have as many elements as the instruction moves");
    const Storage own = access.operation.width == 8 ? Storage::doubleword : Storage::word;
    const bool has_own_widths = std::ranges::all_of(
        access.elements, [own](const ElementSlot& element) { return element.storage == own; });
    access.plain = !access.elements.empty() && has_own_widths && access.bytes <= most_plain_bytes &&
                   access.operation.ordering == isa::Ordering::weak;
    if (access.plain) access.pattern = std::make_unique<AddressPattern>();
    access.handler = choose_handler(access);
    if (access.handler == nullptr)
        return unsupported("this access is not supported by the virtual GPU");
    op.extra = static_cast<std::uint32_t>(function_.memory_ops.size()); // until link_accesses
    function_.memory_ops.push_back(std::move(access));
    function_.ops.push_back(op);
    return std::nullopt;
}

// cp.async and what copies in bulk: a load, a store and perhaps what is done with an mbarrier, of
// one op.
std::optional<Diagnostic> Lowering::lower_copy() {
    const isa::MemoryOperation& operation = instruction_->memory;
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
        if (auto problem = lower_address(*target, instruction_->copy_target)) return problem;
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
        if (auto problem = lower_address(*barrier, instruction_->copy_barrier)) return problem;
        barrier->shortcut.is_fixed = false;
        access.copy_barrier = std::move(barrier);
    }
    for (const isa::Source& source : instruction_->sources) {
        const auto offset = source_offset(source);
        if (!offset) return offset.error();
        access.values.push_back(*offset);
        access.value_storage = source.storage;
    }
    access.handler = is_bulk ? choose_bulk_copy_handler() : choose_copy_handler();
    Op op = new_op(OpKind::memory);
    op.extra = static_cast<std::uint32_t>(function_.memory_ops.size()); // until link_accesses
    function_.memory_ops.push_back(std::move(access));
    function_.ops.push_back(op);
    return std::nullopt;
}

} // namespace vgpu::exec
