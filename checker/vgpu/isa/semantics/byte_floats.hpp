// The 8-bit floats e4m3 and e5m2: every one of them is an f16 as well.
#pragma once

#include "vgpu/isa/semantics/floats.hpp"

namespace vgpu::isa::semantics {

// An e5m2 is the upper byte of an f16.
inline std::uint32_t half_of_e5m2(std::uint32_t raw) { return raw << 8; }

// e4m3 has no infinity, and one NaN of each sign: all bits set.
inline std::uint32_t half_of_e4m3(std::uint32_t raw) {
    const std::uint32_t sign = (raw & 0x80) << 8, magnitude = raw & 0x7f;
    if (magnitude == 0x7f) return sign | canonical_nan_16;
    const std::uint32_t field = magnitude >> 3, fraction = magnitude & 7;
    const float subnormal = static_cast<float>(fraction) * 0x1p-9f;
    if (field == 0) return sign | to_half(subnormal).bits;
    return sign | (field + 8) << 10 | fraction << 7;
}

} // namespace vgpu::isa::semantics
