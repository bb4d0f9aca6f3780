#include "vgpu/exec/texture_texel.hpp"

#include "vgpu/isa/semantics/floats.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace vgpu::exec {

namespace {

float float_of_half(std::uint32_t half) {
    const std::uint32_t exponent = half >> 10 & 31, fraction = half & 1023;
    const float sign = (half & 0x8000u) != 0 ? -1.f : 1.f;
    if (exponent == 31)
        return std::bit_cast<float>((half & 0x8000u) << 16 | 0x7f800000u | fraction << 13);
    const float magnitude = exponent == 0 ? std::ldexp(static_cast<float>(fraction), -24)
                                          : std::ldexp(static_cast<float>(1024 + fraction),
                                                       static_cast<int>(exponent) - 25);
    return sign * magnitude;
}

std::uint32_t decode_channel(std::uint32_t raw, const TexelFormat& format, bool normalised) {
    if (format.kind == ChannelKind::floating)
        return format.bits == 16 ? std::bit_cast<std::uint32_t>(float_of_half(raw)) : raw;
    const int unused = 32 - format.bits;
    const auto as_signed = static_cast<std::int32_t>(raw << unused) >> unused;
    if (!normalised)
        return format.kind == ChannelKind::signed_integer ? static_cast<std::uint32_t>(as_signed)
                                                          : raw;
    if (format.kind == ChannelKind::unsigned_integer)
        return std::bit_cast<std::uint32_t>(static_cast<float>(raw) /
                                            static_cast<float>((1u << format.bits) - 1));
    const float greatest = static_cast<float>((1u << (format.bits - 1)) - 1);
    return std::bit_cast<std::uint32_t>(std::max(static_cast<float>(as_signed) / greatest, -1.f));
}

// Rounds to nearest, halves away from zero.
float rounded(double exact) {
    const auto nearest = static_cast<float>(exact);
    const double less = std::fabs(exact) - std::fabs(static_cast<double>(nearest));
    if (less <= 0 || !std::isfinite(nearest)) return nearest;
    const float further = std::nextafter(nearest, std::copysign(INFINITY, nearest));
    return std::fabs(static_cast<double>(further)) - std::fabs(exact) == less ? further : nearest;
}

// The integer that an image would hold in its place.
float quantised(float value, const TexelFormat& format) {
    const bool is_signed = format.kind == ChannelKind::signed_integer;
    const auto greatest = static_cast<float>((1u << (format.bits - (is_signed ? 1 : 0))) - 1);
    const float inside = std::isnan(value) ? 0 : std::clamp(value, is_signed ? -1.f : 0.f, 1.f);
    return std::ceil(inside * greatest - 0.5f);
}

// The hardware filters integers that are read as floats as numbers of 16 bits, with a sign or
// without, and widens those of 8 bits first; halves give halves.
double widened(std::uint32_t raw, const TexelFormat& format) {
    if (format.kind == ChannelKind::unsigned_integer)
        return format.bits == 8 ? raw * 257. : static_cast<double>(raw);
    const double value = static_cast<std::int32_t>(raw);
    return format.bits == 8 ? std::floor(value * 8 * 32767 / 127) / 8 : value;
}

float narrowed(double sum, const TexelFormat& format) {
    const double whole = std::floor(sum + 0.5);
    return format.kind == ChannelKind::unsigned_integer
               ? static_cast<float>(whole / 65535)
               : std::max(static_cast<float>(whole / 32767), -1.f);
}

// Rounds to the nearest half-precision number, ties to even.
float rounded_to_half(double exact) {
    if (!std::isfinite(exact) || exact == 0) return static_cast<float>(exact);
    int exponent = 0;
    std::frexp(exact, &exponent);
    const double unit = std::ldexp(1., std::max(exponent - 11, -24));
    const double result = std::nearbyint(exact / unit) * unit;
    return static_cast<float>(std::fabs(result) > 65504 ? std::copysign(INFINITY, exact) : result);
}

double number_of(std::uint32_t bits) { return static_cast<double>(std::bit_cast<float>(bits)); }

// Halves are brought to the exponent of the greatest one, with 14 bits below its first, before they
// are weighed; what lies below is lost (asked of an H200).
double least_bit_of_halves(std::span<const WeighedTexel> all, std::size_t channel) {
    int greatest = -14;
    for (const WeighedTexel& each : all) {
        const double value = number_of(each.texel[channel]);
        if (std::isfinite(value) && value != 0) greatest = std::max(greatest, std::ilogb(value));
    }
    return std::ldexp(1., greatest - 14);
}

double sum_of(std::span<const WeighedTexel> all, const TexelFormat& format, std::size_t channel) {
    const bool is_float = format.kind == ChannelKind::floating;
    const bool is_half = is_float && format.bits == 16;
    const double least = is_half ? least_bit_of_halves(all, channel) : 0;
    double sum = 0;
    for (const WeighedTexel& each : all) {
        const std::uint32_t bits = each.texel[channel];
        double value = is_float ? number_of(bits) : widened(bits, format);
        if (is_half) value = std::trunc(value / least) * least;
        sum += static_cast<double>(each.weight) * value;
    }
    return sum;
}

} // namespace

Texel decode(const std::byte* bytes, const TexelFormat& format, bool normalised) {
    Texel texel{};
    const auto width = static_cast<std::size_t>(format.bits / 8);
    for (std::size_t i = 0; i < static_cast<std::size_t>(format.channels); ++i) {
        std::uint32_t raw = 0;
        std::memcpy(&raw, bytes + i * width, width);
        texel[i] = decode_channel(raw, format, normalised);
    }
    return texel;
}

Texel border_of(const Sampler& sampler, const TexelFormat& format, bool normalised) {
    Texel texel{};
    for (std::size_t i = 0; i < static_cast<std::size_t>(format.channels); ++i) {
        const float value = sampler.border[i];
        if (format.kind == ChannelKind::floating) {
            texel[i] = std::bit_cast<std::uint32_t>(value);
        } else if (sampler.reads_normalised) {
            const auto whole = static_cast<std::int32_t>(quantised(value, format));
            texel[i] = normalised ? decode_channel(static_cast<std::uint32_t>(whole), format, true)
                                  : static_cast<std::uint32_t>(whole);
        } else {
            const float whole =
                std::isfinite(value) ? std::clamp(value, -2147483648.f, 2147483520.f) : 0.f;
            texel[i] = static_cast<std::uint32_t>(static_cast<std::int32_t>(whole));
        }
    }
    return texel;
}

Texel weigh(std::span<const WeighedTexel> all, const TexelFormat& format) {
    Texel result{};
    for (std::size_t channel = 0; channel < static_cast<std::size_t>(format.channels); ++channel) {
        const double sum = sum_of(all, format, channel);
        const float value = format.kind != ChannelKind::floating ? narrowed(sum, format)
                            : format.bits == 16                  ? rounded_to_half(sum)
                                                                 : rounded(sum);
        const bool is_tiny = format.bits == 32 && std::fabs(value) < 0x1p-126f;
        result[channel] =
            std::isnan(value) ? 0x7fffffffu : std::bit_cast<std::uint32_t>(is_tiny ? 0.f : value);
    }
    return result;
}

std::uint32_t half_of(std::uint32_t bits) { return isa::to_half(std::bit_cast<float>(bits)).bits; }

} // namespace vgpu::exec
