// Bit counting and bit fields (PTX ISA 9.7.1.14 to 9.7.1.22).
#include "vgpu/isa/semantics/choose.hpp"

namespace vgpu::isa::semantics {
namespace {

template <class T>
inline constexpr u32 width = 8 * sizeof(T);

template <class T>
u32 popc(T a) {
    return static_cast<u32>(std::popcount(a));
}
template <class T>
u32 clz(T a) {
    return static_cast<u32>(std::countl_zero(a));
}

template <class T>
T brev(T a) {
    constexpr T ones = static_cast<T>(-1);
    const auto swap = [&](int distance, T low) {
        a = static_cast<T>(((a >> distance) & low) | ((a & low) << distance));
    };
    swap(1, ones / 3);
    swap(2, ones / 5);
    swap(4, ones / 17);
    return sizeof(T) == 4 ? static_cast<T>(__builtin_bswap32(static_cast<u32>(a)))
                          : static_cast<T>(__builtin_bswap64(a));
}

// The position of the most significant bit that is not a copy of the sign; ~0 if there is none.
template <class T, bool as_shift>
u32 bfind(T a) {
    using U = std::make_unsigned_t<T>;
    const U bits = std::is_signed_v<T> && a < 0 ? static_cast<U>(~a) : static_cast<U>(a);
    const auto zeros = static_cast<u32>(std::countl_zero(bits));
    if (bits == 0) return ~0u;
    return as_shift ? zeros : width<T> - 1 - zeros;
}

template <class T>
T shifted_left(T a, u32 by) {
    return by < width<T> ? static_cast<T>(a << by) : T{0};
}

// Position and length of a field. The manual reduces both to their low 8 bits; the H200 does that
// for 32-bit types, while for 64-bit types a length of 256 means everything and a position of 256
// lies behind the last bit.
template <class T>
u32 field_bound(u32 value) {
    if constexpr (sizeof(T) == 4)
        return value & 0xff;
    else
        return value < width<T> ? value : width<T>;
}

template <class T>
T bfe(T a, u32 position, u32 length) {
    using U = std::make_unsigned_t<T>;
    position = field_bound<T>(position);
    length = field_bound<T>(length);
    if (length == 0) return 0;
    const u32 last = position + length - 1 < width<T> ? position + length - 1 : width<T> - 1;
    const bool sign = std::is_signed_v<T> && ((static_cast<U>(a) >> last) & 1);
    const U field = position < width<T> ? static_cast<U>(a) >> position : U{0};
    const u32 present = position < width<T> ? last - position + 1 : 0;
    const U beyond = shifted_left<U>(static_cast<U>(-1), present);
    return static_cast<T>((field & ~beyond) | (sign ? beyond : U{0}));
}

template <class T>
T bfi(T a, T b, u32 position, u32 length) {
    position = field_bound<T>(position);
    length = field_bound<T>(length);
    const T field = static_cast<T>(~shifted_left<T>(static_cast<T>(-1), length));
    const T mask = shifted_left<T>(field, position);
    return static_cast<T>((b & ~mask) | (shifted_left<T>(a, position) & mask));
}

template <bool clamp>
u32 bmsk(u32 a, u32 b) {
    const u32 first = a & 31, length = b & 31;
    const u32 from = clamp && a >= 32 ? 0 : ~0u << first;
    const bool to_the_end = first + length >= 32 || (clamp && (a >= 32 || b >= 32));
    const u32 behind = to_the_end ? 0 : ~0u << ((first + length) & 31);
    return from & ~behind;
}

template <class T, bool clamp>
u32 szext(u32 a, u32 b) {
    const u32 length = b & 31;
    const bool whole = clamp && b >= 32;
    const u32 beyond = whole ? 0 : ~0u << length;
    const bool sign = std::is_signed_v<T> && length != 0 && ((a >> ((length - 1) & 31)) & 1);
    return (a & ~beyond) | (sign ? beyond : 0);
}

u32 fns(u32 mask, u32 base, s32 offset) {
    base &= 31;
    if (offset == 0) return (mask >> base) & 1 ? base : ~0u;
    const int step = offset > 0 ? 1 : -1;
    u32 to_skip = (offset > 0 ? static_cast<u32>(offset) : 0u - static_cast<u32>(offset)) - 1;
    for (int at = static_cast<int>(base); at >= 0 && at < 32; at += step)
        if ((mask >> at) & 1)
            if (to_skip-- == 0) return static_cast<u32>(at);
    return ~0u;
}

} // namespace

bool population_count(const Form& form, Instruction& instruction) {
    return use(instruction,
               by_width<u32, u64>(form.type(), []<class T>() { return lane<popc<T>>; }));
}
bool count_leading_zeros(const Form& form, Instruction& instruction) {
    return use(instruction,
               by_width<u32, u64>(form.type(), []<class T>() { return lane<clz<T>>; }));
}
bool reverse_bits(const Form& form, Instruction& instruction) {
    return use(instruction,
               by_width<u32, u64>(form.type(), []<class T>() { return lane<brev<T>>; }));
}
bool find_leading_bit(const Form& form, Instruction& instruction) {
    const bool as_shift = form.has("shiftamt");
    return use(instruction, by_type<u32, u64, s32, s64>(form.type(), [&]<class T>() {
                   return as_shift ? lane<bfind<T, true>> : lane<bfind<T, false>>;
               }));
}
bool bit_field_extract(const Form& form, Instruction& instruction) {
    return use(instruction,
               by_type<u32, u64, s32, s64>(form.type(), []<class T>() { return lane<bfe<T>>; }));
}
bool bit_field_insert(const Form& form, Instruction& instruction) {
    instruction.meaning = {Role::bit_insert, form.type()};
    return use(instruction,
               by_width<u32, u64>(form.type(), []<class T>() { return lane<bfi<T>>; }));
}
bool bit_mask(const Form& form, Instruction& instruction) {
    return use(instruction, form.has("clamp") ? lane<bmsk<true>> : lane<bmsk<false>>);
}
bool sign_zero_extend(const Form& form, Instruction& instruction) {
    const bool clamp = form.has("clamp");
    return use(instruction, by_type<u32, s32>(form.type(), [&]<class T>() {
                   return clamp ? lane<szext<T, true>> : lane<szext<T, false>>;
               }));
}
bool find_nth_set(const Form&, Instruction& instruction) { return use(instruction, lane<fns>); }

} // namespace vgpu::isa::semantics
