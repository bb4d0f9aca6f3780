// Logic, shifts, selection and moves (PTX ISA 9.7.6, 9.7.8, 9.7.9.3 to 9.7.9.7).
#include "vgpu/isa/semantics/choose.hpp"

#include <algorithm>
#include <array>

namespace vgpu::isa::semantics {
namespace {

template <class T>
T and_(T a, T b) {
    return static_cast<T>(a & b);
}
template <class T>
T or_(T a, T b) {
    return static_cast<T>(a | b);
}
template <class T>
T xor_(T a, T b) {
    return static_cast<T>(a ^ b);
}
template <class T>
T not_(T a) {
    return static_cast<T>(~a);
}
template <class T>
T cnot(T a) {
    return a == 0 ? T{1} : T{0};
}

// A whole predicate register at once: the operation on its 32 bits is that on every lane.
template <auto operation>
void on_predicates(LaneArguments arguments, u32 mask) {
    const auto bits = [&](int i) { return *static_cast<const u32*>(arguments.source(i)); };
    auto* result = static_cast<u32*>(arguments.result(0));
    u32 value = 0;
    if constexpr (std::invocable<decltype(operation), u32>)
        value = operation(bits(0));
    else
        value = operation(bits(0), bits(1));
    *result = (*result & ~mask) | (value & mask);
}

// Shift counts beyond the width shift everything out.
template <class T>
T shl(T a, u32 b) {
    constexpr u32 width = 8 * sizeof(T);
    return b < width ? static_cast<T>(a << b) : T{0};
}
template <class T>
T shr(T a, u32 b) {
    constexpr u32 width = 8 * sizeof(T);
    if constexpr (std::is_signed_v<T>) return static_cast<T>(a >> (b < width ? b : width - 1));
    return b < width ? static_cast<T>(a >> b) : T{0};
}

template <bool left, bool clamp>
u32 shf(u32 a, u32 b, u32 c) {
    const u32 count = clamp ? std::min(c, 32u) : c & 31;
    const u64 both = static_cast<u64>(b) << 32 | a;
    return static_cast<u32>(left ? (both << count) >> 32 : both >> count);
}

template <class T>
T identity(T a) {
    return a;
}
template <class T>
T selp(T a, T b, bool choose_a) {
    return choose_a ? a : b;
}
template <class T>
T slct_integer(T a, T b, s32 c) {
    return c >= 0 ? a : b;
}
template <class T>
T slct_float(T a, T b, float c) {
    return c >= 0 ? a : b;
}
// Subnormals count as zero: only those that are negative change the choice.
template <class T>
T slct_flushed(T a, T b, float c) {
    return c > -0x1p-126f ? a : b;
}

template <class Whole, class Part>
Whole pack_2(Part a, Part b) {
    return static_cast<Whole>(static_cast<Whole>(a) | static_cast<Whole>(b) << (8 * sizeof(Part)));
}
template <class Whole, class Part>
Whole pack_4(Part a, Part b, Part c, Part d) {
    constexpr int bits = 8 * sizeof(Part);
    return static_cast<Whole>(a) | static_cast<Whole>(b) << bits |
           static_cast<Whole>(c) << (2 * bits) | static_cast<Whole>(d) << (3 * bits);
}
Quad pack_quad(u64 low, u64 high) { return {low, high}; }
Quad pack_quad_words(u32 a, u32 b, u32 c, u32 d) {
    return {pack_2<u64, u32>(a, b), pack_2<u64, u32>(c, d)};
}

template <class Whole, class Part>
Results<Part, Part> unpack_2(Whole a) {
    return Results<Part, Part>(static_cast<Part>(a), static_cast<Part>(a >> (8 * sizeof(Part))));
}
template <class Part>
using FourOf = Results<Part, Part, Part, Part>;
template <class Whole, class Part>
FourOf<Part> unpack_4(Whole a) {
    const auto part = [&](unsigned i) { return static_cast<Part>(a >> (8 * sizeof(Part) * i)); };
    return FourOf<Part>(part(0), part(1), part(2), part(3));
}
Results<u64, u64> unpack_quad(Quad a) { return Results<u64, u64>(a.low, a.high); }
FourOf<u32> unpack_quad_words(Quad a) {
    return FourOf<u32>(static_cast<u32>(a.low), static_cast<u32>(a.low >> 32),
                       static_cast<u32>(a.high), static_cast<u32>(a.high >> 32));
}

// Which of the 8 bytes of {b, a} byte i of the result is, for each mode's selector (9.7.9.7).
u32 forward_4(u32 i, u32 c) { return (c + i) & 7; }
u32 backward_4(u32 i, u32 c) { return (c - i) & 7; }
u32 replicate_8(u32, u32 c) { return c; }
u32 edge_left(u32 i, u32 c) { return std::max(i, c); }
u32 edge_right(u32 i, u32 c) { return std::min(i, c); }
u32 replicate_16(u32 i, u32 c) { return (i & 1) | ((c & 1) << 1); }

u32 prmt(u32 a, u32 b, u32 c) {
    const u64 bytes = static_cast<u64>(b) << 32 | a;
    u32 result = 0;
    for (u32 i = 0; i < 4; ++i) {
        const u32 selector = (c >> (4 * i)) & 15;
        u32 byte = static_cast<u32>(bytes >> (8 * (selector & 7))) & 0xff;
        if (selector & 8) byte = byte & 0x80 ? 0xff : 0; // the sign instead of the value
        result |= byte << (8 * i);
    }
    return result;
}
template <u32 (*select)(u32, u32), u32 selector_mask>
u32 prmt_mode(u32 a, u32 b, u32 c) {
    const u64 bytes = static_cast<u64>(b) << 32 | a;
    u32 result = 0;
    for (u32 i = 0; i < 4; ++i)
        result |= (static_cast<u32>(bytes >> (8 * select(i, c & selector_mask))) & 0xff) << (8 * i);
    return result;
}

template <class Bits>
LaneFunction logical(ptx::Type type, LaneFunction on_predicate, Bits on_bits) {
    return type == ptx::Type::pred ? on_predicate : by_width<u16, u32, u64>(type, on_bits);
}

} // namespace

bool bitwise_and(const Form& form, Instruction& instruction) {
    instruction.meaning = {Role::bit_and, form.type()};
    return use(instruction, logical(form.type(), on_predicates<and_<u32>>,
                                    []<class T>() { return lane<and_<T>>; }));
}
bool bitwise_or(const Form& form, Instruction& instruction) {
    instruction.meaning = {Role::bit_or, form.type()};
    return use(instruction, logical(form.type(), on_predicates<or_<u32>>,
                                    []<class T>() { return lane<or_<T>>; }));
}
bool bitwise_xor(const Form& form, Instruction& instruction) {
    return use(instruction, logical(form.type(), on_predicates<xor_<u32>>,
                                    []<class T>() { return lane<xor_<T>>; }));
}
bool bitwise_not(const Form& form, Instruction& instruction) {
    return use(instruction, logical(form.type(), on_predicates<not_<u32>>,
                                    []<class T>() { return lane<not_<T>>; }));
}
bool logical_not(const Form& form, Instruction& instruction) {
    return use(instruction,
               by_width<u16, u32, u64>(form.type(), []<class T>() { return lane<cnot<T>>; }));
}
bool shift_left(const Form& form, Instruction& instruction) {
    instruction.meaning = {Role::shift_left, form.type()};
    return use(instruction,
               by_width<u16, u32, u64>(form.type(), []<class T>() { return lane<shl<T>>; }));
}
bool shift_right(const Form& form, Instruction& instruction) {
    instruction.meaning = {Role::shift_right, form.type()};
    return use(instruction, by_type<u16, u32, u64, s16, s32, s64>(
                                form.type(), []<class T>() { return lane<shr<T>>; }));
}
bool funnel_shift(const Form& form, Instruction& instruction) {
    if (form.has("l"))
        return use(instruction, form.has("clamp") ? lane<shf<true, true>> : lane<shf<true, false>>);
    return use(instruction, form.has("clamp") ? lane<shf<false, true>> : lane<shf<false, false>>);
}
bool select_by_predicate(const Form& form, Instruction& instruction) {
    instruction.meaning = {Role::select, form.type()};
    return use(instruction,
               by_width<u16, u32, u64>(form.type(), []<class T>() { return lane<selp<T>>; }));
}
bool select_by_sign(const Form& form, Instruction& instruction) {
    const bool on_float = form.types[1] == ptx::Type::f32;
    const bool flush = form.has("ftz");
    if (flush && !on_float) return false;
    return use(instruction, by_width<u16, u32, u64>(form.type(), [&]<class T>() {
                   return !on_float ? lane<slct_integer<T>>
                          : flush   ? lane<slct_flushed<T>>
                                    : lane<slct_float<T>>;
               }));
}
bool move(const Form& form, Instruction& instruction) {
    instruction.meaning = {Role::copy, form.type()};
    if (form.type() == ptx::Type::pred) return use(instruction, on_predicates<identity<u32>>);
    if (form.type() == ptx::Type::b128) return use(instruction, lane<identity<Quad>>);
    return use(instruction,
               by_width<u16, u32, u64>(form.type(), []<class T>() { return lane<identity<T>>; }));
}
bool pack(const Form& form, Instruction& instruction) {
    const bool two = instruction.sources.size() == 2;
    if (!two && instruction.sources.size() != 4) return false;
    switch (ptx::size_of(form.type())) {
    case 2:
        return two && use(instruction, lane<pack_2<u16, u8>>);
    case 4:
        return use(instruction, two ? lane<pack_2<u32, u16>> : lane<pack_4<u32, u8>>);
    case 8:
        return use(instruction, two ? lane<pack_2<u64, u32>> : lane<pack_4<u64, u16>>);
    case 16:
        return use(instruction, two ? lane<pack_quad> : lane<pack_quad_words>);
    default:
        return false;
    }
}
bool unpack(const Form& form, Instruction& instruction) {
    const bool two = instruction.destinations.size() == 2;
    if (!two && instruction.destinations.size() != 4) return false;
    switch (ptx::size_of(form.type())) {
    case 2:
        return two && use(instruction, lane<unpack_2<u16, u8>>);
    case 4:
        return use(instruction, two ? lane<unpack_2<u32, u16>> : lane<unpack_4<u32, u8>>);
    case 8:
        return use(instruction, two ? lane<unpack_2<u64, u32>> : lane<unpack_4<u64, u16>>);
    case 16:
        return use(instruction, two ? lane<unpack_quad> : lane<unpack_quad_words>);
    default:
        return false;
    }
}
bool permute_bytes(const Form& form, Instruction& instruction) {
    if (form.has("f4e")) return use(instruction, lane<prmt_mode<forward_4, 3>>);
    if (form.has("b4e")) return use(instruction, lane<prmt_mode<backward_4, 3>>);
    if (form.has("rc8")) return use(instruction, lane<prmt_mode<replicate_8, 3>>);
    if (form.has("ecl")) return use(instruction, lane<prmt_mode<edge_left, 3>>);
    if (form.has("ecr")) return use(instruction, lane<prmt_mode<edge_right, 3>>);
    if (form.has("rc16")) return use(instruction, lane<prmt_mode<replicate_16, 3>>);
    return use(instruction, lane<prmt>);
}

} // namespace vgpu::isa::semantics
