// Tests of the parser: variables and their initialisers.
#include "parse_text.hpp"

#include <cstring>

using namespace vgpu::ptx;
using namespace vgpu::ptx::test;

namespace {

const Variable& only(const Module& module) {
    REQUIRE(module.variables.size() == 1);
    return module.variables[0];
}

using Bytes = std::vector<std::uint8_t>;

Bytes bytes_of(std::string_view declaration) {
    const Module module = parse_module(declaration);
    const Variable& variable = only(module);
    REQUIRE(variable.initial);
    CHECK(variable.initial->bytes.size() == variable.size);
    return variable.initial->bytes;
}

} // namespace

TEST_CASE("a variable has space, type, alignment, size and linkage") {
    const Module module = parse_module(".visible .const .align 4 .f32 weights[3][2];");
    const Variable& weights = only(module);
    CHECK(weights.name == "weights");
    CHECK(weights.space == Space::constant);
    CHECK(weights.type == Type::f32);
    CHECK(weights.alignment == 4);
    CHECK(weights.size == 24);
    CHECK(weights.is_array);
    CHECK(weights.linkage == Linkage::visible);
    CHECK_FALSE(weights.initial);
    CHECK(weights.position.line == 4);
    CHECK(weights.position.column == 31);
}

TEST_CASE("vector variables count all their components") {
    const Module module = parse_module(".global .v4 .f32 colors[10];\n.global .u16 a, b[2];");
    REQUIRE(module.variables.size() == 3);
    CHECK(module.variables[0].size == 160);
    CHECK(module.variables[0].alignment == 16);
    CHECK(module.variables[1].size == 2);
    CHECK_FALSE(module.variables[1].is_array);
    CHECK(module.variables[2].size == 4);
}

TEST_CASE("attributes may stand before or behind the alignment") {
    CHECK(only(parse_module(".global .attribute(.managed) .align 4 .u32 x = 7;")).managed);
    CHECK(only(parse_module(".global .align 4 .attribute(.managed) .u32 x;")).managed);
    CHECK_FALSE(only(parse_module(".global .attribute(.unified(1, 2)) .u32 x;")).managed);
}

TEST_CASE("dynamic shared memory has no size; a definition replaces its extern declarations") {
    const Module dynamic = parse_module(".extern .shared .align 16 .b8 s[];");
    CHECK(only(dynamic).size == 0);
    CHECK(only(dynamic).linkage == Linkage::external);
    const Module defined = parse_module(".extern .global .u32 x;\n.extern .global .u32 x;\n"
                                        ".visible .global .u32 x = 3;\n.extern .global .u32 x;");
    CHECK(only(defined).linkage == Linkage::visible);
    CHECK(only(defined).initial);
    CHECK(only(parse_module(".common .global .u32 x;")).linkage == Linkage::common);
    CHECK(only(parse_module(".weak .global .u32 x;")).linkage == Linkage::weak);
}

TEST_CASE("initialisers become the bytes of the variable") {
    CHECK(bytes_of(".global .u32 x = 258;") == Bytes{2, 1, 0, 0});
    CHECK(bytes_of(".global .u64 x = -1;") == Bytes(8, 0xff));
    CHECK(bytes_of(".global .b8 x[4] = {1, 0x2, 0b11};") == Bytes{1, 2, 3, 0});
    CHECK(bytes_of(".global .s16 x[] = {-2, 3};") == Bytes{0xfe, 0xff, 3, 0});
    CHECK(bytes_of(".global .b8 x[2][3] = {{1, 2}, {3}};") == Bytes{1, 2, 0, 3, 0, 0});
    CHECK(bytes_of(".global .b8 x[2][3] = {1, 2, 3, 4};") == Bytes{1, 2, 3, 4, 0, 0});
    CHECK(bytes_of(".global .b8 x[][2] = {{1}, {2}, {3}};") == Bytes{1, 0, 2, 0, 3, 0});
    CHECK(bytes_of(".global .v2 .u8 x[2] = {{1, 2}, {3, 4}};") == Bytes{1, 2, 3, 4});
    CHECK(bytes_of(".const .f32 x = 0f3F800000;") == Bytes{0, 0, 0x80, 0x3f});
    CHECK(bytes_of(".const .f32 x = 1.0;") == Bytes{0, 0, 0x80, 0x3f});
    CHECK(bytes_of(".const .f32 x = 1;") == Bytes{0, 0, 0x80, 0x3f});
    CHECK(bytes_of(".const .f64 x = 0d3FF0000000000000;") == Bytes{0, 0, 0, 0, 0, 0, 0xf0, 0x3f});
    CHECK(bytes_of(".global .b8 x[2] = {WARP_SZ, };") == Bytes{32, 0});
}

TEST_CASE("addresses in initialisers stay references") {
    const Module module =
        parse_module(".func f() { ret; }\n.global .u32 x[4];\n"
                     ".global .u64 table[5] = {0, f, generic(x)+8, x-4, generic(x+4)};");
    const auto& initial = *module.variables[1].initial;
    CHECK(initial.bytes == Bytes(40, 0));
    REQUIRE(initial.references.size() == 4);
    CHECK(initial.references[0].at == 8);
    CHECK(initial.references[0].size == 8);
    CHECK(initial.references[0].symbol.name == "f");
    CHECK_FALSE(initial.references[0].symbol.generic);
    CHECK(initial.references[1].symbol.name == "x");
    CHECK(initial.references[1].symbol.offset == 8);
    CHECK(initial.references[1].symbol.generic);
    CHECK(initial.references[2].symbol.offset == -4);
    CHECK(initial.references[3].symbol.offset == 4);
}

TEST_CASE("single bytes of an address carry their place") {
    const Module module = parse_module(
        ".global .u32 x;\n.global .b8 p[3] = {0xFF(x), 0xFF00(generic(x)), 0xFF0000(x)};");
    const auto& references = module.variables[1].initial->references;
    REQUIRE(references.size() == 3);
    for (int i = 0; i < 3; ++i) {
        CHECK(references[i].at == static_cast<std::uint64_t>(i));
        CHECK(references[i].size == 1);
        CHECK(references[i].byte_shift == i);
    }
    CHECK(references[1].symbol.generic);
}

TEST_CASE("what cannot be declared says why") {
    CHECK(error_in_module(".global .u32 x[2] = {1, 2, 3};") ==
          "4:28: this initialiser has too many values");
    CHECK(error_in_module(".global .u32 x[2] = {{1}};") ==
          "4:22: these braces go deeper than the array has dimensions");
    CHECK(error_in_module(".global .u32 x;\n.global .u32 x;") == "5:14: x is declared twice");
    CHECK(error_in_module(".global .pred x;") == "4:9: only registers can be predicates");
    CHECK(error_in_module(".global .align 3 .u32 x;") ==
          "4:16: an alignment must be a power of two");
    CHECK(error_in_module(".global .align 0 .u32 x;") ==
          "4:16: an alignment must be a power of two");
    CHECK(error_in_module(".shared .u32 x = 1;") ==
          "4:18: only .const and .global variables can be initialised");
    CHECK(error_in_module(".global .u32 x[];") ==
          "4:14: x needs a size: only .extern arrays and parameters may leave it open");
    CHECK(error_in_module(".global .u64 x = y;") ==
          "4:18: y is not declared: it names no register, label, variable or function here");
    CHECK(error_in_module(".global .u16 x = x;") ==
          "4:18: an address does not fit a variable of this type");
    CHECK(error_in_module(".global .b8 x = 0xF0(x);") ==
          "4:17: the mask of an address must cover one byte, as 0xFF00 does");
    CHECK(error_in_module(".global .texref t;")
              .starts_with("4:9: .texref variables are not supported"));
    CHECK(error_in_module(".global .u32 x = 1.5;") ==
          "4:18: a variable of type .u32 cannot start with a floating-point value");
}

TEST_CASE("sizes are checked for overflow and against the limits") {
    CHECK(error_in_module(".global .u32 x[-1];") ==
          "4:16: an array size must be an integer from 0 to 1099511627776");
    CHECK(error_in_module(".global .u32 x[1099511627776];") == "4:14: x is too large");
    CHECK(error_in_module(".global .b8 x[4294967296][4294967296];") == "4:13: x is too large");
    CHECK(error_in_module(".global .b8 x[0x10000000] = {1};").find("too large") !=
          std::string::npos);
    CHECK(error_in_module(".global .b8 x[1][1][1][1][1][1][1][1][1][1][1][1][1][1][1][1][1];")
              .ends_with("this array has too many dimensions"));
}
