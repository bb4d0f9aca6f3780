// Tests of the parser: what it says of damaged text, and where.
#include "parse_text.hpp"

using namespace vgpu::ptx;
using namespace vgpu::ptx::test;

namespace {

std::string error_of(std::string_view text) {
    const auto module = parse(text);
    return module ? "no error" : to_string(module.error());
}

std::string repeated(std::string_view text, int count) {
    std::string result;
    for (int i = 0; i < count; ++i) result += text;
    return result;
}

} // namespace

TEST_CASE("what is no PTX at all") {
    CHECK(error_of("") == "1:1: expected .version: is this PTX?, but the text ends here");
    CHECK(error_of("hello") == "1:1: expected .version: is this PTX?, found 'hello'");
    CHECK(error_of("\x7f"
                   "ELF") == "1:1: this character does not belong in PTX");
    CHECK(error_of(".version nine") == "1:10: expected a version such as 8.7, found 'nine'");
    CHECK(error_of(".version 9.") == "1:10: expected a version such as 8.7, found '9'");
    CHECK(error_of(".version 99999999999.0").starts_with("1:10: expected a version"));
    CHECK(error_of(".version 9.0\n.address_size 32") ==
          "2:15: only PTX with 64-bit addresses is supported");
}

TEST_CASE("module scope") {
    CHECK(error_in_module("mov.u32 %r1, 2;") == "4:1: expected a directive, found 'mov'");
    CHECK(error_in_module(".flavour x;") == "4:1: .flavour is not a directive of a module");
    CHECK(error_in_module(".visible .reg .u32 x;") == "4:10: .reg is not a directive of a module");
    CHECK(error_in_module(".visible") == "4:9: expected a declaration, but the text ends here");
    CHECK(error_in_module(".entry k() { ret;") ==
          "4:18: expected an instruction, a directive or '}', but the text ends here");
    CHECK(error_in_module(".entry k(.param .u32 a, .param .u32 a) { ret; }")
              .find("two parameters of k are named a") != std::string::npos);
    CHECK(error_in_module(".entry f(.reg .u32 a) { ret; }") ==
          "4:10: expected .param, found '.reg'");
    CHECK(error_in_module(".func f(.reg .pred a) { ret; }") ==
          "4:14: predicates are no parameters: pass a .b32 instead");
    CHECK(error_in_module(".func f(.reg .v2 .u32 a) { ret; }") ==
          "4:23: a parameter in a register is one register, not a vector");
    CHECK(error_in_module(".entry k() ret;") ==
          "4:12: expected '{' or ';' after the function's header, found 'ret'");
    CHECK(error_in_module("/* never closed") == "4:1: this comment is never closed");
}

TEST_CASE("function bodies") {
    CHECK(error_in_body(".extern .global .u32 x;") ==
          "5:9: .global variables are declared outside functions");
    CHECK(error_in_body(".const .u32 x; .const .u32 x;") ==
          "5:28: x is declared already in this scope");
    CHECK(error_in_body(".tex x;") == "5:1: .tex is not a directive of a function's body");
    CHECK(error_in_body(".reg .b32 %r<x>;") == "5:14: expected the number of registers, found 'x'");
    CHECK(error_in_body(".reg .b33 %r;") == "5:6: expected a type, found '.b33'");
    CHECK(error_in_body("@ret;") == "5:2: the register ret is not declared here");
    CHECK(error_in_body("ret; # no") == "5:6: this character does not belong in PTX");
    CHECK(error_in_body("ret \"text\";") == "5:5: expected an operand, found a string");
}

TEST_CASE("strange characters are never repeated in a message") {
    const std::string name = "mov.b32 " + std::string(500, 'x') + " y;";
    CHECK(error_in_body(name).size() < 200);
    CHECK(error_in_body("mov.b32 \xff\xfe;") == "5:9: this character does not belong in PTX");
}

TEST_CASE("nesting, counts and sizes are bounded") {
    CHECK(error_in_body(repeated("{", 100'000)).ends_with("scopes are nested too deeply here"));
    CHECK(error_in_body(".reg .b32 %r<1000001>;") ==
          "5:14: 1000001 registers are too many: a function may have 1000000");
    CHECK(error_in_body(".reg .b32 %r<18446744073709551615>;").find("are too many") !=
          std::string::npos);
    CHECK(error_in_body(".reg .b32 %a<600000>; .reg .b32 %b<600000>;") ==
          "5:33: too many registers: a function may have 1000000, a module 16000000");
    CHECK(error_in_body("add" + repeated(".x", 40) + ";")
              .ends_with("this instruction has too many modifiers"));
    CHECK(error_in_body("add 1" + repeated(",1", 2000) + ";")
              .ends_with("this instruction has too many operands"));
    CHECK(error_in_body("add {1" + repeated(",1", 2000) + "};")
              .ends_with("this operand has too many elements"));
    std::string functions;
    for (int i = 0; i < 17; ++i)
        functions += fmt::format(".func f{}() {{ .reg .b32 %r<999999>; }}\n", i);
    CHECK(error_in_module(functions).find("too many registers") != std::string::npos);
    CHECK(error_of(std::string((64u << 20) + 1, ' ')).find("too large") != std::string::npos);
}

TEST_CASE("a text that is cut anywhere is an error or a module, never more") {
    const std::string text =
        std::string(header) +
        ".extern .func (.param .b32 r) f(.param .b64 a);\n.global .u64 t[2] = {f, 0x1F};\n"
        ".visible .entry k(.param .u64 p) .maxntid 32, 1, 1 {\n.reg .pred %p<2>; .reg .b32 %r<3>;\n"
        "{ .param .b64 q; ts: .branchtargets L; L: @!%p1 call (q), f, (q); }\n"
        "ld.v2.u32 {%r1, %r2}, [t+8]; /* c */ .loc 1 2 3, function_name s, inlined_at 1 2 3\n"
        "}\n.file 1 \"a.cu\"\n.section .debug_str { s: .b8 97, 0 }";
    REQUIRE(parse(text));
    for (std::size_t length = 0; length < text.size(); ++length) {
        const auto module = parse(std::string_view(text).substr(0, length));
        if (!module) CHECK(module.error().position.line > 0);
    }
}
