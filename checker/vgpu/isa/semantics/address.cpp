// Generic addresses (PTX ISA 9.7.9.19, 9.7.9.20): the windows of address_space.hpp.
#include "vgpu/isa/address_space.hpp"
#include "vgpu/isa/semantics/choose.hpp"

namespace vgpu::isa::semantics {
namespace {

u64 same(u64 address) { return address; }
u64 add(u64 address, u64 base) { return address + base; }
template <ptx::Space space>
bool lies_in(u64 address) {
    return window_of(space).contains(address);
}
// Whether the address is in the block's own shared memory.
bool lies_in_block(u64 address, std::uint32_t own_rank) {
    if (!shared_window.contains(address)) return false;
    return named_rank(shared_window.from_generic(address)).value_or(own_rank) == own_rank;
}
std::uint32_t map_shared(std::uint32_t address, std::uint32_t rank) {
    return static_cast<std::uint32_t>(in_cluster(address, rank));
}
u64 map_wide_shared(u64 address, std::uint32_t rank) { return in_cluster(address, rank); }
// An address outside of shared memory stays as it is.
u64 map_generic(u64 address, std::uint32_t rank) {
    if (!shared_window.contains(address)) return address;
    return shared_window.to_generic(in_cluster(shared_window.from_generic(address), rank));
}
template <class T>
std::uint32_t rank_of(T address, std::uint32_t own_rank) {
    return named_rank(address).value_or(own_rank);
}
std::uint32_t rank_of_generic(u64 address, std::uint32_t own_rank) {
    if (!shared_window.contains(address)) return own_rank;
    return rank_of(shared_window.from_generic(address), own_rank);
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
// mapa d, address, rank; getctarank d, address.
bool map_address(const Form& form, Instruction& instruction) {
    if (!form.has("shared::cluster"))
        return form.type() == ptx::Type::u64 && use(instruction, lane<map_generic>);
    return use(instruction,
               form.type() == ptx::Type::u64 ? lane<map_wide_shared> : lane<map_shared>);
}
bool rank_of_address(const Form& form, Instruction& instruction) {
    add_special(instruction, Storage::word, SpecialRegister::cluster_ctarank);
    const bool is_wide = form.type() == ptx::Type::u64;
    if (!form.has("shared::cluster")) return is_wide && use(instruction, lane<rank_of_generic>);
    return use(instruction, is_wide ? lane<rank_of<u64>> : lane<rank_of<std::uint32_t>>);
}
bool is_in_space(const Form& form, Instruction& instruction) {
    switch (space_of(form)) {
    case ptx::Space::shared:
        if (!form.has("shared::cluster")) {
            add_special(instruction, Storage::word, SpecialRegister::cluster_ctarank);
            return use(instruction, lane<lies_in_block>);
        }
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
// The same for an address of 32 bits, which is extended by zeros.
bool low_address_is_in_space(const Form& form, Instruction& instruction) {
    return use(instruction,
               space_of(form) == ptx::Space::global ? lane<lies_below_windows> : lane<lies_above>);
}

} // namespace vgpu::isa::semantics
