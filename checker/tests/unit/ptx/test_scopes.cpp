// Tests of vgpu/ptx/scopes.hpp.
#include "vgpu/ptx/scopes.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace vgpu::ptx;

namespace {

struct Fixture {
    std::vector<Register> registers;
    Scopes scopes{registers};
    std::vector<Index> ended;

    std::string name_of(std::string_view name) {
        const auto binding = scopes.find(name);
        return binding && binding->kind == Binding::Kind::reg ? registers.at(binding->index).name
                                                              : "none";
    }
    Type type_of(std::string_view name) {
        return scopes.find(name) ? scopes.find(name)->type : Type::none;
    }
};

} // namespace

TEST_CASE(
    "a range declares the registers from 0 to its count and takes room for the used ones only") {
    Fixture fixture;
    CHECK(fixture.scopes.declare_range("%r", 12, Type::b32));
    CHECK(fixture.registers.empty());
    CHECK(fixture.name_of("%r11") == "%r11");
    CHECK(fixture.name_of("%r0") == "%r0");
    CHECK(fixture.name_of("%r11") == "%r11");
    CHECK(fixture.name_of("%r12") == "none");
    CHECK(fixture.name_of("%r") == "none");
    CHECK(fixture.name_of("%r01") == "none");
    CHECK(fixture.name_of("%r99999999999999999999") == "none");
    CHECK(fixture.registers.size() == 2);
}

TEST_CASE("prefixes that share a beginning are kept apart") {
    Fixture fixture;
    CHECK(fixture.scopes.declare_range("%r", 20, Type::b32));
    CHECK(fixture.scopes.declare_range("%rd", 20, Type::b64));
    CHECK(fixture.scopes.declare_range("x1", 3, Type::f32));
    CHECK(fixture.type_of("%r3") == Type::b32);
    CHECK(fixture.type_of("%rd3") == Type::b64);
    CHECK(fixture.type_of("x12") == Type::f32);
    CHECK(fixture.type_of("x13") == Type::none);
    CHECK_FALSE(fixture.scopes.declare_range("%r", 5, Type::b32));
}

TEST_CASE("inner names hide outer ones until their scope closes") {
    Fixture fixture;
    Scopes& scopes = fixture.scopes;
    CHECK(scopes.declare_range("%p", 4, Type::pred));
    CHECK(scopes.declare("t", {Binding::Kind::reg, no_index, Type::b32}));
    CHECK(fixture.type_of("%p1") == Type::pred);
    scopes.open();
    CHECK(scopes.declare("t", {Binding::Kind::reg, no_index, Type::f64}));
    CHECK(scopes.declare_range("%p", 2, Type::b16));
    CHECK(scopes.declare("%p0", {Binding::Kind::reg, no_index, Type::b8}));
    CHECK_FALSE(scopes.declare("t", {Binding::Kind::reg, no_index, Type::f64}));
    CHECK(fixture.type_of("t") == Type::f64);
    CHECK(fixture.type_of("%p1") == Type::b16);
    CHECK(fixture.type_of("%p0") == Type::b8);
    scopes.open();
    CHECK(scopes.declare_range("%p", 1, Type::u8));
    CHECK(fixture.type_of("%p0") == Type::u8); // the inner range hides the outer name
    scopes.close(fixture.ended);
    CHECK(fixture.type_of("%p0") == Type::b8);
    scopes.close(fixture.ended);
    CHECK(fixture.type_of("t") == Type::b32);
    CHECK(fixture.type_of("%p1") == Type::pred);
    CHECK(fixture.type_of("%p0") == Type::pred);
}

TEST_CASE("a register found again is the same one, also after an inner scope") {
    Fixture fixture;
    CHECK(fixture.scopes.declare_range("%r", 4, Type::b32));
    const Index before = fixture.scopes.find("%r2")->index;
    fixture.scopes.open();
    CHECK(fixture.scopes.declare_range("%r", 4, Type::b32));
    CHECK(fixture.scopes.find("%r2")->index != before);
    fixture.scopes.close(fixture.ended);
    CHECK(fixture.scopes.find("%r2")->index == before);
}

TEST_CASE("closing a scope tells which variables end") {
    Fixture fixture;
    CHECK(fixture.scopes.declare("a", {Binding::Kind::variable, 7}));
    fixture.scopes.open();
    CHECK(fixture.scopes.declare("a", {Binding::Kind::variable, 8}));
    CHECK(fixture.scopes.declare("b", {Binding::Kind::reg, no_index, Type::b32}));
    fixture.scopes.close(fixture.ended);
    CHECK(fixture.ended == std::vector<Index>{8});
    CHECK(fixture.scopes.find("a")->index == 7);
}
