// f16 and bf16 arithmetic, alone and in pairs (PTX ISA 9.7.4).
//
// Values are computed in a wider format and rounded once more. For sums of either format and
// products of f16 the two roundings never differ from one: f32 has more than twice the bits.
// Products of bf16 may be subnormal in f32, and a fused multiply-add needs all bits of the sum:
// these go through f64 and are rounded to odd on the way, which keeps the last rounding right.
#include "vgpu/isa/semantics/approximate.hpp"
#include "vgpu/isa/semantics/choose.hpp"

#include <limits>

namespace vgpu::isa::semantics {
namespace {

// What modifiers ask for after an operation.
enum class After : std::uint8_t { nothing, sat, relu };

// An inexact result becomes the neighbour with an odd significand.
float round_to_odd(double value) {
    const auto nearest = static_cast<float>(value);
    const u32 too_large = std::fabs(static_cast<double>(nearest)) > std::fabs(value);
    const u32 inexact = static_cast<double>(nearest) != value;
    return float_of((bits_of(nearest) - too_large) | inexact);
}
double add_to_odd(double a, double b) {
    const double sum = a + b;
    const double b_part = sum - a;
    const double error = (a - (sum - b_part)) + (b - b_part);
    const bool inexact = error < 0 || error > 0; // not for infinities: there it is NaN
    const bool too_large = inexact && (error < 0) == (sum > 0);
    return double_of((bits_of(sum) - too_large) | static_cast<std::uint64_t>(inexact));
}

struct Add {
    template <class T>
    static float run(T a, T b) {
        return to_float(a) + to_float(b);
    }
};
struct Subtract {
    template <class T>
    static float run(T a, T b) {
        return to_float(a) - to_float(b);
    }
};
struct Multiply {
    static float run(Half a, Half b) { return to_float(a) * to_float(b); }
    static float run(Bfloat a, Bfloat b) {
        return round_to_odd(static_cast<double>(to_float(a)) * to_float(b));
    }
};
struct Fma {
    template <class T>
    static float run(T a, T b, T c) {
        return round_to_odd(
            add_to_odd(static_cast<double>(to_float(a)) * to_float(b), to_float(c)));
    }
};
// A float cut to what the 16-bit format holds, toward zero. Infinities and NaNs stay what they are.
float cut(float value, Half) {
    const float normal = float_of(bits_of(value) & 0xffffe000u);
    const float subnormal = std::trunc(value * 0x1p24f) * 0x1p-24f;
    const float result = std::fabs(value) < 0x1p-14f ? subnormal : normal;
    return std::fabs(value) <= std::numeric_limits<float>::max() ? result : value;
}
float cut(float value, Bfloat) {
    return value == value ? float_of(bits_of(value) & 0xffff0000u) : value;
}

// The manual allows ex2 2^-9.9 (f16) and 2^-7 (bf16) relative, tanh 2^-10.987 and 2^-8 absolute
// error. Within that, the H200's answers are the exact results cut toward zero; ex2 of less than
// 2^-23 is 1, as its operand has fixed point there.
float ex2_operand(float a) { return std::trunc(a * 0x1p23f) * 0x1p-23f; }
struct Ex2 {
    static float run(Half a) { return cut(ex2(ex2_operand(to_float(a))), a); }
    static float run(Bfloat a) { return cut(flush(ex2(ex2_operand(flush(to_float(a))))), a); }
};
struct Tanh {
    template <class T>
    static float run(T a) {
        return cut(tanh(to_float(a)), a);
    }
};

// A 16-bit subnormal is told by its exponent alone; only f16 has instructions that flush it.
template <bool ftz, class T>
T flush_if(T value) {
    if constexpr (ftz)
        return flush(value);
    else
        return value;
}

template <class Operation, bool ftz, After after, class T, class... Ts>
T around(T first, Ts... more) {
    float value = Operation::run(flush_if<ftz>(first), flush_if<ftz>(more)...);
    if constexpr (after == After::sat) value = saturate(value);
    if constexpr (after == After::relu) value = value < 0 ? 0.0f : value;
    const T result = flush_if<ftz>(from_float<T>(value));
    // Rounding may leave -0 where relu saw a tiny number or -0.
    if constexpr (after == After::relu)
        return T{static_cast<u16>(result.bits == 0x8000u ? 0 : result.bits)};
    return result;
}

template <bool ftz, class T>
T abs(T a) {
    const auto bits = static_cast<u16>(flush_if<ftz>(a).bits & 0x7fffu);
    return T{to_float(a) != to_float(a) ? canonical_nan_16 : bits};
}
template <bool ftz, class T>
T neg(T a) {
    const auto bits = static_cast<u16>(flush_if<ftz>(a).bits ^ 0x8000u);
    return T{to_float(a) != to_float(a) ? canonical_nan_16 : bits};
}

template <bool is_minimum, bool ftz, bool nan, bool xorsign, class T>
T extremum(T a, T b) {
    a = flush_if<ftz>(a);
    b = flush_if<ftz>(b);
    const auto sign = static_cast<u16>((a.bits ^ b.bits) & 0x8000u);
    if constexpr (xorsign) {
        a.bits &= 0x7fffu;
        b.bits &= 0x7fffu;
    }
    const float x = to_float(a), y = to_float(b);
    const bool a_negative = (a.bits & 0x8000u) != 0;
    const bool take_a =
        is_minimum ? (x < y || (x == y && a_negative)) : (x > y || (x == y && !a_negative));
    u16 result = take_a ? a.bits : b.bits;
    result = x != x ? b.bits : (y != y ? a.bits : result);
    if constexpr (xorsign) result = static_cast<u16>(result | sign);
    const bool is_nan = nan ? (x != x || y != y) : (x != x && y != y);
    return T{is_nan ? canonical_nan_16 : result};
}

// The same on both halves of words.
template <auto operation>
struct Pairwise;
template <class T, class... Ts, T (*operation)(T, Ts...)>
struct Pairwise<operation> {
    template <class>
    using Word = u32;
    static u32 run(Word<T> first, Word<Ts>... more) {
        const auto half = [](u32 word, int shift) { return T{static_cast<u16>(word >> shift)}; };
        const u32 low = operation(half(first, 0), half(more, 0)...).bits;
        const u32 high = operation(half(first, 16), half(more, 16)...).bits;
        return low | high << 16;
    }
};

template <auto operation>
LaneFunction alone_or_pairwise(ptx::Type type) {
    const bool pair = type == ptx::Type::f16x2 || type == ptx::Type::bf16x2;
    return pair ? lane<Pairwise<operation>::run> : lane<operation>;
}

bool is_bfloat(const Form& form) {
    return form.type() == ptx::Type::bf16 || form.type() == ptx::Type::bf16x2;
}

template <class Operation, bool ftz, After after, class T, class... Ts>
LaneFunction around_each(const Form& form) {
    return alone_or_pairwise<around<Operation, ftz, after, T, Ts...>>(form.type());
}

template <class Operation, After after, class... Halves>
LaneFunction with_flush(const Form& form) {
    return form.has("ftz") ? around_each<Operation, true, after, Halves...>(form)
                           : around_each<Operation, false, after, Halves...>(form);
}

template <class Operation>
bool binary(const Form& form, Instruction& instruction) {
    if (is_bfloat(form))
        return use(instruction,
                   around_each<Operation, false, After::nothing, Bfloat, Bfloat>(form));
    return use(instruction, form.has("sat")
                                ? with_flush<Operation, After::sat, Half, Half>(form)
                                : with_flush<Operation, After::nothing, Half, Half>(form));
}

template <class Operation>
bool unary(const Form& form, Instruction& instruction) {
    return use(instruction, is_bfloat(form)
                                ? around_each<Operation, false, After::nothing, Bfloat>(form)
                                : around_each<Operation, false, After::nothing, Half>(form));
}

template <bool is_minimum, bool ftz, class T>
LaneFunction choose_extremum(const Form& form) {
    const bool nan = form.has("NaN");
    if (form.has("xorsign"))
        return nan ? alone_or_pairwise<extremum<is_minimum, ftz, true, true, T>>(form.type())
                   : alone_or_pairwise<extremum<is_minimum, ftz, false, true, T>>(form.type());
    return nan ? alone_or_pairwise<extremum<is_minimum, ftz, true, false, T>>(form.type())
               : alone_or_pairwise<extremum<is_minimum, ftz, false, false, T>>(form.type());
}
template <bool is_minimum>
bool choose_extremum(const Form& form, Instruction& instruction) {
    if (is_bfloat(form)) return use(instruction, choose_extremum<is_minimum, false, Bfloat>(form));
    return use(instruction, form.has("ftz") ? choose_extremum<is_minimum, true, Half>(form)
                                            : choose_extremum<is_minimum, false, Half>(form));
}

// The manual: the value that a tensor copy fills in out of bounds makes the result 0, as a or b. An
// H200 ignores its sign; every other NaN gives a NaN, and so does this one as c.
constexpr u16 out_of_bounds = 0x7ff7, sign = 0x8000;
template <After after, class T>
T fma_in_bounds(T a, T b, T c) {
    const auto is_out = [](T value) { return (value.bits & ~sign) == out_of_bounds; };
    if (is_out(a) || is_out(b)) return T{};
    return around<Fma, false, after, T, T, T>(a, b, c);
}
template <class T>
LaneFunction choose_in_bounds(const Form& form) {
    return form.has("relu") ? alone_or_pairwise<fma_in_bounds<After::relu, T>>(form.type())
                            : alone_or_pairwise<fma_in_bounds<After::nothing, T>>(form.type());
}

} // namespace

bool half_fma_in_bounds(const Form& form, Instruction& instruction) {
    return use(instruction,
               is_bfloat(form) ? choose_in_bounds<Bfloat>(form) : choose_in_bounds<Half>(form));
}
bool half_add(const Form& form, Instruction& instruction) { return binary<Add>(form, instruction); }
bool half_sub(const Form& form, Instruction& instruction) {
    return binary<Subtract>(form, instruction);
}
bool half_mul(const Form& form, Instruction& instruction) {
    return binary<Multiply>(form, instruction);
}
bool half_fma(const Form& form, Instruction& instruction) {
    const bool relu = form.has("relu");
    if (is_bfloat(form))
        return use(instruction,
                   relu ? around_each<Fma, false, After::relu, Bfloat, Bfloat, Bfloat>(form)
                        : around_each<Fma, false, After::nothing, Bfloat, Bfloat, Bfloat>(form));
    if (relu) return use(instruction, with_flush<Fma, After::relu, Half, Half, Half>(form));
    return use(instruction, form.has("sat")
                                ? with_flush<Fma, After::sat, Half, Half, Half>(form)
                                : with_flush<Fma, After::nothing, Half, Half, Half>(form));
}
bool half_abs(const Form& form, Instruction& instruction) {
    if (is_bfloat(form))
        return use(instruction, alone_or_pairwise<abs<false, Bfloat>>(form.type()));
    return use(instruction, form.has("ftz") ? alone_or_pairwise<abs<true, Half>>(form.type())
                                            : alone_or_pairwise<abs<false, Half>>(form.type()));
}
bool half_neg(const Form& form, Instruction& instruction) {
    if (is_bfloat(form))
        return use(instruction, alone_or_pairwise<neg<false, Bfloat>>(form.type()));
    return use(instruction, form.has("ftz") ? alone_or_pairwise<neg<true, Half>>(form.type())
                                            : alone_or_pairwise<neg<false, Half>>(form.type()));
}
bool half_min(const Form& form, Instruction& instruction) {
    return choose_extremum<true>(form, instruction);
}
bool half_max(const Form& form, Instruction& instruction) {
    return choose_extremum<false>(form, instruction);
}
bool half_ex2(const Form& form, Instruction& instruction) { return unary<Ex2>(form, instruction); }
bool half_tanh(const Form& form, Instruction& instruction) {
    return unary<Tanh>(form, instruction);
}

} // namespace vgpu::isa::semantics
