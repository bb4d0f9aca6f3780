// cvt between floating-point formats (PTX ISA 9.7.9.21).
#include "vgpu/isa/semantics/choose.hpp"
#include "vgpu/isa/semantics/rounding.hpp"

#include <limits>

namespace vgpu::isa::semantics {
namespace {

using ptx::Type;

// How a float-to-float conversion is to be done, as a word for the loops that do everything.
constexpr u32 flag_ftz = 0x10, flag_sat = 0x20, flag_relu = 0x40, flag_finite = 0x80;

u32 options_of(const Form& form) {
    return static_cast<u32>(mode_of(form.which("rn|rz|rm|rp|rna"))) |
           (form.has("ftz") ? flag_ftz : 0) | (form.has("sat") ? flag_sat : 0) |
           (form.has("relu") ? flag_relu : 0) | (form.has("satfinite") ? flag_finite : 0);
}

double clamp_result(double value, u32 options) {
    if (options & flag_sat) value = saturate(value);
    if (options & flag_relu) value = value > 0 ? value : (value != value ? value : 0.0);
    return value;
}

// Any finite or special value into a format narrower than f64, by software; `nan` is what a NaN
// becomes.
u32 narrow(double value, const FloatFormat& format, u32 nan, u32 options) {
    value = clamp_result(value, options);
    if (value != value) return nan;
    const auto mode = static_cast<Mode>(options & 7);
    const u32 sign = static_cast<u32>(bits_of(value) >> 63)
                     << (format.precision - 1 + format.exponent_bits);
    const u32 infinity = ((1u << format.exponent_bits) - 1) << (format.precision - 1);
    u32 result = sign | infinity;
    if (std::fabs(value) != std::numeric_limits<double>::infinity())
        result = static_cast<u32>(encode(exact(value), format, mode));
    const bool is_too_large = (options & flag_finite) != 0 && result == (sign | infinity);
    return is_too_large ? result - 1 : result; // .satfinite: the largest finite number
}

// A NaN's sign and the upper bits of its payload survive the conversion from f64, which quiets it.
u32 narrow_nan(double value, const FloatFormat& format) {
    const int fraction_bits = format.precision - 1;
    const u64 bits = bits_of(quiet(value));
    const u64 sign = bits >> 63 << (fraction_bits + format.exponent_bits);
    const u64 exponent = ((1ull << format.exponent_bits) - 1) << fraction_bits;
    const u64 payload = (bits & 0x000fffffffffffffu) >> (52 - fraction_bits);
    return static_cast<u32>(sign | exponent | payload);
}
// The conversion from f32 has one NaN for all.
u32 narrow_nan(float, const FloatFormat&) { return canonical_nan_16; }

float narrow_to_f32(double value, u32 options) {
    const u32 nan = narrow_nan(value, format_f32);
    const float result = float_of(narrow(value, format_f32, nan, options));
    return options & flag_ftz ? flush(result) : result;
}
template <class To, class From>
To narrow_to_16(From value, u32 options) {
    if (options & flag_ftz) value = flush(value);
    constexpr auto& format = std::same_as<To, Half> ? format_f16 : format_bf16;
    return To{static_cast<u16>(narrow(value, format, narrow_nan(value, format), options))};
}

// The common ones, to nearest and without further modifiers.
float f64_to_f32(double value) {
    const float nan = float_of(narrow_nan(value, format_f32));
    return value != value ? nan : static_cast<float>(value);
}
float f64_to_f32_flushed(double value) { return flush(f64_to_f32(value)); }
Half f32_to_f16(float value) { return to_half(value); }
Bfloat f32_to_bf16(float value) { return to_bfloat(value); }

// A bf16 is the upper half of an f32 and becomes one by a shift, NaNs included.
template <class From>
float widen_to_f32(From value) {
    return std::same_as<From, Bfloat> ? to_float(value) : canonical(to_float(value));
}

// A NaN keeps sign and payload, quieted; written out, as no host promises that for its conversion.
template <class From>
double widen_to_f64(From value) {
    const float from = to_float(value);
    const u64 bits = bits_of(from);
    const u64 nan = (bits >> 31) << 63 | 0x7ff8000000000000u | (bits & 0x007fffffu) << 29;
    return from == from ? static_cast<double>(from) : double_of(nan);
}
template <class To, class From>
To widen_with_options(From value, u32 options) {
    float from = to_float(value);
    if (options & flag_ftz) from = flush(from);
    const To wide = static_cast<To>(from);
    const To result = options & flag_sat ? saturate(wide) : wide;
    if (result == result) return result;
    if constexpr (std::same_as<To, float>)
        return canonical(result);
    else
        return double_of(0x7fffffffe0000000u); // flushing made it canonical before it was widened
}

double integral(double value, u32 kind) {
    switch (kind) {
    case 1:
        return std::rint(value);
    case 2:
        return std::trunc(value);
    case 3:
        return std::floor(value);
    case 4:
        return std::ceil(value);
    default:
        return value;
    }
}
// A format to itself: optionally to an integral value, in bits 8 to 10 of the options.
float integral_f32(float value, u32 options) {
    if (options & flag_ftz) value = flush(value);
    const auto result = static_cast<float>(integral(value, options >> 8));
    return canonical(options & flag_sat ? saturate(result) : result);
}
double integral_f64(double value, u32 options) {
    const double result = with_nan(integral(value, options >> 8), value, value);
    return options & flag_sat ? saturate(result) : result;
}
Half integral_f16(Half value, u32 options) {
    if (options & flag_ftz) value = flush(value);
    const auto result = static_cast<float>(integral(to_float(value), options >> 8));
    return to_half(options & flag_sat ? saturate(result) : result);
}

Bfloat integral_bf16(Bfloat value, u32 options) {
    return to_bfloat(static_cast<float>(integral(to_float(value), options >> 8)));
}
// Between the two 16-bit formats, through an f32 that holds both exactly.
template <class To, class From>
To between_16(From value, u32 options) {
    return narrow_to_16<To, float>(to_float(value), options);
}

// The first source goes to the upper half.
template <class T>
u32 pack_pair(float high, float low, u32 options) {
    return static_cast<u32>(narrow_to_16<T, float>(high, options).bits) << 16 |
           narrow_to_16<T, float>(low, options).bits;
}
template <class T>
u32 pack_pair_nearest(float high, float low) {
    return static_cast<u32>(from_float<T>(high).bits) << 16 | from_float<T>(low).bits;
}

// tf32 is an f32 with 10 bits of fraction. With .rna a NaN is cut like a number, so that one with a
// small payload becomes infinity; the other modes give the canonical one.
u32 to_tf32(float value, u32 options) {
    const bool cuts = (options & 7) == static_cast<u32>(Mode::rna);
    u32 nan = (cuts ? bits_of(value) : canonical_nan) >> 13;
    if (cuts && (options & flag_finite) != 0) --nan; // as it makes the largest number of infinity
    return narrow(value, format_tf32, nan, options) << 13;
}

bool storages_match(const Form& form, const Instruction& instruction) {
    return instruction.sources[0].storage == storage_of(form.types[1]) &&
           instruction.destinations[0].storage == storage_of(form.types[0]);
}

bool with_options(Instruction& instruction, u32 options, LaneFunction function) {
    add_constant(instruction, Storage::word, options);
    return use(instruction, function);
}

} // namespace

bool float_to_narrower(const Form& form, Instruction& instruction) {
    if (!storages_match(form, instruction)) return false;
    const Type to = form.types[0], from = form.types[1];
    const u32 options = options_of(form);
    if (form.has("satfinite") && (from != Type::f32 || form.has("sat"))) return false;
    if (to == Type::f32) {
        if (from == Type::f32 || form.has("relu")) return false;
        if (options == 0) return use(instruction, lane<f64_to_f32>);
        if (options == flag_ftz) return use(instruction, lane<f64_to_f32_flushed>);
        return with_options(instruction, options, lane<narrow_to_f32>);
    }
    if (from == Type::f32) {
        if (options == 0)
            return use(instruction, to == Type::f16 ? lane<f32_to_f16> : lane<f32_to_bf16>);
        return with_options(instruction, options,
                            to == Type::f16 ? lane<narrow_to_16<Half, float>>
                                            : lane<narrow_to_16<Bfloat, float>>);
    }
    return with_options(instruction, options,
                        to == Type::f16 ? lane<narrow_to_16<Half, double>>
                                        : lane<narrow_to_16<Bfloat, double>>);
}

bool float_to_wider(const Form& form, Instruction& instruction) {
    if (!storages_match(form, instruction)) return false;
    const Type from = form.types[1];
    const u32 options = options_of(form) & ~7u;
    if (form.types[0] == Type::f32) {
        if (from == Type::f32) return false; // the row of conversions to the same format
        if (options != 0)
            return with_options(instruction, options,
                                from == Type::f16 ? lane<widen_with_options<float, Half>>
                                                  : lane<widen_with_options<float, Bfloat>>);
        return use(instruction,
                   from == Type::f16 ? lane<widen_to_f32<Half>> : lane<widen_to_f32<Bfloat>>);
    }
    return options != 0
               ? with_options(
                     instruction, options,
                     by_type<Half, Bfloat, float>(
                         from, []<class T>() { return lane<widen_with_options<double, T>>; }))
               : use(instruction, by_type<Half, Bfloat, float>(
                                      from, []<class T>() { return lane<widen_to_f64<T>>; }));
}

bool float_to_integral(const Form& form, Instruction& instruction) {
    if (form.types[0] != form.types[1] || !storages_match(form, instruction)) return false;
    const auto mode = form.which("rni|rzi|rmi|rpi");
    const u32 kind = mode == "rni"   ? 1
                     : mode == "rzi" ? 2
                     : mode == "rmi" ? 3
                     : mode == "rpi" ? 4
                                     : 0;
    const u32 options = (options_of(form) & ~7u) | kind << 8;
    if (form.type() == Type::f64 && form.has("ftz")) return false;
    if (form.type() == Type::bf16 && (form.has("ftz") || form.has("sat"))) return false;
    return with_options(instruction, options,
                        form.type() == Type::f32   ? lane<integral_f32>
                        : form.type() == Type::f64 ? lane<integral_f64>
                        : form.type() == Type::f16 ? lane<integral_f16>
                                                   : lane<integral_bf16>);
}

bool float_16_to_other(const Form& form, Instruction& instruction) {
    const Type to = form.types[0], from = form.types[1];
    if (to == from || !storages_match(form, instruction)) return false;
    return with_options(instruction, options_of(form),
                        to == Type::f16 ? lane<between_16<Half, Bfloat>>
                                        : lane<between_16<Bfloat, Half>>);
}

bool float_pair_to_packed(const Form& form, Instruction& instruction) {
    const bool half = form.type() == Type::f16x2;
    const u32 options = options_of(form);
    if (options == 0)
        return use(instruction,
                   half ? lane<pack_pair_nearest<Half>> : lane<pack_pair_nearest<Bfloat>>);
    return with_options(instruction, options,
                        half ? lane<pack_pair<Half>> : lane<pack_pair<Bfloat>>);
}

bool float_to_tf32(const Form& form, Instruction& instruction) {
    return with_options(instruction, options_of(form), lane<to_tf32>);
}

} // namespace vgpu::isa::semantics
