#include "vgpu/ptx/type.hpp"

#include <array>
#include <cstddef>

namespace vgpu::ptx {
namespace {

struct TypeRow {
    Type type;
    std::string_view name;
    int size;
    TypeClass type_class;
};

// The rows are in the order of the enumeration, so that a type is its own index.
constexpr std::array type_rows = {
    TypeRow{Type::none, "", 0, TypeClass::none},
    TypeRow{Type::pred, "pred", 0, TypeClass::predicate},
    TypeRow{Type::b8, "b8", 1, TypeClass::bits},
    TypeRow{Type::b16, "b16", 2, TypeClass::bits},
    TypeRow{Type::b32, "b32", 4, TypeClass::bits},
    TypeRow{Type::b64, "b64", 8, TypeClass::bits},
    TypeRow{Type::b128, "b128", 16, TypeClass::bits},
    TypeRow{Type::u8, "u8", 1, TypeClass::unsigned_integer},
    TypeRow{Type::u16, "u16", 2, TypeClass::unsigned_integer},
    TypeRow{Type::u32, "u32", 4, TypeClass::unsigned_integer},
    TypeRow{Type::u64, "u64", 8, TypeClass::unsigned_integer},
    TypeRow{Type::s8, "s8", 1, TypeClass::signed_integer},
    TypeRow{Type::s16, "s16", 2, TypeClass::signed_integer},
    TypeRow{Type::s32, "s32", 4, TypeClass::signed_integer},
    TypeRow{Type::s64, "s64", 8, TypeClass::signed_integer},
    TypeRow{Type::f16, "f16", 2, TypeClass::floating},
    TypeRow{Type::f16x2, "f16x2", 4, TypeClass::floating},
    TypeRow{Type::bf16, "bf16", 2, TypeClass::floating},
    TypeRow{Type::bf16x2, "bf16x2", 4, TypeClass::floating},
    TypeRow{Type::tf32, "tf32", 4, TypeClass::floating},
    TypeRow{Type::f32, "f32", 4, TypeClass::floating},
    TypeRow{Type::f64, "f64", 8, TypeClass::floating},
};

constexpr bool rows_are_in_order() {
    for (std::size_t i = 0; i < type_rows.size(); ++i)
        if (type_rows[i].type != static_cast<Type>(i)) return false;
    return true;
}
static_assert(rows_are_in_order() && type_rows.back().type == Type::f64);

const TypeRow& row_of(Type type) { return type_rows[static_cast<std::size_t>(type)]; }

} // namespace

int size_of(Type type) { return row_of(type).size; }
TypeClass class_of(Type type) { return row_of(type).type_class; }
std::string_view name_of(Type type) { return row_of(type).name; }

std::string_view name_of(Space space) {
    switch (space) {
    case Space::none:
        return "";
    case Space::reg:
        return "reg";
    case Space::sreg:
        return "sreg";
    case Space::constant:
        return "const";
    case Space::global:
        return "global";
    case Space::local:
        return "local";
    case Space::param:
        return "param";
    case Space::shared:
        return "shared";
    case Space::generic:
        return "generic";
    }
    return "";
}

std::optional<Type> parse_type(std::string_view name) {
    if (name.empty()) return std::nullopt;
    for (const TypeRow& row : type_rows)
        if (row.name == name) return row.type;
    return std::nullopt;
}

} // namespace vgpu::ptx
