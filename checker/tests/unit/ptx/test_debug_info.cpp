// Tests of the parser: .file, .loc, inlined frames, names for people.
#include "parse_text.hpp"

#include "vgpu/ptx/demangle.hpp"
#include "vgpu/ptx/source_frames.hpp"

using namespace vgpu::ptx;
using namespace vgpu::ptx::test;

namespace {

// hypotenuse is inlined into the kernel at line 9, square into hypotenuse at line 4.
constexpr std::string_view inlined = R"(.entry _Z4distPf() {
ret;
.loc 1 8 5
ret;
.loc 1 9 5
.loc 1 4 38, function_name $L__s0, inlined_at 1 9 5
.loc 2 3 38, function_name $L__s1+4, inlined_at 1 4 38
ret;
.loc 1 9 5
ret;
}
.file 1 "dist.cu"
.file 2 "shapes\\\"x\".hpp", 1234, 99
.section .debug_str
{
$L__s0:
.b8 104,121,112,111,0
$L__s1:
.b8 46,46,46,46,95,90,54,115,113,117,97,114,101,102
.b8 0
}
)";

} // namespace

TEST_CASE("instructions know their source line; code before the first .loc has none") {
    const Module module = parse_module(inlined);
    const Function& kernel = module.functions.at(0);
    REQUIRE(kernel.body.size() == 4);
    CHECK(kernel.body[0].location == no_index);
    const SourceLocation& second = module.locations.at(kernel.body[1].location);
    CHECK(module.files.at(second.file) == "dist.cu");
    CHECK(second.line == 8);
    CHECK(second.column == 5);
    CHECK(second.inlined_at == no_index);
    CHECK(second.function_name.empty());
    CHECK(module.files.at(1) == "shapes\\\"x\".hpp");
}

TEST_CASE("frames of inlined code go from the inside out") {
    const Module module = parse_module(inlined);
    const auto frames = source_frames(module, module.functions[0].body[2].location, "_Z4distPf");
    REQUIRE(frames.size() == 3);
    CHECK(frames[0].function == "square(float)");
    CHECK(frames[0].file == "shapes\\\"x\".hpp");
    CHECK(frames[0].line == 3);
    CHECK(frames[0].column == 38);
    CHECK(frames[1].function == "hypo");
    CHECK(frames[1].line == 4);
    CHECK(frames[2].function == "dist(float*)");
    CHECK(frames[2].file == "dist.cu");
    CHECK(frames[2].line == 9);
    CHECK(source_frames(module, no_index).empty());
    CHECK(source_frames(module, module.functions[0].body[3].location, "k").size() == 1);
}

TEST_CASE("names outlive the text and copies of the module") {
    std::string text = std::string(header) + std::string(inlined);
    auto parsed = parse(text);
    REQUIRE(parsed);
    Module copy = *parsed;
    text.assign(text.size(), 'x');
    parsed = vgpu::Diagnostic{};
    CHECK(source_frames(copy, copy.functions[0].body[2].location)[0].function == "square(float)");
}

TEST_CASE("places that are not known, or point at themselves, end the chain") {
    const Module module =
        parse_module(".entry k() {\n.loc 1 5 6, function_name f, inlined_at 7 8 9\nret;\n"
                     ".loc 3 3 3, function_name f, inlined_at 3 3 3\nret;\n}");
    const auto frames = source_frames(module, module.functions[0].body[0].location, "k");
    REQUIRE(frames.size() == 2);
    CHECK(frames[0].file.empty());
    CHECK(frames[0].function.empty());
    CHECK(frames[1].line == 8);
    CHECK(source_frames(module, module.functions[0].body[1].location).size() == 2);

    Module circular;
    circular.locations.resize(2);
    circular.locations[0].inlined_at = 1;
    circular.locations[1].inlined_at = 0;
    CHECK(source_frames(circular, 0).size() == 1);
    CHECK(source_frames(circular, 1).size() == 2);
}

TEST_CASE("places are looked up within their function") {
    const Module module =
        parse_module(".func f() {\n.loc 1 4 4, function_name a, inlined_at 1 5 5\nret;\n}\n"
                     ".func g() {\n.loc 1 7 7, function_name b, inlined_at 1 4 4\nret;\n}");
    CHECK(source_frames(module, module.functions[1].body[0].location).size() == 2);
}

TEST_CASE("a call that is told once is found by the code around it") {
    // load is inlined into fetch at 2 5 1, and fetch into keys (at 1 21 1) and values (at 1 31 1),
    // which the kernel calls in lines 101 and 201. Each call is written once, at its first code.
    const Module module = parse_module(R"(.entry k() {
.loc 1 101 1
.loc 1 21 1, function_name keys, inlined_at 1 101 1
.loc 2 5 1, function_name fetch, inlined_at 1 21 1
.loc 3 9 1, function_name load, inlined_at 2 5 1
ret;
.loc 1 201 1
.loc 1 31 1, function_name values, inlined_at 1 201 1
.loc 2 5 1, function_name fetch, inlined_at 1 31 1
.loc 3 9 1, function_name load, inlined_at 2 5 1
ret;
.loc 1 22 1, function_name keys, inlined_at 1 101 1
ret;
.loc 3 9 1, function_name load, inlined_at 2 5 1
ret;
.loc 1 198 1
ret;
.loc 3 9 1, function_name load, inlined_at 2 5 1
ret;
.loc 1 104 1
ret;
.loc 3 9 1, function_name load, inlined_at 2 5 1
ret;
.loc 7 1 1
ret;
.loc 3 9 1, function_name load, inlined_at 2 5 1
ret;
}
)");
    const auto caller = [&](std::size_t instruction) {
        const auto frames = source_frames(module, module.functions[0].body[instruction].location);
        REQUIRE(frames.size() == 4);
        CHECK(frames[0].line == 9);
        CHECK(frames[1].line == 5);
        return std::pair(frames[2].line, frames[3].line);
    };
    const std::pair keys(21, 101), values(31, 201);
    CHECK(caller(0) == keys);
    CHECK(caller(1) == values);
    CHECK(caller(3) == keys);   // after code of the same call
    CHECK(caller(5) == values); // the nearest line of the kernel
    CHECK(caller(7) == keys);
    CHECK(caller(9) == values); // nothing tells: the latest
    CHECK(module.functions[0].body[3].location == module.functions[0].body[0].location);
}

TEST_CASE("of very many calls at a place the latest are known, and deep ones are not compared") {
    std::string many = ".entry k() {\n", deep = many;
    for (int i = 101; i <= 140; ++i)
        many += ".loc 2 5 1, function_name f, inlined_at 1 " + std::to_string(i) + " 1\n";
    many += ".loc 1 101 1\n.loc 3 9 1, function_name load, inlined_at 2 5 1\nret;\n}";
    const Module latest = parse_module(many);
    const auto frames = source_frames(latest, latest.functions[0].body[0].location);
    REQUIRE(frames.size() == 3);
    CHECK(frames[2].line == 109); // of the last 32

    for (const int call : {100, 200}) {
        deep += ".loc 1 " + std::to_string(call) +
                " 1\n.loc 1 1 1, function_name f, inlined_at 1 " + std::to_string(call) + " 1\n";
        for (int i = 0; i < 300; ++i) deep += ".loc 1 1 1, function_name f, inlined_at 1 1 1\n";
        deep += ".loc 2 5 1, function_name g, inlined_at 1 1 1\n";
    }
    deep += ".loc 1 100 1\n.loc 3 9 1, function_name load, inlined_at 2 5 1\nret;\n}";
    const Module deepest = parse_module(deep);
    CHECK(source_frames(deepest, deepest.functions[0].body[0].location).back().line == 200);
}

TEST_CASE("repeated places share one entry") {
    const Module module =
        parse_module(".entry k() {\n.loc 1 1 1\nret;\n.loc 1 2 1\nret;\n.loc 1 1 1\nret;\n}");
    CHECK(module.locations.size() == 2);
    CHECK(module.functions[0].body[0].location == module.functions[0].body[2].location);
}

TEST_CASE("other sections are skipped with everything in them") {
    const Module module =
        parse_module(".section .debug_info {\n.b32 .debug_abbrev\n.b64 $L__a+4, $L__b-$L__a\n"
                     ".b8 1 // {\n{ }\n}\n.global .u32 x;");
    CHECK(module.variables.size() == 1);
    CHECK(error_in_module(".section .debug_info { .b8 1").ends_with("but the text ends here"));
    CHECK(error_in_module(".section .debug_str { x }") ==
          "4:25: expected ':' after a label, found '}'");
    CHECK(error_in_module(".file x") == "4:7: expected a file number, found 'x'");
    CHECK(error_in_module(".loc 1 -1 0") == "4:8: expected a line number, found '-'");
}

TEST_CASE("demangling leaves other names alone") {
    CHECK(demangle("_Z5scalePfi") == "scale(float*, int)");
    CHECK(demangle("main") == "main");
    // "sp" in an identifier is no pack.
    CHECK(demangle(
              "_ZN51_GLOBAL__N__62475398_18_transpose_tiled_cu_d2794d2e16transpose_kernelEPKf") ==
          "(anonymous namespace)::transpose_kernel(float const*)");
    CHECK(demangle("_ZZ16transpose_kernelPfE9transpose") == "transpose_kernel(float*)::transpose");
    CHECK(demangle("_Zgarbage") == "_Zgarbage");
    CHECK(demangle("__nv_static_22__62882dbb_6_one_cu_211__ZN24_GLOBAL__N__62882dbb_211"
                   "3putEPii") == "(anonymous namespace)::put(int*, int)");
    CHECK(demangle("__nv_static_99__62882dbb__Z3putPii") == "__nv_static_99__62882dbb__Z3putPii");
    CHECK(demangle("__nv_static_") == "__nv_static_");
    CHECK(demangle("") == "");
    CHECK(demangle("_Z" + std::string(5000, 'P')).size() == 1024);
}

TEST_CASE("a name that stands for very much is told without it") {
    // Each parameter is a pair of the one before: 2^39 in all.
    std::string bomb = "_Z6kernelN1aIiiEE", digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    for (int i = 0; i < 38; ++i) {
        const std::string last = i < 36
                                     ? std::string{digits[static_cast<std::size_t>(i)]}
                                     : "1" + std::string{digits[static_cast<std::size_t>(i - 36)]};
        bomb += "S_IS" + last + "_S" + last + "_E";
    }
    REQUIRE(bomb.size() < 1024);
    CHECK(demangle(bomb) == "kernel(...)");
    const std::string many = "_ZN3cub4scanIN1aIiEES2_S2_S2_S2_S2_S2_S2_S2_S2_S2_S2_S2_S2_EEvv";
    CHECK(demangle(many) == "cub::scan<...>(...)");
    CHECK(demangle("_Z1fIJiiiiEEvDpT_DpT_") == "f<...>(...)");
    // Variables of a function that has many arguments of one type.
    CHECK(demangle("_ZZ6kernelPfS_S_S_S_S_S_S_E4tile") == "kernel(...)::tile");
    CHECK(demangle("_ZZN3foo4scanIfEEvPT_S2_S2_S2_S2_S2_S2_E8partials_1") ==
          "foo::scan<...>(...)::partials");
    CHECK(demangle("_ZZ" + bomb.substr(2) + "E4tile") == "kernel(...)::tile");
    CHECK(demangle("_ZZ6kernelPfS_S_S_S_S_S_S_E9tile") == "_ZZ6kernelPfS_S_S_S_S_S_S_E9tile");
    CHECK(demangle("_Z8for_eachIZ4mainEUliE_EviT_") ==
          "void for_each<main::{lambda(int)#1}>(int, main::{lambda(int)#1})");
}
