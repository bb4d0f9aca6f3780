// The element types that messages can print, as a value.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

struct __nv_bfloat16; // CUDA's (cuda_bf16.h)

namespace workbook {

enum class ElementType : std::uint8_t {
    boolean,
    i8,
    u8,
    i16,
    u16,
    i32,
    u32,
    i64,
    u64,
    bf16,
    f32,
    f64,
    floats, // a structure of floats
    other,  // another structure; both are compared and shown as bytes
};

// A check.cpp says so of a structure that has floats, so that a sum in it may be made in another
// order where a promise asks for the same results (promises.hpp):
//     template <> inline constexpr bool workbook::is_of_floats<State> = true;
template <class T>
inline constexpr bool is_of_floats = false;

// A bfloat16 in the checker: the upper half of a float's bits.
struct Bf16 {
    std::uint16_t bits = 0;

    Bf16() = default;
    // The nearest one; of two, the even one.
    explicit Bf16(float value) {
        const auto all = std::bit_cast<std::uint32_t>(value);
        const std::uint32_t to_even = 0x7fff + (all >> 16 & 1);
        bits = static_cast<std::uint16_t>(value != value ? 0x7fff : (all + to_even) >> 16);
    }
    template <class T>
    explicit operator T() const {
        return static_cast<T>(std::bit_cast<float>(std::uint32_t{bits} << 16));
    }
};

template <class T>
constexpr ElementType element_type_of() {
    if constexpr (std::is_same_v<T, bool>)
        return ElementType::boolean;
    else if constexpr (std::is_same_v<T, float>)
        return ElementType::f32;
    else if constexpr (std::is_same_v<T, double>)
        return ElementType::f64;
    else if constexpr (std::is_same_v<T, __nv_bfloat16> || std::is_same_v<T, Bf16>)
        return ElementType::bf16;
    else if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
        constexpr bool is_signed = static_cast<T>(-1) < static_cast<T>(0);
        switch (sizeof(T)) {
        case 1:
            return is_signed ? ElementType::i8 : ElementType::u8;
        case 2:
            return is_signed ? ElementType::i16 : ElementType::u16;
        case 4:
            return is_signed ? ElementType::i32 : ElementType::u32;
        case 8:
            return is_signed ? ElementType::i64 : ElementType::u64;
        default:
            return ElementType::other;
        }
    } else
        return is_of_floats<T> ? ElementType::floats : ElementType::other;
}

constexpr bool is_structure(ElementType type) {
    return type == ElementType::floats || type == ElementType::other;
}

constexpr bool is_real(ElementType type) {
    return type == ElementType::bf16 || type == ElementType::f32 || type == ElementType::f64;
}

// Calls visitor.template operator()<T>() with the C++ type; structures are the caller's to treat
// before.
template <class Visitor>
decltype(auto) visit_type(ElementType type, Visitor&& visitor) {
    switch (type) {
    case ElementType::i8:
        return visitor.template operator()<std::int8_t>();
    case ElementType::i16:
        return visitor.template operator()<std::int16_t>();
    case ElementType::u16:
        return visitor.template operator()<std::uint16_t>();
    case ElementType::i32:
        return visitor.template operator()<std::int32_t>();
    case ElementType::u32:
        return visitor.template operator()<std::uint32_t>();
    case ElementType::i64:
        return visitor.template operator()<std::int64_t>();
    case ElementType::u64:
        return visitor.template operator()<std::uint64_t>();
    case ElementType::bf16:
        return visitor.template operator()<Bf16>();
    case ElementType::f32:
        return visitor.template operator()<float>();
    case ElementType::f64:
        return visitor.template operator()<double>();
    case ElementType::boolean:
    case ElementType::u8:
    case ElementType::floats:
    case ElementType::other:
        break;
    }
    return visitor.template operator()<std::uint8_t>();
}

} // namespace workbook
