// Outlines: which part of a module a kernel needs, and what cannot be divided.
#include "parse_text.hpp"
#include "vgpu/ptx/outline.hpp"

#include <algorithm>

using namespace vgpu::ptx;
using namespace vgpu::ptx::test;

namespace {

constexpr std::string_view program = R"(
.extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);
.global .align 4 .b8 text[4] = {37, 100, 10, 0};
.func inner() { .reg .b32 %r<2>; mov.u32 %r1, 1; ret; }
.func (.param .b32 r) outer(.param .b32 x)
{
    // a brace in a comment: }
    call inner, ();
    ret;
}
.visible .entry first(.param .u64 p) .maxntid 128, 1, 1 {
    .pragma "no { brace";
    { .reg .b32 %r<2>; ld.global.u32 %r1, [text]; }
    call (_), outer, (1);
    ret;
}
.visible .entry second() { ret; }
.section .debug_str { .b8 102,105,114,115,116,0 }
)";

std::string whole(std::string_view declarations) {
    return std::string(header) + std::string(declarations);
}

bool is_divisible(std::string_view declarations) {
    return Outline(whole(declarations)).is_divisible();
}

// The functions that have a body.
std::vector<std::string> bodies(const std::string& text) {
    const auto module = parse(text);
    if (!module) FAIL(to_string(module.error()));
    std::vector<std::string> names;
    for (const Function& function : module->functions)
        if (function.has_body) names.push_back(function.name);
    return names;
}

} // namespace

TEST_CASE("a part of a module is a kernel and what it can reach") {
    const Outline outline(whole(program));
    REQUIRE(outline.is_divisible());
    CHECK(bodies(outline.without_bodies()).empty());
    CHECK(bodies(*outline.of_kernel("first")) ==
          std::vector<std::string>{"inner", "outer", "first"});
    CHECK(bodies(*outline.of_kernel("second")) == std::vector<std::string>{"second"});
    CHECK_FALSE(outline.of_kernel("outer")); // no kernel
    CHECK_FALSE(outline.of_kernel("third"));
}

TEST_CASE("a part keeps what the module declares, and the lines of its instructions") {
    const Outline outline(whole(program));
    const auto module = parse(outline.text());
    const auto part = parse(*outline.of_kernel("second"));
    REQUIRE(module);
    REQUIRE(part);
    CHECK(part->variables.size() == module->variables.size());
    REQUIRE(part->functions.size() == module->functions.size());
    for (std::size_t i = 0; i < module->functions.size(); ++i) {
        const Function &found = part->functions[i], &expected = module->functions[i];
        CHECK(found.name == expected.name);
        CHECK(found.position.line == expected.position.line);
        CHECK(found.parameters.size() == expected.parameters.size());
        if (found.has_body)
            CHECK(found.body.at(0).position.line == expected.body.at(0).position.line);
    }
}

TEST_CASE("what a kernel cannot do without is not left out") {
    CHECK(is_divisible(program));
    // Functions whose addresses are somewhere else, and calls through addresses.
    CHECK_FALSE(is_divisible(".func f() { ret; }\n.global .u64 table[1] = {f};\n"));
    CHECK_FALSE(is_divisible(".func f() { ret; }\n.global .u64 pointer = f;\n"));
    CHECK_FALSE(is_divisible(".entry k() { p : .callprototype _ (); ret; }\n"));
    CHECK_FALSE(is_divisible(".entry k() {\n.global .u32 calls; ret; }\n"));
    CHECK_FALSE(is_divisible(".func f() { ret; }\n.func g();\n.alias g, f;\n"));
    CHECK(is_divisible(".entry k() { .reg .b32 %r<2>; ld.const.u32 %r1, [0]; ret; }\n"));
}

TEST_CASE("what the parser has to complain about is left to it as a whole") {
    CHECK_FALSE(is_divisible(".entry k() { ret;"));
    CHECK_FALSE(is_divisible(".entry k("));
    CHECK_FALSE(is_divisible(".entry k() { ret; }\n.entry k() { ret; }\n"));
    CHECK_FALSE(is_divisible(".entry { ret; }"));
    CHECK_FALSE(is_divisible(".entry k() { /* never ends"));
}

TEST_CASE("an outline of a text that is cut off anywhere") {
    const std::string text = whole(program);
    for (std::size_t size = 0; size <= text.size(); ++size) {
        const Outline outline(text.substr(0, size));
        if (!outline.is_divisible()) continue;
        // The parser finds what is wrong in the parts, too, or nothing is.
        const bool is_right{parse(outline.text())};
        CHECK(bool{parse(outline.without_bodies())} == is_right);
    }
}
