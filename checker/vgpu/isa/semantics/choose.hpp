// What the semantics of the table's rows are written with: a C++ type for a PTX type, and the
// declarations of all of them.
#pragma once

#include "vgpu/isa/semantics/lanes.hpp"
#include "vgpu/isa/semantics/words.hpp"
#include "vgpu/isa/table.hpp"

namespace vgpu::isa::semantics {

// A function for each name in the last column of table/*.inc.
#define ROW(mnemonic, section, kind, operands, types, modifiers, semantics)                        \
    bool semantics(const Form& form, Instruction& instruction);
#define REFUSED(mnemonic, section, belongs_to)
#include "vgpu/isa/table/all.inc"
#undef ROW
#undef REFUSED

// Whether T is the C++ type of a PTX type; `.b32` is unsigned.
template <class T>
constexpr bool is_exactly(ptx::Type type) {
    using ptx::Type;
    switch (type) {
    case Type::pred:
        return std::same_as<T, bool>;
    case Type::b8:
    case Type::u8:
        return std::same_as<T, std::uint8_t>;
    case Type::s8:
        return std::same_as<T, std::int8_t>;
    case Type::b16:
    case Type::u16:
        return std::same_as<T, std::uint16_t>;
    case Type::s16:
        return std::same_as<T, std::int16_t>;
    case Type::b32:
    case Type::u32:
        return std::same_as<T, std::uint32_t>;
    case Type::s32:
        return std::same_as<T, std::int32_t>;
    case Type::b64:
    case Type::u64:
        return std::same_as<T, std::uint64_t>;
    case Type::s64:
        return std::same_as<T, std::int64_t>;
    case Type::f16:
        return std::same_as<T, Half>;
    case Type::bf16:
        return std::same_as<T, Bfloat>;
    case Type::f32:
        return std::same_as<T, float>;
    case Type::f64:
        return std::same_as<T, double>;
    default:
        return false;
    }
}

// pick.operator()<T>() for the T of Ts that is the type; nullptr if none is.
template <class... Ts, class Pick>
LaneFunction by_type(ptx::Type type, Pick pick) {
    LaneFunction found = nullptr;
    ((is_exactly<Ts>(type) ? void(found = pick.template operator()<Ts>()) : void()), ...);
    return found;
}

// The same where only the width matters.
template <class... Ts, class Pick>
LaneFunction by_width(ptx::Type type, Pick pick) {
    LaneFunction found = nullptr;
    if (type == ptx::Type::pred) return found;
    const auto bytes = static_cast<std::size_t>(ptx::size_of(type));
    ((sizeof(Ts) == bytes ? void(found = pick.template operator()<Ts>()) : void()), ...);
    return found;
}

inline bool use(Instruction& instruction, LaneFunction function) {
    instruction.lane = function;
    return function != nullptr;
}

// Says besides what the instruction computes.
inline bool use(Instruction& instruction, LaneFunction function, const Meaning& meaning) {
    instruction.meaning = meaning;
    return use(instruction, function);
}

// One more source that the semantics need and the program did not write: a constant, or what only
// the device knows.
inline void add_constant(Instruction& instruction, Storage storage, std::uint64_t bits) {
    Source source;
    source.storage = storage;
    source.bits = bits;
    instruction.sources.push_back(source);
}

inline void add_special(Instruction& instruction, Storage storage, SpecialRegister special) {
    Source source;
    source.from = Source::From::special;
    source.storage = storage;
    source.special = special;
    instruction.sources.push_back(source);
}

inline void swap_sources(Instruction& instruction) {
    std::swap(instruction.sources[0], instruction.sources[1]);
}

} // namespace vgpu::isa::semantics
