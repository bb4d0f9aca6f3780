// Tests of vgpu/ptx/type.hpp.
#include "vgpu/ptx/type.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace vgpu::ptx;

TEST_CASE("types know their size, class and name") {
    CHECK(size_of(Type::pred) == 0);
    CHECK(size_of(Type::b128) == 16);
    CHECK(size_of(Type::bf16x2) == 4);
    CHECK(class_of(Type::s16) == TypeClass::signed_integer);
    CHECK(class_of(Type::b16) == TypeClass::bits);
    CHECK(class_of(Type::tf32) == TypeClass::floating);
    CHECK(class_of(Type::pred) == TypeClass::predicate);
    CHECK(name_of(Space::constant) == "const");
    CHECK(name_of(Space::shared) == "shared");
}

TEST_CASE("every type's name is parsed back to it") {
    for (int i = 1; i <= static_cast<int>(Type::f64); ++i) {
        const Type type = static_cast<Type>(i);
        CHECK(parse_type(name_of(type)) == type);
    }
    CHECK_FALSE(parse_type(""));
    CHECK_FALSE(parse_type("u128"));
    CHECK_FALSE(parse_type(".u32"));
}
