// The function unit that computes rcp, rsqrt, sqrt, ex2, lg2, sin and cos .approx in hardware, bit
// for bit.
//
// It evaluates a quadratic per segment of the operand's fraction: value + slope * x + curvature *
// x^2, where x is the position in the segment and x^2 comes from a squarer that leaves out its
// lower columns (Oberman and Siu, "A High-Performance Area-Efficient Multifunction Interpolator",
// ARITH 2005). The tables were fitted to what an H200 answers for every operand of an octave.
#pragma once

#include "vgpu/isa/semantics/floats.hpp"

#include <algorithm>
#include <bit>

namespace vgpu::isa::semantics::function_unit {

struct Segment {
    std::uint32_t value;
    std::int32_t slope, curvature;
};

struct LogarithmSegment {
    std::int64_t value;
    std::int32_t slope, curvature;
};

#include "vgpu/isa/semantics/function_unit_tables.inc"

// x * x / 2^19 of 17 bits, summed from those partial products alone that weigh 2^19 or more.
inline std::uint32_t truncated_square(std::uint32_t x) {
    std::uint32_t sum = 0;
    for (int p = 2; p < 17; ++p) {
        const std::uint32_t chosen = 0u - ((x >> p) & 1);
        const int lowest = p >= 9 ? p + 1 : 18 - p; // partner bits: each pair once
        sum += chosen & ((x >> lowest << lowest) >> (18 - p));
        if (p >= 10) sum += chosen & (1u << (2 * p - 19));
    }
    return sum;
}

// The result's bits for 23 bits of fraction. `rounding` is what is added before the bits below an
// ulp are cut off, in 2^-17 ulp.
template <std::size_t segments>
inline std::uint32_t interpolate(const Segment (&table)[segments], std::uint32_t fraction,
                                 std::int64_t rounding) {
    static_assert(segments == 64 || segments == 128);
    constexpr int rest = segments == 128 ? 16 : 17;
    const Segment& segment = table[fraction >> rest];
    const std::uint32_t x = (fraction & ((1u << rest) - 1)) << (17 - rest);
    const std::int64_t sum = (static_cast<std::int64_t>(segment.value) << 15) + rounding +
                             static_cast<std::int64_t>(segment.slope) * x +
                             static_cast<std::int64_t>(segment.curvature) * 2 * truncated_square(x);
    return static_cast<std::uint32_t>(sum >> 17);
}

// A float as 1.fraction * 2^exponent, subnormal ones too; of zeros, infinities and NaN anything.
struct Parts {
    std::uint32_t fraction = 0;
    int exponent = 0;
};
inline Parts parts_of(double value) {
    const std::uint64_t bits = bits_of(value);
    return {static_cast<std::uint32_t>(bits >> 29) & 0x7fffffu,
            static_cast<int>((bits >> 52) & 0x7ff) - 1023};
}
inline double power_of_2(int exponent) {
    return double_of(static_cast<std::uint64_t>(exponent + 1023) << 52);
}
// The significand's bits, scaled: rounded once where the result is subnormal.
inline float scaled(std::uint32_t significand, int exponent) {
    return static_cast<float>(static_cast<double>(float_of(significand)) * power_of_2(exponent));
}

inline std::uint32_t reciprocal(std::uint32_t fraction) {
    return interpolate(rcp_table, fraction, 8092);
}
// The operand is in [1, 2), or in [2, 4) if the exponent is odd.
inline std::uint32_t square_root(std::uint32_t fraction, bool is_odd) {
    return is_odd ? interpolate(sqrt_odd_table, fraction, 32767)
                  : interpolate(sqrt_even_table, fraction, 32767);
}
inline std::uint32_t reciprocal_root(std::uint32_t fraction, bool is_odd) {
    if (is_odd) return interpolate(rsqrt_odd_table, fraction, 32767);
    // The result for 1 is exactly 1, where the table would give the number before.
    return fraction == 0 ? 0x3f800000u : interpolate(rsqrt_even_table, fraction, 32767);
}

// 2^value, for normal operands and with results that are not flushed. Digits below 2^-23 are cut
// off; a negative operand is turned round bit by bit, without the carry, unless it is an integer.
// What it makes of a NaN is not used.
inline float power(float value) {
    const double clamped = value > -200.0f ? (value < 200.0f ? value : 200.0) : -200.0;
    const auto magnitude = static_cast<std::int64_t>(std::fabs(clamped) * 0x1p23);
    const bool is_integer = (magnitude & 0x7fffff) == 0;
    const std::int64_t fixed = clamped < 0 ? (is_integer ? -magnitude : ~magnitude) : magnitude;
    const auto fraction = static_cast<std::uint32_t>(fixed & 0x7fffff);
    return scaled(interpolate(ex2_table, fraction, 24456), static_cast<int>(fixed >> 23));
}

// Cut off to 24 digits.
inline double cut(std::uint64_t magnitude) {
    const int extra = std::max(0, 40 - std::countl_zero(magnitude));
    return static_cast<double>(magnitude >> extra << extra);
}

// Sine of the angle a quarter turn times `quarters` later: 0 gives the sine, 1 the cosine. The
// angle becomes turns by a multiplication that rounds toward zero, of which 25 digits behind the
// point count; every other quarter turn runs backwards, with its digits inverted.
inline float wave(float angle, std::uint32_t quarters) {
    constexpr float turns_per_radian = 0x1.45f306p-3f;
    const double product = static_cast<double>(std::fabs(angle)) * turns_per_radian;
    const double turns = double_of(bits_of(product) & ~0x1fffffffull);
    const auto phase = static_cast<std::uint32_t>((turns - std::floor(turns)) * 0x1p25);
    const std::uint32_t quarter = (phase >> 23) + quarters;
    const std::uint32_t digits = phase & 0x7fffffu;
    const std::uint32_t fraction = quarter & 1 ? 0x7fffffu - digits : digits;
    const Segment& segment = sine_table[fraction >> 17];
    const std::uint32_t x = fraction & 0x1ffffu;
    std::int64_t sum = (static_cast<std::int64_t>(segment.value) << 15) +
                       static_cast<std::int64_t>(segment.slope) * x +
                       static_cast<std::int64_t>(segment.curvature) * 2 * truncated_square(x);
    sum = (quarter & 1) != 0 && digits == 0 ? 1ll << 41 : sum;
    const auto result = static_cast<float>(cut(static_cast<std::uint64_t>(sum)) * 0x1p-41);
    return quarter & 2 ? -result : result;
}

// log2 of a positive normal number: in multiples of 2^-36, negative ones turned round without the
// carry, cut off to 24 digits. The result for 1 is exactly 0, where the table would give the number
// before.
inline float logarithm(float value) {
    const auto [fraction, exponent] = parts_of(value);
    const LogarithmSegment& segment = lg2_table[fraction >> 17];
    const std::uint32_t x = fraction & 0x1ffffu;
    const std::int64_t sum =
        (static_cast<std::int64_t>(exponent) * (1ll << 41) + segment.value +
         static_cast<std::int64_t>(segment.slope) * x +
         static_cast<std::int64_t>(segment.curvature) * 2 * truncated_square(x)) >>
        5;
    const bool is_negative = sum < 0;
    const auto magnitude = static_cast<std::uint64_t>(is_negative ? ~sum : sum);
    const double digits = cut(magnitude) * 0x1p-36;
    const auto result = static_cast<float>(is_negative ? -digits : digits);
    return fraction == 0 && exponent == 0 ? 0.0f : result;
}

} // namespace vgpu::isa::semantics::function_unit
