// Integer arithmetic (PTX ISA 9.7.1). Everything wraps: signed values are computed as unsigned
// ones.
#include "vgpu/isa/semantics/choose.hpp"
#include "vgpu/isa/semantics/wide.hpp"

#include <algorithm>
#include <limits>

namespace vgpu::isa::semantics {
namespace {

template <class T>
inline constexpr int width = 8 * sizeof(T);

template <class T>
T add(T a, T b) {
    return static_cast<T>(a + b);
}
template <class T>
T sub(T a, T b) {
    return static_cast<T>(a - b);
}
template <class T>
T neg(T a) {
    return static_cast<T>(T{0} - a);
}
template <class T>
T abs(T a) {
    return a < 0 ? static_cast<T>(0 - static_cast<std::make_unsigned_t<T>>(a)) : a;
}
template <class T>
T min(T a, T b) {
    return a < b ? a : b;
}
template <class T>
T max(T a, T b) {
    return a > b ? a : b;
}

template <class T>
T mul_lo(T a, T b) {
    return static_cast<T>(static_cast<u64>(a) * b);
}
template <class T>
T mul_hi(T a, T b) {
    return static_cast<T>((static_cast<wide_of<T>>(a) * b) >> width<T>);
}
template <class T>
wide_of<T> mul_wide(T a, T b) {
    return static_cast<wide_of<T>>(a) * b;
}
template <class T>
T mad_lo(T a, T b, T c) {
    return add<T>(mul_lo<T>(a, b), c);
}
template <class T>
T mad_hi(T a, T b, T c) {
    using U = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<U>(mul_hi<T>(a, b)) + static_cast<U>(c));
}
template <class T>
wide_of<T> mad_wide(T a, T b, std::make_unsigned_t<wide_of<T>> c) {
    return static_cast<wide_of<T>>(static_cast<decltype(c)>(mul_wide<T>(a, b)) + c);
}

s32 saturate(s64 value) {
    return static_cast<s32>(
        std::clamp<s64>(value, std::numeric_limits<s32>::min(), std::numeric_limits<s32>::max()));
}
s32 add_saturating(s32 a, s32 b) { return saturate(static_cast<s64>(a) + b); }
s32 sub_saturating(s32 a, s32 b) { return saturate(static_cast<s64>(a) - b); }
s32 mad_saturating(s32 a, s32 b, s32 c) {
    return saturate(static_cast<s64>(mul_hi<s32>(a, b)) + c);
}

// The 48-bit product of the low 24 bits: `hi` is its upper 32 bits.
u64 product_24(u32 a, u32 b) { return static_cast<u64>(a & 0xffffff) * (b & 0xffffff); }
s64 product_24(s32 a, s32 b) {
    const auto low = [](s32 value) {
        return static_cast<s64>(static_cast<u32>(value) << 8) << 32 >> 40;
    };
    return low(a) * low(b);
}
template <class T>
T mul_24_lo(T a, T b) {
    return static_cast<T>(product_24(a, b));
}
template <class T>
T mul_24_hi(T a, T b) {
    return static_cast<T>(product_24(a, b) >> 16);
}
template <class T>
T mad_24_lo(T a, T b, T c) {
    return static_cast<T>(static_cast<u32>(mul_24_lo<T>(a, b)) + static_cast<u32>(c));
}
template <class T>
T mad_24_hi(T a, T b, T c) {
    return static_cast<T>(static_cast<u32>(mul_24_hi<T>(a, b)) + static_cast<u32>(c));
}
s32 mad_24_hi_saturating(s32 a, s32 b, s32 c) {
    return saturate(static_cast<s64>(mul_24_hi<s32>(a, b)) + c);
}

template <class T>
T sad(T a, T b, T c) {
    using U = std::make_unsigned_t<T>;
    const U difference = a > b ? static_cast<U>(static_cast<U>(a) - static_cast<U>(b))
                               : static_cast<U>(static_cast<U>(b) - static_cast<U>(a));
    return static_cast<T>(static_cast<U>(c) + difference);
}

// Division by zero does not trap: quotient and remainder are all ones. The manual leaves it
// unspecified; this is what the code that ptxas generates gives.
//
// Up to 32 bits the quotient is computed in f64, for which processors have vector instructions. It
// cannot be rounded up to an integer: it lies at least 1/b below, and its error is at most 2^-21/b.
template <class T>
T div(T a, T b) {
    if constexpr (sizeof(T) < 8) {
        const T divisor = b == 0 ? T{1} : b;
        const auto quotient =
            static_cast<T>(static_cast<s64>(static_cast<double>(a) / static_cast<double>(divisor)));
        return b == 0 ? static_cast<T>(-1) : quotient;
    } else {
        if (b == 0) return static_cast<T>(-1);
        if constexpr (std::is_signed_v<T>)
            if (b == -1) return static_cast<T>(0 - static_cast<std::make_unsigned_t<T>>(a));
        return a / b;
    }
}
template <class T>
T rem(T a, T b) {
    using U = std::make_unsigned_t<T>;
    const U product = static_cast<U>(static_cast<u64>(div<T>(a, b)) * static_cast<u64>(b));
    return b == 0 ? static_cast<T>(-1) : static_cast<T>(static_cast<U>(a) - product);
}

// Two 16-bit values in a word.
template <class T, T (*operation)(T, T)>
u32 packed(u32 a, u32 b) {
    const u32 low = static_cast<u16>(operation(static_cast<T>(a), static_cast<T>(b)));
    const u32 high = static_cast<u16>(operation(static_cast<T>(a >> 16), static_cast<T>(b >> 16)));
    return low | high << 16;
}
template <class T, T (*operation)(T, T)>
T then_relu(T a, T b) {
    return max<T>(operation(a, b), 0);
}

template <class A, class B, int first>
u32 dot_2(u32 a, u32 b, u32 c) {
    using U = std::make_unsigned_t<A>;
    const auto half = [&](int i) {
        return static_cast<s32>(static_cast<A>(static_cast<U>(a >> (16 * i))));
    };
    const auto byte = [&](int i) {
        return static_cast<s32>(static_cast<B>(b >> (8 * (first + i))));
    };
    return c + static_cast<u32>(half(0)) * static_cast<u32>(byte(0)) +
           static_cast<u32>(half(1)) * static_cast<u32>(byte(1));
}
template <class A, class B>
u32 dot_4(u32 a, u32 b, u32 c) {
    for (int shift = 0; shift < 32; shift += 8)
        c += static_cast<u32>(static_cast<s32>(static_cast<A>(a >> shift)) *
                              static_cast<s32>(static_cast<B>(b >> shift)));
    return c;
}

bool is_signed(std::string_view type) { return type.front() == 's'; }

// The function for the signedness of the two types of a dot product.
LaneFunction by_signs(const Form& form, LaneFunction uu, LaneFunction us, LaneFunction su,
                      LaneFunction ss) {
    const bool b_signed = is_signed(form.type_names[1]);
    return is_signed(form.type_names[0]) ? (b_signed ? ss : su) : (b_signed ? us : uu);
}

} // namespace

bool integer_add(const Form& form, Instruction& instruction) {
    instruction.meaning = {Role::add, form.type()};
    return use(instruction,
               by_width<u16, u32, u64>(form.type(), []<class T>() { return lane<add<T>>; }));
}
bool integer_sub(const Form& form, Instruction& instruction) {
    instruction.meaning = {Role::subtract, form.type()};
    return use(instruction,
               by_width<u16, u32, u64>(form.type(), []<class T>() { return lane<sub<T>>; }));
}
bool integer_neg(const Form& form, Instruction& instruction) {
    return use(instruction,
               by_width<u16, u32, u64>(form.type(), []<class T>() { return lane<neg<T>>; }));
}
bool integer_abs(const Form& form, Instruction& instruction) {
    return use(instruction,
               by_type<s16, s32, s64>(form.type(), []<class T>() { return lane<abs<T>>; }));
}
bool integer_add_saturating(const Form&, Instruction& instruction) {
    return use(instruction, lane<add_saturating>);
}
bool integer_sub_saturating(const Form&, Instruction& instruction) {
    return use(instruction, lane<sub_saturating>);
}
bool integer_mul(const Form& form, Instruction& instruction) {
    if (form.has("lo"))
        return use(instruction,
                   by_width<u16, u32, u64>(form.type(), []<class T>() { return lane<mul_lo<T>>; }),
                   {Role::multiply, form.type()});
    return use(instruction, by_type<u16, u32, u64, s16, s32, s64>(
                                form.type(), []<class T>() { return lane<mul_hi<T>>; }));
}
bool integer_mul_wide(const Form& form, Instruction& instruction) {
    instruction.meaning = {Role::multiply_wide, form.type()};
    return use(instruction, by_type<u16, u32, s16, s32>(
                                form.type(), []<class T>() { return lane<mul_wide<T>>; }));
}
bool integer_mad(const Form& form, Instruction& instruction) {
    if (form.has("lo"))
        return use(instruction,
                   by_width<u16, u32, u64>(form.type(), []<class T>() { return lane<mad_lo<T>>; }),
                   {Role::multiply_add, form.type()});
    return use(instruction, by_type<u16, u32, u64, s16, s32, s64>(
                                form.type(), []<class T>() { return lane<mad_hi<T>>; }));
}
bool integer_mad_wide(const Form& form, Instruction& instruction) {
    instruction.meaning = {Role::multiply_wide_add, form.type()};
    return use(instruction, by_type<u16, u32, s16, s32>(
                                form.type(), []<class T>() { return lane<mad_wide<T>>; }));
}
bool mad_hi_saturating(const Form&, Instruction& instruction) {
    return use(instruction, lane<mad_saturating>);
}
bool mul_24(const Form& form, Instruction& instruction) {
    const bool low = form.has("lo");
    return use(instruction, by_type<u32, s32>(form.type(), [&]<class T>() {
                   return low ? lane<mul_24_lo<T>> : lane<mul_24_hi<T>>;
               }));
}
bool mad_24(const Form& form, Instruction& instruction) {
    const bool low = form.has("lo");
    return use(instruction, by_type<u32, s32>(form.type(), [&]<class T>() {
                   return low ? lane<mad_24_lo<T>> : lane<mad_24_hi<T>>;
               }));
}
bool mad_24_saturating(const Form&, Instruction& instruction) {
    return use(instruction, lane<mad_24_hi_saturating>);
}
bool sum_of_absolute_difference(const Form& form, Instruction& instruction) {
    return use(instruction, by_type<u16, u32, u64, s16, s32, s64>(
                                form.type(), []<class T>() { return lane<sad<T>>; }));
}
bool integer_div(const Form& form, Instruction& instruction) {
    instruction.meaning = {Role::divide, form.type()};
    return use(instruction, by_type<u16, u32, u64, s16, s32, s64>(
                                form.type(), []<class T>() { return lane<div<T>>; }));
}
bool integer_rem(const Form& form, Instruction& instruction) {
    instruction.meaning = {Role::remainder, form.type()};
    return use(instruction, by_type<u16, u32, u64, s16, s32, s64>(
                                form.type(), []<class T>() { return lane<rem<T>>; }));
}
bool integer_min(const Form& form, Instruction& instruction) {
    instruction.meaning = {Role::least, form.type()};
    return use(instruction, by_type<u16, u32, u64, s16, s32, s64>(
                                form.type(), []<class T>() { return lane<min<T>>; }));
}
bool integer_max(const Form& form, Instruction& instruction) {
    instruction.meaning = {Role::most, form.type()};
    return use(instruction, by_type<u16, u32, u64, s16, s32, s64>(
                                form.type(), []<class T>() { return lane<max<T>>; }));
}
bool packed_add(const Form&, Instruction& instruction) {
    return use(instruction, lane<packed<u16, add<u16>>>);
}
bool packed_min(const Form& form, Instruction& instruction) {
    return use(instruction, is_signed(form.type_names[0]) ? lane<packed<s16, min<s16>>>
                                                          : lane<packed<u16, min<u16>>>);
}
bool packed_max(const Form& form, Instruction& instruction) {
    return use(instruction, is_signed(form.type_names[0]) ? lane<packed<s16, max<s16>>>
                                                          : lane<packed<u16, max<u16>>>);
}
bool min_relu(const Form& form, Instruction& instruction) {
    return use(instruction, form.type() == ptx::Type::s32
                                ? lane<then_relu<s32, min<s32>>>
                                : lane<packed<s16, then_relu<s16, min<s16>>>>);
}
bool max_relu(const Form& form, Instruction& instruction) {
    return use(instruction, form.type() == ptx::Type::s32
                                ? lane<then_relu<s32, max<s32>>>
                                : lane<packed<s16, then_relu<s16, max<s16>>>>);
}
bool dot_product_2(const Form& form, Instruction& instruction) {
    const auto low = by_signs(form, lane<dot_2<u16, u8, 0>>, lane<dot_2<u16, s8, 0>>,
                              lane<dot_2<s16, u8, 0>>, lane<dot_2<s16, s8, 0>>);
    const auto high = by_signs(form, lane<dot_2<u16, u8, 2>>, lane<dot_2<u16, s8, 2>>,
                               lane<dot_2<s16, u8, 2>>, lane<dot_2<s16, s8, 2>>);
    return use(instruction, form.has("lo") ? low : high);
}
bool dot_product_4(const Form& form, Instruction& instruction) {
    return use(instruction, by_signs(form, lane<dot_4<u8, u8>>, lane<dot_4<u8, s8>>,
                                     lane<dot_4<s8, u8>>, lane<dot_4<s8, s8>>));
}

} // namespace vgpu::isa::semantics
