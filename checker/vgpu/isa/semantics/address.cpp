// Generic addresses (PTX ISA 9.7.9.19, 9.7.9.20): the windows of address_space.hpp.
#include "vgpu/isa/address_space.hpp"
#include "vgpu/isa/semantics/choose.hpp"

namespace vgpu::isa::semantics {
namespace {

using u64 = std::uint64_t;

u64 same(u64 address) { return address; }
u64 add(u64 address, u64 base) { return address + base; }
template <ptx::Space space>
bool lies_in(u64 address) {
    return window_of(space).contains(address);
}
// Constants and parameters lie in global memory as well.
bool lies_in_global(u64 address) {
    return !shared_window.contains(address) && !local_window.contains(address);
}
bool lies_above(std::uint32_t) { return false; }
bool lies_below_windows(std::uint32_t) { return true; }
bool lies_in_constant(u64 address, u64 begin) {
    return Window{begin, constant_bytes}.contains(address);
}

ptx::Space space_of(const Form& form) {
    // Each block is a cluster of its own, which has no other shared memory than the block.
    if (!form.which("shared|shared::cta|shared::cluster").empty()) return ptx::Space::shared;
    if (form.has("local")) return ptx::Space::local;
    if (!form.which("param|param::entry").empty()) return ptx::Space::param;
    if (form.has("const")) return ptx::Space::constant;
    return ptx::Space::global;
}

// Global and constant addresses are their own generic addresses.
bool shift_by(u64 distance, Instruction& instruction) {
    if (distance == 0) return use(instruction, lane<same>, {Role::copy, ptx::Type::u64});
    add_constant(instruction, Storage::doubleword, distance);
    return use(instruction, lane<add>);
}

} // namespace

bool to_generic_address(const Form& form, Instruction& instruction) {
    return shift_by(window_of(space_of(form)).base, instruction);
}
bool from_generic_address(const Form& form, Instruction& instruction) {
    return shift_by(0 - window_of(space_of(form)).base, instruction);
}
bool is_in_space(const Form& form, Instruction& instruction) {
    switch (space_of(form)) {
    case ptx::Space::shared:
        return use(instruction, lane<lies_in<ptx::Space::shared>>);
    case ptx::Space::local:
        return use(instruction, lane<lies_in<ptx::Space::local>>);
    case ptx::Space::param:
        return use(instruction, lane<lies_in<ptx::Space::param>>);
    case ptx::Space::constant:
        add_special(instruction, Storage::doubleword, SpecialRegister::constant_begin);
        return use(instruction, lane<lies_in_constant>);
    default:
        return use(instruction, lane<lies_in_global>);
    }
}
// Of 32 bits, to which zeros are added.
bool low_address_is_in_space(const Form& form, Instruction& instruction) {
    return use(instruction,
               space_of(form) == ptx::Space::global ? lane<lies_below_windows> : lane<lies_above>);
}

} // namespace vgpu::isa::semantics
