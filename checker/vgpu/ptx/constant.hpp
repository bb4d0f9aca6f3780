// Numbers and constant expressions (PTX ISA, "Constants" and "Constant Expressions").
#pragma once

#include "vgpu/ptx/cursor.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace vgpu::ptx {

// Integers are 64 bits wide and signed unless they say U or do not fit.
struct Constant {
    enum class Kind : std::uint8_t { s64, u64, f32, f64 };
    Kind kind = Kind::s64;
    std::uint64_t bits = 0; // f32: the low half holds the pattern

    bool is_integer() const { return kind == Kind::s64 || kind == Kind::u64; }
};

// What a number token says; nullopt where it is none.
std::optional<Constant> parse_number(std::string_view text);

// Parses from the cursor's token up to the first that cannot belong to an expression.
[[nodiscard]] bool parse_constant(Cursor& cursor, Constant& result);

// An expression that must be an integer; `what` names it in messages ("an array size").
[[nodiscard]] bool parse_integer(Cursor& cursor, std::string_view what, std::int64_t& result);
// ... from 0 to most.
[[nodiscard]] bool parse_count(Cursor& cursor, std::string_view what, std::uint64_t most,
                               std::uint64_t& result);

// A value in a floating-point type, as its bits; integers and the other width are converted.
std::uint32_t bits_as_f32(const Constant& constant);
std::uint64_t bits_as_f64(const Constant& constant);

} // namespace vgpu::ptx
