// Tests of the parser: operands.
#include "parse_text.hpp"

using namespace vgpu::ptx;
using namespace vgpu::ptx::test;

namespace {

constexpr std::string_view registers =
    ".reg .pred %p<4>; .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .f32 %f<9>;\n";

Function body(std::string_view statements) {
    return parse_body(std::string(registers) + std::string(statements));
}
std::string error(std::string_view statements) {
    return error_in_body(std::string(registers) + std::string(statements));
}

ImmediateOperand immediate(std::string_view text) {
    return operand<ImmediateOperand>(body(fmt::format("mov.b32 %r1, {};", text)), 0, 1);
}

} // namespace

TEST_CASE("opcode, modifiers, guard and position of an instruction") {
    const Function function = body("  @!%p2 ld.global.L2::128B.v2.u32\n {%r1, _}, [%rd3+-8];");
    REQUIRE(function.body.size() == 1);
    const Instruction& load = function.body[0];
    CHECK(load.opcode == "ld");
    CHECK(load.modifiers == std::vector<std::string>{"global", "L2::128B", "v2", "u32"});
    REQUIRE(load.guard);
    CHECK(load.guard->negated);
    CHECK(function.registers.at(load.guard->reg).name == "%p2");
    CHECK(load.position.line == 6);
    CHECK(load.position.column == 3);
    CHECK(load.operands.size() == 2);
}

TEST_CASE("blanks may stand between an opcode and its modifiers") {
    CHECK(body("add .s32 %r1, %r2, %r3;").body[0].modifiers == std::vector<std::string>{"s32"});
}

TEST_CASE("registers, plain and negated") {
    const Function function = body("setp.eq.and.s32 %p1, %r1, %r2, !%p3;");
    CHECK(register_at(function, 0, 0) == "%p1");
    CHECK_FALSE(operand<RegisterOperand>(function, 0, 0).negated);
    CHECK(register_at(function, 0, 3) == "%p3");
    CHECK(operand<RegisterOperand>(function, 0, 3).negated);
    const Function numbers = body("vmad.s32.s32.s32 %r1, -%r2.h0, - %r1, -WARP_SZ;");
    const auto& selected = operand<ListOperand>(numbers, 0, 1).elements;
    CHECK(std::get<RegisterOperand>(selected.at(0).value).negated);
    CHECK(std::get<SymbolOperand>(selected.at(1).value).name == "h0");
    CHECK(operand<RegisterOperand>(numbers, 0, 2).negated);
    CHECK(operand<ImmediateOperand>(numbers, 0, 3).bits == ~std::uint64_t{31});
    CHECK(error("selp.b32 %r1, %r2, %r1, -%p1;") ==
          "6:26: %p1 is a predicate, which is negated by !");
    CHECK(function.registers.at(operand<RegisterOperand>(function, 0, 1).reg).type == Type::b32);
}

TEST_CASE("special registers keep their component") {
    const Function function =
        body("mov.u32 %r1, %tid.x; mov.u32 %r2, %laneid; mov.u64 %rd1, %clock64;"
             "mov.b32 %r3, %envreg31; mov.u32 %r4, %lanemask_lt;");
    CHECK(operand<SpecialOperand>(function, 0, 1).name == "%tid.x");
    CHECK(operand<SpecialOperand>(function, 1, 1).name == "%laneid");
    CHECK(operand<SpecialOperand>(function, 2, 1).name == "%clock64");
    CHECK(operand<SpecialOperand>(function, 3, 1).name == "%envreg31");
    CHECK(operand<SpecialOperand>(function, 4, 1).name == "%lanemask_lt");
    CHECK(error("mov.u32 %r1, %envreg32;") == "6:14: the register %envreg32 is not declared here");
}

TEST_CASE("immediates in all their forms") {
    using Form = ImmediateOperand::Form;
    CHECK(immediate("-1").bits == ~0ull);
    CHECK(immediate("-1").is_signed);
    CHECK(immediate("0x10U").bits == 16);
    CHECK_FALSE(immediate("0x10U").is_signed);
    CHECK(immediate("(3 + 4) * 2").bits == 14);
    CHECK(immediate("!0").bits == 1);
    CHECK(immediate("WARP_SZ").bits == 32);
    CHECK(immediate("WARP_SZ - 1").bits == 31);
    CHECK(immediate("0f3F800000").form == Form::f32_bits);
    CHECK(immediate("0f3F800000").bits == 0x3f800000);
    CHECK(immediate("0dBFF0000000000000").form == Form::f64_bits);
    CHECK(immediate("0dBFF0000000000000").bits == 0xbff0000000000000);
    CHECK(immediate("1.0").form == Form::f64_bits);
}

TEST_CASE("vectors, sinks and pairs") {
    const Function function =
        body("mov.b64 {%r1, _}, %rd1; mov.b64 %rd2, {%r1, 3}; shfl.sync.bfly.b32 %r1|%p1, %r2, 1, "
             "31, -1;"
             "setp.lt.s32 %p2|%p3, %r1, 4; elect.sync _|%p1, -1; setp.lt.s32 %p1|_, %r1, 4;");
    const auto& parts = operand<VectorOperand>(function, 0, 0).elements;
    REQUIRE(parts.size() == 2);
    CHECK(std::holds_alternative<RegisterOperand>(parts[0].value));
    CHECK(std::holds_alternative<SinkOperand>(parts[1].value));
    CHECK(std::get<ImmediateOperand>(operand<VectorOperand>(function, 1, 1).elements.at(1).value)
              .bits == 3);
    const auto pair = operand<PairOperand>(function, 2, 0);
    CHECK(function.registers.at(pair.first).name == "%r1");
    CHECK(function.registers.at(pair.second).name == "%p1");
    CHECK(operand<PairOperand>(function, 4, 0).first == no_index);
    CHECK(operand<PairOperand>(function, 5, 0).second == no_index);
}

TEST_CASE("parts of a register, as the video instructions name them") {
    const Function function = body("vadd.u32.u32.u32 %r1.h0, %r2.b3, %r3, %r1;");
    for (const auto& [i, name] : {std::pair{0u, "h0"}, {1u, "b3"}}) {
        const auto& parts = operand<ListOperand>(function, 0, i).elements;
        REQUIRE(parts.size() == 2);
        CHECK(std::holds_alternative<RegisterOperand>(parts[0].value));
        CHECK(std::get<SymbolOperand>(parts[1].value).name == name);
    }
    CHECK(std::holds_alternative<RegisterOperand>(function.body[0].operands[2].value));
}

TEST_CASE("addresses: register, symbol or number, and an offset") {
    const Function function =
        body(".shared .b8 s[64];\n ld.u32 %r1, [%rd1]; ld.u32 %r1, [%rd1+-8];"
             "ld.u32 %r1, [%rd1-8+4]; ld.shared.u32 %r1, [s+2*8]; ld.param.u64 %rd1, [p];"
             "ld.u32 %r1, [64]; ld.global.u32 %r1, [%rd1 + 0x10];");
    const auto offset = [&](std::size_t i) {
        return operand<AddressOperand>(function, i, 1).offset;
    };
    CHECK(std::holds_alternative<RegisterOperand>(operand<AddressOperand>(function, 0, 1).base));
    CHECK(offset(0) == 0);
    CHECK(offset(1) == -8);
    CHECK(offset(2) == -4);
    CHECK(offset(3) == 16);
    CHECK(std::get<SymbolOperand>(operand<AddressOperand>(function, 3, 1).base).name == "s");
    CHECK(std::get<SymbolOperand>(operand<AddressOperand>(function, 4, 1).base).name == "p");
    CHECK(std::holds_alternative<std::monostate>(operand<AddressOperand>(function, 5, 1).base));
    CHECK(offset(5) == 64);
    CHECK(offset(6) == 16);
}

TEST_CASE("texture operands are lists") {
    const Function function =
        body("tex.2d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [%rd1, {%f5, %f6}];"
             "tex.2d.v4.f32.f32 {%f1,%f2,%f3,%f4}|%p1, [%rd1, %rd2, {%f5, %f6}];");
    const auto& place = operand<ListOperand>(function, 0, 1).elements;
    REQUIRE(place.size() == 2);
    CHECK(std::holds_alternative<AddressOperand>(place[0].value));
    CHECK(std::get<VectorOperand>(place[1].value).elements.size() == 2);
    CHECK(operand<ListOperand>(function, 1, 1).elements.size() == 3);
    const auto& result = operand<ListOperand>(function, 1, 0).elements;
    REQUIRE(result.size() == 2);
    CHECK(std::get<VectorOperand>(result[0].value).elements.size() == 4);
    CHECK(std::holds_alternative<RegisterOperand>(result[1].value));
}

TEST_CASE("symbols may carry an offset; functions may stand behind their use") {
    const Module module = parse_module(".global .u32 table[4];\n.entry k() {\n.reg .b64 %rd<3>;\n"
                                       "mov.u64 %rd1, table+8; mov.u64 %rd2, later; ret; }\n"
                                       ".func later() { ret; }");
    const Function& function = module.functions.at(0);
    CHECK(operand<SymbolOperand>(function, 0, 1).name == "table");
    CHECK(operand<SymbolOperand>(function, 0, 1).offset == 8);
    CHECK(operand<SymbolOperand>(function, 1, 1).name == "later");
}

TEST_CASE("vector registers fall into their components") {
    const Function function = body(".reg .v4 .f32 color; mov.f32 %f1, color.y; mov.f32 %f2, "
                                   "color.a; ld.v4.f32 color, [%rd1];");
    CHECK(register_at(function, 0, 1) == "color.y");
    CHECK(register_at(function, 1, 1) == "color.w");
    CHECK(operand<VectorOperand>(function, 2, 0).elements.size() == 4);
    CHECK(error(".reg .v2 .f32 c; mov.f32 %f1, c.z;") == "6:32: c has no component .z");
}

TEST_CASE("calls: results, function, arguments, prototype") {
    const Module module =
        parse_module(".extern .func (.param .b32 r) f(.param .b64 a);\n.entry k() {\n.reg .b64 "
                     "%rd<3>; .reg .b32 %r<2>;\n"
                     "{ .param .b64 param0; .param .b32 retval0; st.param.b64 [param0+0], %rd1;\n"
                     "call.uni (retval0), f, (param0);\n"
                     "prototype_1 : .callprototype (.param .b32 _) _ (.param .b64 _, .param .align "
                     "4 .b8 _[12]) .noreturn;\n"
                     "call (retval0), %rd2, (param0), prototype_1;\n"
                     "call f, (); call f; }\n}");
    const Function& function = module.functions.at(1);
    REQUIRE(function.body.size() == 5);
    const auto name_of_first = [&](std::size_t instruction, std::size_t index) {
        const auto& elements = operand<ListOperand>(function, instruction, index).elements;
        REQUIRE(elements.size() == 1);
        return std::get<SymbolOperand>(elements[0].value).name;
    };
    CHECK(name_of_first(1, 0) == "retval0");
    CHECK(operand<SymbolOperand>(function, 1, 1).name == "f");
    CHECK(name_of_first(1, 2) == "param0");
    CHECK(register_at(function, 2, 1) == "%rd2");
    CHECK(operand<LabelOperand>(function, 2, 3).name == "prototype_1");
    CHECK(operand<LabelOperand>(function, 2, 3).target == no_index);
    CHECK(operand<ListOperand>(function, 3, 1).elements.empty());
    CHECK(function.body[4].operands.size() == 1);
    REQUIRE(function.prototypes.size() == 1);
    CHECK(function.prototypes[0].noreturn);
    CHECK(function.prototypes[0].returns.at(0).size == 4);
    CHECK(function.prototypes[0].parameters.at(1).size == 12);
}

TEST_CASE("what is no operand says why, at its place") {
    CHECK(error("add.s32 %r1, %r9, 1;") == "6:14: the register %r9 is not declared here");
    CHECK(error("@%p9 ret;") == "6:2: the register %p9 is not declared here");
    CHECK(error("@%r1 ret;") == "6:2: %r1 is not a predicate");
    CHECK(error("mov.u32 %r1, nothing;") ==
          "6:14: nothing is not declared: it names no register, label, variable or function here");
    CHECK(error("mov.u32 %r1,;") == "6:13: expected an operand, found ';'");
    CHECK(error("mov.u32 %r1, %r2") == "7:1: expected ';' after the instruction, found '}'");
    CHECK(error("ld.u32 %r1, [%rd1+%rd2];") ==
          "6:18: an address is a register or a name plus a constant; add registers first");
    CHECK(error("ld.u32 %r1, [%rd1;") == "6:18: expected ']' after the address, found ';'");
    CHECK(error("mov.b64 {%r1, %r2, %rd1;") == "6:24: expected '}' after the vector, found ';'");
    CHECK(error("mov.u32 %r1, p[4];").starts_with("6:15: indexing with [ ] is not supported"));
    CHECK(error(std::string("mov.b64 ") + std::string(1000, '{'))
              .ends_with("operands are nested too deeply here"));
}
