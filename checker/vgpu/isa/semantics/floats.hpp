// What floating-point semantics share: NaNs as the hardware gives them, flushing of subnormals,
// 16-bit formats. Written without branches where lanes are to vectorise.
#pragma once

#include "vgpu/isa/semantics/lanes.hpp"

#include <cmath>
#include <cstdint>

namespace vgpu::isa {

// f32 arithmetic returns this NaN whatever NaNs went in; so do f16 and bf16 with 0x7fff.
inline constexpr std::uint32_t canonical_nan = 0x7fffffffu;
inline constexpr std::uint16_t canonical_nan_16 = 0x7fffu;

inline std::uint32_t bits_of(float value) { return std::bit_cast<std::uint32_t>(value); }
inline std::uint64_t bits_of(double value) { return std::bit_cast<std::uint64_t>(value); }
inline float float_of(std::uint32_t bits) { return std::bit_cast<float>(bits); }
inline double double_of(std::uint64_t bits) { return std::bit_cast<double>(bits); }

inline float canonical(float value) { return value != value ? float_of(canonical_nan) : value; }

// Subnormals become zeros of their sign.
inline float flush(float value) {
    const std::uint32_t bits = bits_of(value);
    return float_of(bits & 0x7f800000u ? bits : bits & 0x80000000u);
}
inline double flush(double value) {
    const std::uint64_t bits = bits_of(value);
    return double_of(bits & 0x7ff0000000000000u ? bits : bits & 0x8000000000000000u);
}
inline Half flush(Half value) {
    const auto zero = static_cast<std::uint16_t>(value.bits & 0x8000u);
    return {value.bits & 0x7c00u ? value.bits : zero};
}

// Clamped to [0, 1]; NaN and -0 give +0.
template <class T>
inline T saturate(T value) {
    const T not_negative = value > T{0} ? value : T{0};
    return not_negative < T{1} ? not_negative : T{1};
}

// f64 keeps sign and payload of a NaN among its operands, quieted: of the second if it is one, else
// of the first; fma looks at its second, third and first (so an H200). A NaN made from numbers is
// the default one.
inline constexpr std::uint64_t quiet_bit_64 = 0x0008000000000000u;
inline double quiet(double value) { return double_of(bits_of(value) | quiet_bit_64); }
inline constexpr std::uint64_t default_nan_64 = 0xfff8000000000000u;

inline double nan_of(double a, double b) {
    const double first = a != a ? a : b;
    return b != b ? b : first;
}

inline double nan_of(double a, double b, double c) { return nan_of(nan_of(a, c), b); }

inline double with_nan(double result, double a, double b) {
    const double from = nan_of(a, b);
    const double made = from != from ? quiet(from) : double_of(default_nan_64);
    return result != result ? made : result;
}

inline float to_float(Bfloat value) {
    return float_of(static_cast<std::uint32_t>(value.bits) << 16);
}

[[gnu::always_inline]] inline float to_float(Half value) {
    // Shift exponent and fraction into place and scale by 2^112, which corrects the exponent's bias
    // and makes subnormals right as well.
    const std::uint32_t magnitude = static_cast<std::uint32_t>(value.bits & 0x7fffu) << 13;
    const std::uint32_t sign = static_cast<std::uint32_t>(value.bits & 0x8000u) << 16;
    const std::uint32_t scaled = bits_of(float_of(magnitude) * 0x1p112f);
    const std::uint32_t special = magnitude | 0x7f800000u; // infinity and NaN
    return float_of(sign | (magnitude >= 0x0f800000u ? special : scaled));
}
inline float to_float(float value) { return value; }

// Rounds to nearest, ties to even. NaN becomes canonical, what is too large infinite.
[[gnu::always_inline]] inline Half to_half(float value) {
    const std::uint32_t bits = bits_of(value);
    const std::uint32_t magnitude = bits & 0x7fffffffu;
    const std::uint32_t sign = (bits >> 16) & 0x8000u;
    // Normal results: rebias, round at bit 13.
    const std::uint32_t normal = (magnitude - 0x38000000u + 0xfffu + ((magnitude >> 13) & 1)) >> 13;
    // Subnormal results: adding 0.5 leaves the rounded fraction in the low bits.
    const std::uint32_t subnormal = bits_of(float_of(magnitude) + 0.5f) - 0x3f000000u;
    std::uint32_t result = magnitude < 0x38800000u ? subnormal : normal;
    result =
        magnitude >= 0x47800000u ? 0x7c00u : result; // from 65536 on; less may round to infinity
    result = magnitude > 0x7f800000u ? canonical_nan_16 : (result | sign);
    return {static_cast<std::uint16_t>(result)};
}

[[gnu::always_inline]] inline Bfloat to_bfloat(float value) {
    const std::uint32_t bits = bits_of(value);
    const std::uint32_t rounded = (bits + 0x7fffu + ((bits >> 16) & 1)) >> 16;
    return {static_cast<std::uint16_t>((bits & 0x7fffffffu) > 0x7f800000u ? canonical_nan_16
                                                                          : rounded)};
}

template <class T>
inline T from_float(float value) {
    if constexpr (std::same_as<T, Half>)
        return to_half(value);
    else if constexpr (std::same_as<T, Bfloat>)
        return to_bfloat(value);
    else
        return value;
}

} // namespace vgpu::isa
