// cvt with an integer on at least one side (PTX ISA 9.7.9.21).
//
// Registers may be wider than the types: the source's low bits count, the result is extended to its
// register after the sign of its type. Details that would multiply the loops come as constants in
// further sources instead: masks, bounds, rounding modes.
#include "vgpu/isa/semantics/choose.hpp"
#include "vgpu/isa/semantics/rounding.hpp"

#include <algorithm>
#include <limits>

namespace vgpu::isa::semantics {
namespace {

using ptx::Type;

bool is_signed(Type type) { return ptx::class_of(type) == ptx::TypeClass::signed_integer; }
int bits_of_type(Type type) { return 8 * ptx::size_of(type); }

u64 low_ones(int bits) { return bits >= 64 ? ~0ull : (1ull << bits) - 1; }

// The declared width of the destination register; that of the type where the result is thrown away.
int destination_bits(const Form& form, const Instruction& instruction) {
    const auto reg = instruction.destinations[0].reg;
    const int own = bits_of_type(form.type());
    if (reg == ptx::no_index) return own;
    return std::max(own, bits_of_type(form.function.registers[reg].type));
}

// The low bits of the source, extended as T is, cut to the bits of `mask`.
template <class Register, class From, class T>
Register extend(From value, Register mask) {
    return static_cast<Register>(static_cast<T>(value)) & mask;
}

template <class Register, class From>
LaneFunction choose_extension(Type narrow) {
    return by_type<u8, u16, u32, u64, s8, s16, s32, s64>(narrow, []<class T>() -> LaneFunction {
        if constexpr (sizeof(T) > sizeof(From) || sizeof(T) > sizeof(Register))
            return nullptr;
        else
            return lane<extend<Register, From, T>>;
    });
}

bool convert_width(const Form& form, Instruction& instruction) {
    const Type to = form.types[0], from = form.types[1];
    const int to_bits = bits_of_type(to), from_bits = bits_of_type(from);
    const int reg_bits = destination_bits(form, instruction);
    Type narrow = to; // the narrower type decides which bits survive and how they extend
    u64 mask = low_ones(reg_bits);
    if (from_bits < to_bits || (from_bits == to_bits && reg_bits == to_bits)) {
        narrow = from;
        // Extended to an unsigned type and from there to a wider register: zeros from the type on.
        if (!is_signed(to)) mask = low_ones(to_bits);
    }
    const bool wide_source = instruction.sources[0].storage == Storage::doubleword;
    const bool wide_result = instruction.destinations[0].storage == Storage::doubleword;
    // A word keeps the low half of a doubleword type.
    if (!wide_result && narrow == Type::u64) narrow = Type::u32;
    if (!wide_result && narrow == Type::s64) narrow = Type::s32;
    add_constant(instruction, wide_result ? Storage::doubleword : Storage::word, mask);
    if (wide_result)
        return use(instruction, wide_source ? choose_extension<u64, u64>(narrow)
                                            : choose_extension<u64, u32>(narrow));
    return use(instruction, wide_source ? choose_extension<u32, u64>(narrow)
                                        : choose_extension<u32, u32>(narrow));
}

// Bounds and mask come as doublewords; signed sources compare signed, u64 unsigned.
template <class Register, class From, class Wide>
Register clamp_to(From value, Wide low, Wide high, Register mask) {
    const Wide wide = static_cast<Wide>(value);
    return static_cast<Register>(wide < low ? low : (wide > high ? high : wide)) & mask;
}

bool convert_saturating(const Form& form, Instruction& instruction) {
    const Type to = form.types[0], from = form.types[1];
    const int to_bits = bits_of_type(to);
    const u64 high = is_signed(to) ? low_ones(to_bits - 1) : low_ones(to_bits);
    const u64 low = is_signed(to) ? ~high : 0;
    const bool wide_source = instruction.sources[0].storage == Storage::doubleword;
    if (wide_source && bits_of_type(from) != 64) return false;
    const bool wide_result = instruction.destinations[0].storage == Storage::doubleword;
    // Compared as signed values, an unsigned type's bounds are 0 and at most the largest of these.
    const bool compare_signed = from != Type::u64;
    add_constant(instruction, Storage::doubleword, compare_signed || !is_signed(to) ? low : 0);
    add_constant(instruction, Storage::doubleword,
                 compare_signed ? std::min(high, low_ones(63)) : high);
    add_constant(instruction, wide_result ? Storage::doubleword : Storage::word,
                 low_ones(destination_bits(form, instruction)));
    return use(instruction, by_type<u8, u16, u32, u64, s8, s16, s32, s64>(from, [&]<class T>() {
                   using Wide = std::conditional_t<std::same_as<T, u64>, u64, s64>;
                   return wide_result ? lane<clamp_to<u64, T, Wide>> : lane<clamp_to<u32, T, Wide>>;
               }));
}

float number(Half value) { return to_float(value); }
float number(Bfloat value) { return to_float(value); }
float number(float value) { return value; }
double number(double value) { return value; }

enum class Integral : std::uint8_t { rni, rzi, rmi, rpi };

template <Integral mode, class T>
T to_integral(T value) {
    switch (mode) {
    case Integral::rni:
        return std::rint(value);
    case Integral::rzi:
        return std::trunc(value);
    case Integral::rmi:
        return std::floor(value);
    case Integral::rpi:
        return std::ceil(value);
    }
    return value;
}

// What NaN becomes: 0, but the smallest signed value's bits where f64 or 64 bits take part.
template <class To, class From>
constexpr To integer_of_nan() {
    if constexpr (std::same_as<From, double> || sizeof(To) == 8)
        return static_cast<To>(std::make_unsigned_t<To>{1} << (8 * sizeof(To) - 1));
    else
        return 0;
}

// Out of range values become the nearest bound. 2^n is exact where 2^n - 1 is not.
template <class To, class From, Integral mode, bool ftz>
To float_to(From value) {
    auto x = number(value);
    if constexpr (ftz) x = flush(x);
    x = to_integral<mode>(x);
    using Limits = std::numeric_limits<To>;
    constexpr auto low = static_cast<decltype(x)>(Limits::min());
    constexpr auto beyond =
        static_cast<decltype(x)>(2) * static_cast<decltype(x)>(Limits::max() / 2 + 1);
    const bool inside = x >= low && x < beyond;
    const To converted = static_cast<To>(inside ? x : 0);
    const To outside =
        x >= beyond ? Limits::max() : (x < low ? Limits::min() : integer_of_nan<To, From>());
    return inside ? converted : outside;
}
// Types narrower than their register: extended by the mask's width.
template <class To, class From, Integral mode, bool ftz>
u32 float_to_narrow(From value, u32 mask) {
    return static_cast<u32>(static_cast<s32>(float_to<To, From, mode, ftz>(value))) & mask;
}

template <class From, Integral mode, bool ftz>
LaneFunction choose_float_to(Type to) {
    return by_type<u8, u16, u32, u64, s8, s16, s32, s64>(to, []<class T>() {
        if constexpr (sizeof(T) < 4)
            return lane<float_to_narrow<T, From, mode, ftz>>;
        else
            return lane<float_to<T, From, mode, ftz>>;
    });
}
template <class From, bool ftz>
LaneFunction choose_float_to(const Form& form) {
    const Type to = form.type();
    if (form.has("rni")) return choose_float_to<From, Integral::rni, ftz>(to);
    if (form.has("rzi")) return choose_float_to<From, Integral::rzi, ftz>(to);
    if (form.has("rmi")) return choose_float_to<From, Integral::rmi, ftz>(to);
    return choose_float_to<From, Integral::rpi, ftz>(to);
}

// Integers to floats: the host converts to nearest, everything else is rounded in software.
template <class To, class From>
To nearest(From value) {
    if constexpr (std::same_as<To, Half>)
        return to_half(static_cast<float>(value));
    else
        return static_cast<To>(value);
}
template <class To>
inline constexpr FloatFormat format_of = std::same_as<To, Half>     ? format_f16
                                         : std::same_as<To, Bfloat> ? format_bf16
                                         : std::same_as<To, float>  ? format_f32
                                                                    : format_f64;
template <class To>
To of_encoded(u64 bits) {
    if constexpr (std::same_as<To, Half> || std::same_as<To, Bfloat>)
        return {static_cast<u16>(bits)};
    else
        return std::bit_cast<To>(static_cast<decltype(bits_of(To{}))>(bits));
}
template <class To, class From>
To in_mode(From value, u32 mode) {
    const bool negative = value < 0;
    const u64 magnitude = negative ? 0 - static_cast<u64>(value) : static_cast<u64>(value);
    return of_encoded<To>(
        encode(exact(magnitude, negative), format_of<To>, static_cast<Mode>(mode)));
}

template <class To>
LaneFunction choose_integer_to(Type from, bool to_nearest) {
    return by_type<u8, u16, u32, u64, s8, s16, s32, s64>(from, [&]<class T>() {
        // A half takes no 32-bit integer without rounding twice.
        constexpr bool host_converts =
            !std::same_as<To, Bfloat> && !(std::same_as<To, Half> && sizeof(T) > 2);
        if constexpr (host_converts)
            if (to_nearest) return lane<nearest<To, T>>;
        return lane<in_mode<To, T>>;
    });
}

} // namespace

bool integer_to_integer(const Form& form, Instruction& instruction) {
    if (form.has("sat")) return convert_saturating(form, instruction);
    instruction.meaning = {Role::convert, form.types[1], form.types[0]};
    return convert_width(form, instruction);
}

bool float_to_integer(const Form& form, Instruction& instruction) {
    const Type to = form.types[0];
    const bool ftz = form.has("ftz");
    const bool wide_result = instruction.destinations[0].storage == Storage::doubleword;
    if (wide_result != (ptx::size_of(to) == 8)) return false;
    if (instruction.sources[0].storage != storage_of(form.types[1])) return false;
    if (ptx::size_of(to) < 4)
        add_constant(instruction, Storage::word, low_ones(destination_bits(form, instruction)));
    switch (form.types[1]) {
    case Type::f32:
        return use(instruction,
                   ftz ? choose_float_to<float, true>(form) : choose_float_to<float, false>(form));
    case Type::f64:
        return !ftz && use(instruction, choose_float_to<double, false>(form));
    case Type::f16:
        return use(instruction, choose_float_to<Half, false>(form)); // flushing changes nothing
    case Type::bf16:
        return !ftz && use(instruction, choose_float_to<Bfloat, false>(form));
    default:
        return false;
    }
}

bool integer_to_float(const Form& form, Instruction& instruction) {
    if (form.has("sat")) return false;
    const Type from = form.types[1];
    if (instruction.sources[0].storage != storage_of(from)) return false;
    if (instruction.destinations[0].storage != storage_of(form.type())) return false;
    const auto mode = mode_of(form.which("rn|rz|rm|rp"));
    add_constant(instruction, Storage::word, static_cast<u64>(mode));
    const bool to_nearest = mode == Mode::rn;
    switch (form.type()) {
    case Type::f32:
        return use(instruction, choose_integer_to<float>(from, to_nearest));
    case Type::f64:
        return use(instruction, choose_integer_to<double>(from, to_nearest));
    case Type::f16:
        return use(instruction, choose_integer_to<Half>(from, to_nearest));
    case Type::bf16:
        return use(instruction, choose_integer_to<Bfloat>(from, to_nearest));
    default:
        return false;
    }
}

} // namespace vgpu::isa::semantics
