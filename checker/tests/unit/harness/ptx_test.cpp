// Tests of harness/ptx.hpp.
#include "harness/ptx.hpp"

#include "harness/program_image.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <cstdio>
#include <cstring>
#include <elf.h>
#include <fstream>
#include <set>
#include <unistd.h>
#include <vector>

using namespace workbook;
using Catch::Matchers::ContainsSubstring;

namespace {

// As nvcc embeds it: minified, with line information and a debug section.
constexpr const char* module_text = R"(
.version 9.0
.target sm_80
.address_size 64
.global .align 8 .f64 unused_variable = 0d0;
.visible .entry _Z6doublePKfPd(
.param .u64 _Z6doublePKfPd_param_0
)
{
.reg .f64 %fd<3>;
.loc	1 4 0
ld.param.u64 %rd2, [_Z6doublePKfPd_param_0];
.loc	1 5 30
@%p1 bra $L__BB0_2;
$L__BB0_2:
.loc	1 6 30
.loc	2 107 3, function_name $L__info_string0, inlined_at 1 7 30
atom.global.add.u32 %r2, [%rd1], 1; // red herring: shfl
.loc	3 15 5, function_name $L__info_string0, inlined_at 1 8 9
{ .reg .b32 t; mov.b32 t, 1; }
ret;
}
.func (.param .b32 r) _Z5twicei(.param .b32 x)
{
/* cvt.f64.f32 is mentioned
   here only */
shfl.sync.down.b32 %r1, %r2, 1, 31, -1;
ret;
}
.file	1 "/home/someone/lesson.cu"
.file	2 "/usr/local/cuda/include/device_atomic_functions.hpp"
.file	3 "/home/someone/own.cuh"
.section	.debug_str
{
$L__info_string0:
.b8 102,54,52
}
)";

bool matches(const PtxMatcher& matcher, const Ptx& ptx, std::string& text) {
    Findings::take();
    const bool result = matcher.match(ptx);
    text.clear();
    for (const Finding& finding : Findings::take()) text += finding.text;
    return result;
}

struct TemporaryFile {
    explicit TemporaryFile(const std::vector<char>& bytes) {
        char name[] = "/tmp/workbook_ptx_test_XXXXXX";
        const int file = mkstemp(name);
        path = name;
        REQUIRE(write(file, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
        close(file);
    }
    ~TemporaryFile() { std::remove(path.c_str()); }
    std::string path;
};

template <class Record>
void put(std::vector<char>& bytes, std::size_t at, const Record& record) {
    if (bytes.size() < at + sizeof record) bytes.resize(at + sizeof record);
    std::memcpy(&bytes[at], &record, sizeof record);
}

// A container with uncompressed PTX.
std::vector<char> container_of(const std::string& ptx) {
    std::vector<char> container(16 + 0x40);
    const std::uint32_t magic = 0xba55ed50;
    const std::uint16_t version = 1, header_bytes = 16;
    const std::uint64_t padded = (ptx.size() + 1 + 7) / 8 * 8, payload = 0x40 + padded;
    put(container, 0, magic);
    put(container, 4, version);
    put(container, 6, header_bytes);
    put(container, 8, payload);
    put(container, 16, std::uint16_t{1});
    put(container, 18, std::uint16_t{0x0101});
    put(container, 20, std::uint32_t{0x40});
    put(container, 24, padded);
    put(container, 16 + 0x1c, std::uint32_t{80});
    container.insert(container.end(), ptx.begin(), ptx.end());
    container.resize(16 + payload);
    return container;
}

// A program of nothing but one .nv_fatbin section.
std::vector<char> program_of(const std::vector<char>& container) {
    const std::string names("\0.nv_fatbin\0.shstrtab\0", 22);
    std::vector<char> program;
    Elf64_Ehdr header{};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_shentsize = sizeof(Elf64_Shdr);
    header.e_shnum = 3;
    header.e_shstrndx = 2;
    header.e_shoff = sizeof header;
    put(program, 0, header);
    const std::uint64_t data = sizeof header + 3 * sizeof(Elf64_Shdr);
    Elf64_Shdr null{}, fatbin{}, strings{};
    fatbin.sh_name = 1;
    fatbin.sh_type = strings.sh_type = SHT_PROGBITS;
    fatbin.sh_offset = data;
    fatbin.sh_size = container.size();
    strings.sh_name = 12;
    strings.sh_offset = data + container.size();
    strings.sh_size = names.size();
    put(program, sizeof header, null);
    put(program, sizeof header + sizeof null, fatbin);
    put(program, sizeof header + 2 * sizeof null, strings);
    program.insert(program.end(), container.begin(), container.end());
    program.insert(program.end(), names.begin(), names.end());
    return program;
}

std::vector<char> small_program(const std::string& ptx) { return program_of(container_of(ptx)); }

} // namespace

TEST_CASE("only the code of functions is looked at") {
    const Ptx ptx = Ptx::parse(module_text);
    std::string text;
    CHECK(matches(has_no("f64", "double"), ptx, text));
    CHECK(matches(has("shfl", "shuffle"), ptx, text));
    CHECK_FALSE(matches(has("unused_variable", "missing"), ptx, text));
    CHECK(text == "missing");
    CHECK(matches(has(R"((atom|red)\S*\.add)", "atomic"), ptx, text));
}

TEST_CASE("the compiler's labels stand where branches lead") {
    const Ptx ptx = Ptx::parse(module_text);
    std::vector<std::string> around;
    for (std::size_t i = 0; i < ptx.lines().size(); ++i)
        if (ptx.lines()[i].text == "$L__BB0_2:")
            around = {ptx.lines()[i - 1].text, ptx.lines()[i + 1].text.substr(0, 11)};
    CHECK(around == std::vector<std::string>{"@%p1 bra $L__BB0_2", "atom.global"});
}

TEST_CASE("what must not be there is shown with its line") {
    const Ptx ptx = Ptx::parse(module_text);
    std::string text;
    CHECK_FALSE(matches(has_no("atom", "no atomics, please"), ptx, text));
    CHECK(text == "no atomics, please\n(lesson.cu:7: atom.global.add.u32 %r2, [%rd1], 1)");
    CHECK_FALSE(matches(has_no("bra", "no branches"), ptx, text));
    CHECK_THAT(text, ContainsSubstring("lesson.cu:5: @%p1 bra $L__BB0_2"));
    // A function of the reader's that was inlined: its own line.
    CHECK_FALSE(matches(has_no("mov.b32 t", "no moves"), ptx, text));
    CHECK_THAT(text, ContainsSubstring("own.cuh:15: "));
}

TEST_CASE("one with a line is shown before one without") {
    const std::string head = ".visible .entry k()\n{\n.loc 1 0 0\nadd.f64 %fd1, %fd2, %fd3;\n";
    const std::string files = "ret;\n}\n.file 1 \"/home/me/lesson.cu\"\n";
    std::string text;
    CHECK_FALSE(matches(has_no("f64", "double"), Ptx::parse(head + files), text));
    CHECK(text == "double\n(lesson.cu: add.f64 %fd1, %fd2, %fd3)");
    const std::string line = ".loc 1 9 1\nmul.f64 %fd1, %fd2, %fd3;\n";
    CHECK_FALSE(matches(has_no("f64", "double"), Ptx::parse(head + line + files), text));
    CHECK(text == "double\n(lesson.cu:9: mul.f64 %fd1, %fd2, %fd3)");
}

TEST_CASE("an operand of several registers is part of its instruction") {
    const Ptx ptx =
        Ptx::parse(".visible .entry k()\n{\n@%p1 ld.const.v2.f64 {%fd1, %fd2}, [table];\n"
                   "$there: {\n.reg .b32 t;\nmov.b32 t, 1;\n}\n"
                   "mov.b64 \t{%r1,%r2}, %rd1;\n}\n.visible .entry other()\n{\nret;\n}\n");
    std::string text;
    CHECK(matches(has(R"(^@%p1 ld\.const\.v2\.f64 \{%fd1, %fd2\}, \[table\]$)", "constant"), ptx,
                  text));
    CHECK(matches(has(R"(^mov\.b64 \t?\{%r1,%r2\}, %rd1$)", "pair"), ptx, text));
    CHECK(matches(has(R"(^mov\.b32 t, 1$)", "scope"), ptx, text));
    CHECK(ptx.kernel("other").lines().size() <= ptx.lines().size());
    CHECK(ptx.lines().back().text == "ret");
}

TEST_CASE("one kernel alone") {
    const Ptx ptx = Ptx::parse(module_text);
    std::string text;
    CHECK(matches(has_no("shfl", ""), ptx.kernel("double"), text));
    CHECK(matches(has("shfl", ""), ptx.kernel("twice"), text));
    CHECK_FALSE(matches(has_no("shfl", "why"), ptx.kernel("no_such"), text));
    CHECK_THAT(text, ContainsSubstring("no kernel or device function no_such"));
}

TEST_CASE("a kernel is found by its name, whatever is around it") {
    const auto found = [](const std::string& mangled) {
        return !Ptx::parse(".entry " + mangled + "()\n{\nret;\n}\n").kernel("step").lines().empty();
    };
    for (const char* name : {"_Z4stepPfi", "_Z4stepIfEvPT_", "_ZN4demo4stepEv", "step",
                             "_ZN12_GLOBAL__N_14stepEPi", "_ZN3app4stepILi3EEEvv"})
        CHECK(found(name));
    for (const char* name : {"_Z7stepperv", "_Z6a_stepv", "stepper", "_Z1fv"})
        CHECK_FALSE(found(name));
}

TEST_CASE("a name that stands for very much costs nothing") {
    // 2^29 parts, were it demangled.
    std::string bomb = "_Z4stepN1aIiiEE";
    for (int i = 0; i < 28; ++i) {
        const std::string last = i < 10 ? std::to_string(i) : std::string(1, char('A' + i - 10));
        bomb += "S_IS" + last + "_S" + last + "_E";
    }
    const Ptx ptx = Ptx::parse(".entry " + bomb + "()\n{\nadd.f64 %d1, %d1, %d1;\nret;\n}\n");
    CHECK(ptx.kernel("step").lines().size() == 2);
    std::string text;
    CHECK_FALSE(matches(has_no("f64", "double"), ptx, text));
    CHECK(text.size() < 500);
}

TEST_CASE("the PTX of a program on disk") {
    const TemporaryFile file(small_program(module_text));
    std::string problem;
    CHECK_THAT(ptx_of_program(file.path, problem), ContainsSubstring("atom.global.add.u32"));
    CHECK(problem.empty());
    CHECK(read_ptx({file.path, false}).problem().empty());
}

TEST_CASE("of a program with several namespaces, one is looked at") {
    const std::string two = ".entry _ZN7mistake3addEv()\n{\nadd.f64 %d1, %d1, %d1;\nret;\n}\n"
                            ".entry _ZN5other3addEv()\n{\nshfl.sync.b32 %r1, %r2, 1, 31, -1;\n}\n";
    const TemporaryFile file({two.begin(), two.end()});
    std::string text;
    CHECK(matches(has_no("shfl", "a shuffle"), read_ptx({file.path, true, {"mistake"}}), text));
    CHECK(matches(has("f64", "no double"), read_ptx({file.path, true, {"mistake"}}), text));
    CHECK_FALSE(read_ptx({file.path, true, {"stake"}}).problem().empty());
}

TEST_CASE("of programs that share functions, one is looked at") {
    const std::string own = "_ZN9mistake_a3addEv", shared = "_ZN5parts4stepERN5parts5types4TileE",
                      library = "_ZN3cub6kernelIN5parts5types4TileEEEvv";
    const std::string another = "_ZN9mistake_b4loadERN5parts5types4TileE",
                      longer = "_ZN10mistake_aa3addEN5parts5types4TileE",
                      not_shared = "_ZN5parts4turnEv";
    std::string text;
    for (const std::string& name : {own, shared, library, another, longer, not_shared})
        text += ".entry " + name + "()\n{\nret;\n}\n";
    const Ptx part = Ptx::parse(text).with_names(
        {"mistake_a", "not mistake_", "parts::types::Tile", "parts::step"});
    std::set<std::string> found;
    for (const PtxLine& line : part.lines()) found.insert(*line.function);
    CHECK(found == std::set{own, shared, library});
}

TEST_CASE("damaged programs give an error") {
    const std::vector<char> program = small_program(module_text);
    for (std::size_t size = 0; size < program.size() - 24; size += 7) {
        const TemporaryFile file(
            std::vector<char>(program.begin(), program.begin() + static_cast<long>(size)));
        std::string problem;
        CHECK(ptx_of_program(file.path, problem).empty());
        CHECK_FALSE(problem.empty());
    }
    // Every byte of the headers in turn.
    for (std::size_t at = 0; at < sizeof(Elf64_Ehdr) + 3 * sizeof(Elf64_Shdr) + 80; ++at) {
        std::vector<char> damaged = program;
        damaged[at] = static_cast<char>(damaged[at] ^ 0xff);
        const TemporaryFile file(damaged);
        std::string problem;
        ptx_of_program(file.path, problem); // an answer, whichever
    }
    std::string problem;
    CHECK(ptx_of_program("/nonexistent", problem).empty());
    CHECK_THAT(problem, ContainsSubstring("could not be read"));
}

TEST_CASE("more device code than any lesson needs is not read") {
    const auto problem_of = [](const std::string& ptx, int copies) {
        const auto one = container_of(ptx);
        std::vector<char> all;
        for (int i = 0; i < copies; ++i) all.insert(all.end(), one.begin(), one.end());
        const TemporaryFile file(program_of(all));
        std::string problem;
        const bool is_read = !ptx_of_program(file.path, problem).empty();
        CHECK(is_read == problem.empty());
        return problem;
    };
    CHECK(problem_of(module_text, 3).empty());
    CHECK_THAT(problem_of(module_text, 1000), ContainsSubstring("more device code than"));
    CHECK_THAT(problem_of(std::string(5 << 20, ' '), 20),
               ContainsSubstring("more device code than"));
}

TEST_CASE("text that is no PTX") {
    for (const char* text :
         {"", "}}}}{{{{", ".entry", ".visible .entry f(", "/* open", "{{;;}", ".loc 1"})
        CHECK_FALSE(Ptx::parse(text).problem().empty());
}

TEST_CASE("millions of empty lines and of statements are read in a moment") {
    const std::string empty_lines = ".entry k()\n{\nret" + std::string(1'000'000, '\n') + ";\n}\n";
    CHECK(Ptx::parse(empty_lines).lines().size() == 1);
    const std::string heads = std::string(1'000'000, '(') + ".func(" + std::string(4000, '.');
    CHECK(Ptx::parse(heads + "{ret;}").lines().empty());
    std::string statements = ".entry k()\n{\n";
    for (int i = 0; i < 4'200'000; ++i) statements += "a;";
    CHECK_THAT(Ptx::parse(statements + "}").problem(), ContainsSubstring("larger than any"));
}

TEST_CASE("a name and a statement of a megabyte do no harm") {
    const std::string long_word(1'000'000, 'a');
    const Ptx ptx = Ptx::parse(".visible .entry " + long_word + "(.param .u64 p) {\n    add" +
                               long_word + " %r1, %r2, %r3;\n    ret;\n}\n");
    REQUIRE(ptx.lines().size() == 2);
    CHECK(has("add[a-z]* ?", "").match(ptx));
}
