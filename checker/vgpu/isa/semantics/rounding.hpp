// Rounding in software: exact numbers of any magnitude into any format, in any mode. For
// conversions that the host has no instruction for, or whose two steps would round twice.
#pragma once

#include "vgpu/isa/semantics/floats.hpp"

namespace vgpu::isa {

enum class Mode : std::uint8_t { rn, rz, rm, rp, rna }; // rna: to nearest, ties away from zero

// A binary format: bits of the significand with the hidden one, bias of the exponent.
struct FloatFormat {
    int precision = 24;
    int bias = 127;
    int exponent_bits = 8;
};
inline constexpr FloatFormat format_f16{11, 15, 5}, format_bf16{8, 127, 8}, format_f32{24, 127, 8},
    format_f64{53, 1023, 11}, format_tf32{11, 127, 8};

// significand * 2^(exponent - 63), with the significand's top bit set unless it is zero.
struct ExactNumber {
    bool negative = false;
    std::uint64_t significand = 0;
    int exponent = 0;
};

inline ExactNumber exact(std::uint64_t magnitude, bool negative) {
    if (magnitude == 0) return {negative, 0, 0};
    const int zeros = std::countl_zero(magnitude);
    return {negative, magnitude << zeros, 63 - zeros};
}

// A finite double.
inline ExactNumber exact(double value) {
    const std::uint64_t bits = bits_of(value);
    const auto field = static_cast<int>((bits >> 52) & 0x7ff);
    const std::uint64_t fraction = bits & 0xfffffffffffffu;
    ExactNumber number = exact(field == 0 ? fraction : fraction | 1ull << 52, bits >> 63);
    number.exponent += (field == 0 ? 1 : field) - 1023 - 52;
    return number;
}

inline bool rounds_up(Mode mode, bool negative, bool odd, bool half, bool beyond_half) {
    switch (mode) {
    case Mode::rn:
        return half && (beyond_half || odd);
    case Mode::rna:
        return half;
    case Mode::rz:
        return false;
    case Mode::rm:
        return negative && (half || beyond_half);
    case Mode::rp:
        return !negative && (half || beyond_half);
    }
    return false;
}

// The bits of the rounded number, sign on top. Too large a number becomes infinity or the largest
// finite one, as the mode has it.
inline std::uint64_t encode(const ExactNumber& number, const FloatFormat& format, Mode mode) {
    const int fraction_bits = format.precision - 1;
    const std::uint64_t sign = static_cast<std::uint64_t>(number.negative)
                               << (fraction_bits + format.exponent_bits);
    if (number.significand == 0) return sign;
    const int field =
        number.exponent + format.bias; // of the exponent; below 1 the result is subnormal
    const int kept = field >= 1 ? format.precision : format.precision - (1 - field);
    const std::uint64_t infinity = ((1ull << format.exponent_bits) - 1) << fraction_bits;
    std::uint64_t integer = 0;
    bool half = false, beyond_half = false; // the bit after the kept ones; any after that
    if (kept > 0) {
        const int dropped = 64 - kept;
        integer = number.significand >> dropped;
        half = (number.significand >> (dropped - 1)) & 1;
        beyond_half = (number.significand & ((1ull << (dropped - 1)) - 1)) != 0;
    } else {
        half = kept == 0;
        beyond_half = kept < 0 || (number.significand << 1) != 0;
    }
    if (rounds_up(mode, number.negative, integer & 1, half, beyond_half)) ++integer;
    const std::uint64_t rest =
        field >= 1 ? static_cast<std::uint64_t>(field - 1) << fraction_bits : 0;
    const std::uint64_t magnitude = rest + integer;
    if (field > static_cast<int>((1u << format.exponent_bits) - 2) || magnitude >= infinity) {
        const bool stays_finite = mode == Mode::rz || (mode == Mode::rm && !number.negative) ||
                                  (mode == Mode::rp && number.negative);
        return sign | (infinity - (stays_finite ? 1 : 0));
    }
    return sign | magnitude;
}

inline Mode mode_of(std::string_view name) {
    return name == "rz"    ? Mode::rz
           : name == "rm"  ? Mode::rm
           : name == "rp"  ? Mode::rp
           : name == "rna" ? Mode::rna
                           : Mode::rn;
}

} // namespace vgpu::isa
