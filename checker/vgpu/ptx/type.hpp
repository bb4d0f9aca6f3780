// The fundamental types and state spaces of PTX (PTX ISA, "State Spaces, Types, and Variables").
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace vgpu::ptx {

// Spelled as PTX spells them, a line per kind; `none` where an instruction carries no type.
// clang-format off
enum class Type : std::uint8_t {
    none, pred,
    b8, b16, b32, b64, b128,
    u8, u16, u32, u64,
    s8, s16, s32, s64,
    f16, f16x2, bf16, bf16x2, tf32, f32, f64,
};

enum class Space : std::uint8_t { none, reg, sreg, constant, global, local, param, shared, generic };

enum class TypeClass : std::uint8_t { none, predicate, bits, unsigned_integer, signed_integer, floating };
// clang-format on

// Bytes one value takes in memory; 0 for none and pred.
int size_of(Type type);
TypeClass class_of(Type type);
std::string_view name_of(Type type);   // "u32", without the dot
std::string_view name_of(Space space); // "const" for constant
std::optional<Type> parse_type(std::string_view name);

} // namespace vgpu::ptx
