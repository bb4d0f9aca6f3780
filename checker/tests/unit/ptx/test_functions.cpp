// Tests of the parser: functions, their parameters, directives and calls.
#include "parse_text.hpp"

using namespace vgpu::ptx;
using namespace vgpu::ptx::test;

TEST_CASE("the module's header") {
    const auto module = parse("\n\n.version 9.0\n.target sm_90a, debug\n.address_size 64\n");
    REQUIRE(module);
    CHECK(module->version_major == 9);
    CHECK(module->version_minor == 0);
    CHECK(module->target == "sm_90a");
    CHECK(module->address_size == 64);
}

TEST_CASE("kernels and functions with all their directives") {
    const Module module = parse_module(
        ".visible .entry k(.param .u64 .ptr .global .align 16 a, .param .align 8 .b8 b[24], .param "
        ".f32 c)\n"
        ".maxntid 256, 2\n.reqntid 32\n.minnctapersm 2\n.maxnreg 40\n.explicitcluster\n"
        ".reqnctapercluster 2, 1, 1\n.pragma \"nounroll\";\n{ ret; }\n"
        ".weak .func (.param .b32 r) f(.param .b32 x) .noreturn { exit; }\n"
        ".func plain { ret; }\n");
    REQUIRE(module.functions.size() == 3);
    const Function& kernel = module.functions[0];
    CHECK(kernel.name == "k");
    CHECK(kernel.is_entry);
    CHECK(kernel.linkage == Linkage::visible);
    REQUIRE(kernel.parameters.size() == 3);
    CHECK(kernel.parameters[0].size == 8);
    CHECK(kernel.parameters[1].size == 24);
    CHECK(kernel.parameters[1].alignment == 8);
    CHECK(kernel.parameters[1].space == Space::param);
    CHECK(kernel.parameters[2].type == Type::f32);
    CHECK(std::vector<std::uint32_t>(kernel.maxntid, kernel.maxntid + 3) ==
          std::vector<std::uint32_t>{256, 2, 1});
    CHECK(std::vector<std::uint32_t>(kernel.reqntid, kernel.reqntid + 3) ==
          std::vector<std::uint32_t>{32, 1, 1});
    CHECK(kernel.minnctapersm == 2);
    CHECK(kernel.maxnreg == 40);
    CHECK(kernel.other_directives ==
          std::vector<std::string>{".explicitcluster", ".reqnctapercluster 2, 1, 1"});
    CHECK(kernel.position.line == 4);
    CHECK(kernel.position.column == 17);

    const Function& function = module.functions[1];
    CHECK_FALSE(function.is_entry);
    CHECK(function.linkage == Linkage::weak);
    CHECK(function.returns.size() == 1);
    CHECK(function.other_directives == std::vector<std::string>{".noreturn"});
    CHECK(function.maxntid[0] == 0);
    CHECK(module.functions[2].parameters.empty());
}

TEST_CASE("a definition takes the place of its declarations") {
    const Module module =
        parse_module(".func f(.param .b32 x);\n.func g() { call f, (); ret; }\n"
                     ".func f(.param .b32 x) { ret; }\n.func f(.param .b32 x);\n"
                     ".extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);");
    REQUIRE(module.functions.size() == 3);
    CHECK(module.functions[0].name == "f");
    CHECK(module.functions[0].has_body);
    CHECK(module.functions[2].linkage == Linkage::external);
    CHECK_FALSE(module.functions[2].has_body);
    CHECK(error_in_module(".func f() { ret; }\n.func f() { ret; }") == "5:7: f is defined twice");
    CHECK(error_in_module(".global .u32 f;\n.func f() { ret; }") == "5:7: f is a variable already");
    CHECK(error_in_module(".func f() { ret; }\n.global .u32 f;") ==
          "5:14: f is a function already");
}

TEST_CASE("labels are indices into the body, its end included") {
    const Function function =
        parse_body(".reg .pred %p; A: bra B; bra.uni A;\nB: @%p bra A; bra C; C:");
    REQUIRE(function.body.size() == 4);
    CHECK(operand<LabelOperand>(function, 0, 0).target == 2);
    CHECK(operand<LabelOperand>(function, 0, 0).name == "B");
    CHECK(operand<LabelOperand>(function, 1, 0).target == 0);
    CHECK(operand<LabelOperand>(function, 3, 0).target == 4);
}

TEST_CASE("labels belong to their scope; inner code reaches outer labels") {
    const Function function =
        parse_body("{ L: bra L; bra END; }\n{ bra L; L: bra END; { bra L; } }\nEND: ret;");
    CHECK(operand<LabelOperand>(function, 0, 0).target == 0);
    CHECK(operand<LabelOperand>(function, 1, 0).target == 5);
    CHECK(operand<LabelOperand>(function, 2, 0).target == 3);
    CHECK(operand<LabelOperand>(function, 3, 0).target == 5);
    CHECK(operand<LabelOperand>(function, 4, 0).target == 3);
    CHECK(error_in_body("{ L: ret; }\nbra L;") ==
          "6:5: L is not declared: it names no register, label, variable or function here");
    CHECK(error_in_body("L: ret; L: ret;") == "5:9: the label L stands twice in this scope");
}

TEST_CASE("a label hides a function of its name") {
    const Module module = parse_module(".func loop() { ret; }\n.entry k() { loop: bra loop; }");
    CHECK(operand<LabelOperand>(module.functions[1], 0, 0).target == 0);
}

TEST_CASE("indexed branches name their table of labels") {
    const Function function =
        parse_body(".reg .b32 %r<2>;\nts: .branchtargets L0, L1, L0;\nL0: brx.idx %r1, ts;\n"
                   "L1: ret;");
    REQUIRE(function.branch_targets.size() == 1);
    const BranchTargets& table = function.branch_targets[0];
    CHECK(table.name == "ts");
    REQUIRE(table.targets.size() == 3);
    CHECK(table.targets[0].target == 0);
    CHECK(table.targets[1].target == 1);
    CHECK(table.targets[2].target == 0);
    CHECK(operand<LabelOperand>(function, 0, 1).name == "ts");
    CHECK(operand<LabelOperand>(function, 0, 1).target == no_index);
    CHECK(error_in_body("ts: .branchtargets L0;") ==
          "5:20: the label L0 does not stand in this scope");
    CHECK(error_in_body("ts: .branchtargets ts;") == "5:20: ts is no place to branch to");
}

TEST_CASE("tables of the same name in two scopes are kept apart") {
    const Function function =
        parse_body(".reg .b32 %r;\n{ ts: .branchtargets A; A: brx.idx %r, ts; }\n"
                   "{ ts: .branchtargets A; A: brx.idx %r, ts; }");
    REQUIRE(function.branch_targets.size() == 2);
    CHECK(function.branch_targets[0].name != function.branch_targets[1].name);
    CHECK(operand<LabelOperand>(function, 0, 1).name == function.branch_targets[0].name);
    CHECK(operand<LabelOperand>(function, 1, 1).name == function.branch_targets[1].name);
    CHECK(function.branch_targets[1].targets[0].target == 1);
}

TEST_CASE("registers of inner scopes hide outer ones") {
    const Function function =
        parse_body(".reg .b32 t; mov.b32 t, 1;\n{ .reg .b64 t; mov.b64 t, 2; }\nmov.b32 t, 3;");
    const auto reg = [&](std::size_t i) { return operand<RegisterOperand>(function, i, 0).reg; };
    CHECK(reg(0) == reg(2));
    CHECK(reg(0) != reg(1));
    CHECK(function.registers[reg(1)].type == Type::b64);
    CHECK(error_in_body(".reg .b32 t; .reg .b32 t;") ==
          "5:24: t is declared already in this scope");
    CHECK(error_in_body(".reg .b32 %r<3>; .reg .b32 %r<4>;") ==
          "5:28: %r is declared already in this scope");
}

TEST_CASE("variables of a function: shared, local and the blocks of calls") {
    const Function function =
        parse_body(".local .align 16 .b8 depot[64]; .shared .align 4 .u32 tile[8];\n"
                   "{ .param .b64 param0; st.param.b64 [param0], 1; }\n"
                   "{ .param .b64 param0; st.param.b64 [param0], 1; }\n"
                   "{ .param .b32 param0; st.param.b32 [param0], 1; }\n"
                   "mov.u64 tile, depot;");
    REQUIRE(function.variables.size() == 4);
    CHECK(function.variables[0].space == Space::local);
    CHECK(function.variables[0].alignment == 16);
    CHECK(function.variables[1].space == Space::shared);
    CHECK(function.variables[1].size == 32);
    const auto block = [&](std::size_t i) {
        return std::get<SymbolOperand>(operand<AddressOperand>(function, i, 0).base).name;
    };
    // Blocks of one shape that are never open together are one variable; another shape is another.
    CHECK(block(0) == "param0");
    CHECK(block(1) == "param0");
    CHECK(block(2) == function.variables[3].name);
    CHECK(block(2) != "param0");
    CHECK(function.variables[3].size == 4);
    CHECK(operand<SymbolOperand>(function, 3, 0).name == "tile");
}

TEST_CASE("a block that is still open is never taken for another") {
    const Function function = parse_body(
        "{ .param .b64 a; { .param .b64 a; st.param.b64 [a], 1; } st.param.b64 [a], 2; }");
    REQUIRE(function.variables.size() == 2);
    const auto block = [&](std::size_t i) {
        return std::get<SymbolOperand>(operand<AddressOperand>(function, i, 0).base).name;
    };
    CHECK(block(0) == function.variables[1].name);
    CHECK(block(1) == function.variables[0].name);
    CHECK(block(0) != block(1));
}

TEST_CASE("a function's variable never has the name of the module's or of a parameter") {
    const Module module =
        parse_module(".global .u32 x;\n.entry k(.param .u32 y) { .shared .u32 x, y; "
                     "st.shared.u32 [x], 1; }");
    const Function& function = module.functions[0];
    CHECK(function.variables[0].name != "x");
    CHECK(function.variables[1].name != "y");
    CHECK(std::get<SymbolOperand>(operand<AddressOperand>(function, 0, 0).base).name ==
          function.variables[0].name);
}

TEST_CASE("aliases are replaced by what they stand for") {
    const Module module =
        parse_module(".func f() { ret; }\n.func g();\n.alias g, f;\n.global .u64 t[2] = {g, f};\n"
                     ".entry k() { .reg .b64 %rd; call g, (); mov.u64 %rd, g; }");
    const Function& kernel = module.functions.at(2);
    CHECK(operand<SymbolOperand>(kernel, 0, 0).name == "f");
    CHECK(operand<SymbolOperand>(kernel, 1, 1).name == "f");
    CHECK(module.variables[0].initial->references[0].symbol.name == "f");
    CHECK(error_in_module(".alias a, b;").starts_with("4:8: a is not declared"));
}

TEST_CASE("minified text with NUL padding, and pragmas and stray semicolons") {
    const std::string text =
        std::string("\n\n\n.version 9.0\n.target sm_80\n.address_size 64\n"
                    ".visible .entry k()\n{\n.reg .b32 %r<2>;\n.pragma \"nounroll\";;\n"
                    "mov.u32 %r1,%tid.x;\nret;\n\n}\n") +
        std::string(5, '\0');
    const auto module = parse(text);
    REQUIRE(module);
    CHECK(module->functions.at(0).body.size() == 2);
    CHECK(module->functions[0].body[0].position.line == 11);
}
