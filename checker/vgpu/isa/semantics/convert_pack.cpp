// cvt.pack: two integers saturated and packed, in front of what was packed before (PTX
// ISA 9.7.9.22).
#include "vgpu/isa/semantics/choose.hpp"

#include <algorithm>

namespace vgpu::isa::semantics {
namespace {

template <int bits, bool is_signed>
u32 saturated(s32 value) {
    constexpr s32 low = is_signed ? -(1 << (bits - 1)) : 0;
    constexpr s32 high = is_signed ? (1 << (bits - 1)) - 1 : (1 << bits) - 1;
    return static_cast<u32>(std::clamp(value, low, high)) & ((1u << bits) - 1);
}
// The second source lies lowest.
template <int bits, bool is_signed>
u32 pack_two(s32 a, s32 b) {
    return saturated<bits, is_signed>(a) << bits | saturated<bits, is_signed>(b);
}
template <int bits, bool is_signed>
u32 pack_before(s32 a, s32 b, u32 c) {
    return c << (2 * bits) | pack_two<bits, is_signed>(a, b);
}

} // namespace

bool pack_16(const Form& form, Instruction& instruction) {
    return use(instruction,
               form.type_names[0] == "s16" ? lane<pack_two<16, true>> : lane<pack_two<16, false>>);
}
bool pack_narrow(const Form& form, Instruction& instruction) {
    const auto type = form.type_names[0];
    const bool is_signed = type.front() == 's';
    if (type.ends_with('2'))
        return use(instruction,
                   is_signed ? lane<pack_before<2, true>> : lane<pack_before<2, false>>);
    if (type.ends_with('4'))
        return use(instruction,
                   is_signed ? lane<pack_before<4, true>> : lane<pack_before<4, false>>);
    return use(instruction, is_signed ? lane<pack_before<8, true>> : lane<pack_before<8, false>>);
}

} // namespace vgpu::isa::semantics
