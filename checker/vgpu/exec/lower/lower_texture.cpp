// Instructions on textures and surfaces: a handle, coordinates, and what is read or written.
#include "vgpu/exec/lower/lowering_steps.hpp"
#include "vgpu/exec/memory_access.hpp"
#include "vgpu/isa/texture.hpp"

namespace vgpu::exec {

std::optional<Diagnostic> Lowering::lower_texture() {
    MemoryOp access;
    access.operation = instruction().memory;
    access.bytes = access.operation.width * access.operation.count;
    if (auto problem = lower_address(access, instruction().address)) return problem;
    if (access.base != AddressBase::doubleword)
        return writer_.error("a handle of a texture or surface is a 64-bit register");
    access.shortcut.is_fixed = false;
    for (const isa::Destination& destination : instruction().destinations) {
        const bool is_dropped = destination.reg == ptx::no_index;
        access.elements.push_back(
            {is_dropped ? writer_.next_scratch() : layout_.reg(destination.reg),
             is_dropped ? destination.storage : layout_.register_storage(destination.reg),
             static_cast<std::uint8_t>(is_dropped ? 64 : layout_.register_bits(destination.reg))});
    }
    const bool is_store = access.operation.texture->form == isa::TextureForm::store ||
                          access.operation.texture->form == isa::TextureForm::reduce;
    const auto wide = isa::Storage::doubleword;
    for (const isa::Source& source : instruction().sources) {
        if (source.storage == wide && (!is_store || access.operation.width != 8))
            return writer_.error("a register is wider than what the instruction moves");
        const auto offset = operands_.source(source);
        if (!offset) return offset.error();
        access.values.push_back(*offset);
    }
    access.handler = choose_texture_handler();
    Op op = writer_.make(OpKind::memory);
    writer_.write(op, std::move(access));
    return std::nullopt;
}

} // namespace vgpu::exec
