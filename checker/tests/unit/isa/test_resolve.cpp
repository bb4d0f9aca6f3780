// Lookup, signatures and refusals: what resolve() accepts and what it says of the rest.
#include "vgpu/isa/table.hpp"
#include "vgpu/ptx/parser.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <string>
#include <utility>

namespace {

using namespace vgpu;
using Catch::Matchers::ContainsSubstring;

constexpr auto prologue = R"(.version 8.3
.target sm_90
.address_size 64
.visible .entry k()
{
    .reg .pred %p<4>;
    .reg .b16 %h<4>;
    .reg .b32 %r<8>;
    .reg .f32 %f<8>;
    .reg .b64 %d<8>;
    .shared .align 4 .b8 tile[64];
)";

ptx::Module parse(const std::string& instruction) {
    auto module = ptx::parse(prologue + instruction + "\n}\n");
    INFO(instruction);
    if (!module) FAIL(module.error().message);
    return std::move(*module);
}

std::string refusal(const std::string& instruction) {
    const auto module = parse(instruction);
    const auto program = isa::resolve(module);
    return program ? "" : program.error().message;
}

isa::Instruction resolved(const ptx::Module& module) {
    const auto program = isa::resolve(module);
    if (!program) FAIL(program.error().message);
    return (*program).functions[0].code[0];
}

} // namespace

TEST_CASE("modifiers are a set") {
    for (const std::string name : {"vote.sync.ballot.b32", "vote.ballot.sync.b32"}) {
        const auto module = parse(name + " %r1, %p1, %r2;");
        const auto instruction = resolved(module);
        CHECK(instruction.kind == isa::Kind::warp);
        CHECK(instruction.row->mnemonic == "vote.sync");
        CHECK(instruction.member_mask == 1);
    }
    CHECK(refusal("add.ftz.rn.f32 %f1, %f2, %f3;") == "");
}

TEST_CASE("what is not PTX and what is not implemented are told apart") {
    CHECK(refusal("multimem.st.relaxed.sys.global.u32 [%d1], %r1;") ==
          "multimem.st.relaxed.sys.global.u32: the virtual GPU does not support this instruction "
          "yet (PTX ISA 9.7.9.14)");
    CHECK(refusal("wgmma.commit_group.sync.aligned;") == "");
    CHECK(refusal("cp.async.bulk.commit_group;") == "");
    CHECK(refusal("frobnicate.u32 %r1, %r2;") == "frobnicate.u32: unknown instruction");
}

TEST_CASE("what the virtual GPU lacks is no mistake of the program's") {
    const auto is_unsupported = [](const char* line) {
        const auto module = parse(line);
        const auto program = isa::resolve(module);
        REQUIRE_FALSE(program);
        return program.error().unsupported;
    };
    CHECK(is_unsupported("multimem.st.relaxed.sys.global.u32 [%d1], %r1;"));
    CHECK_FALSE(is_unsupported("frobnicate.u32 %r1, %r2;"));
    CHECK_FALSE(is_unsupported("add.u32 %r1, %r2;"));
}

TEST_CASE("a refusal names the position in the text") {
    const auto module = parse("add.u32 %r1, %r2, %r3;\nadd.foo.u32 %r1, %r2, %r3;");
    const auto program = isa::resolve(module);
    REQUIRE(!program);
    CHECK(program.error().position.line == 13);
}

TEST_CASE("signatures are checked") {
    CHECK(refusal("add.sat.u32 %r1, %r2, %r3;").find("add.sat.u32: ") == 0);
    CHECK(refusal("add.s32 %r1, %r2;") == "add.s32: takes 3 operands, found 2 (PTX ISA 9.7.1.1)");
    CHECK(refusal("add.s32 %r1, %r2, %d3;") ==
          "add.s32: operand 3 should be 32 bits wide, %d3 is of type .b64 (PTX ISA 9.7.1.1)");
    CHECK(refusal("add.s32 %r1, %r2, %p3;").find("operand 3 should not be a predicate") !=
          std::string::npos);
    CHECK(refusal("selp.b32 %r1, %r2, %r3, %r4;").find("operand 4 should be a predicate") !=
          std::string::npos);
    CHECK(refusal("add.s32 5, %r2, %r3;").find("operand 1 is a destination") != std::string::npos);
    CHECK(refusal("mul.s32 %r1, %r2, %r3;") == "mul.s32: needs one of .lo|hi (PTX ISA 9.7.1.3)");
    CHECK(refusal("add.rn.rz.f32 %f1, %f2, %f3;").find("has two modifiers of .rn|rz|rm|rp") !=
          std::string::npos);
    CHECK(refusal("mov.b64 %d1, {%r1, %r2, %r3};") != "");
    CHECK(refusal("mov.u64 %d1, %tid.x;") == "");
    CHECK(refusal("mov.u32 %r1, %clock64;").find("%clock64") != std::string::npos);
    for (const std::string name : {"cvta.shared.u32", "cvta.to.global.u32"})
        CHECK(refusal(name + " %r1, %r2;") ==
              name + ": addresses have 64 bits, .u64; NVIDIA's ptxas refuses .u32 as well "
                     "(PTX ISA 9.7.9.20)");
}

TEST_CASE("every row of the table can be refused") {
    // Whatever the operands, an opcode of the table gives a program or a sentence, never a crash.
    const ptx::Function function;
    for (const auto& row : isa::table()) {
        for (const std::size_t count : {0u, 1u, 4u}) {
            ptx::Instruction source;
            source.opcode = row.opcode();
            source.operands.assign(count, ptx::Operand{ptx::RegisterOperand{}});
            isa::Words words(row.mnemonic, '.');
            words.next();
            for (auto word = words.next(); !word.empty(); word = words.next())
                source.modifiers.emplace_back(word);
            isa::Instruction instruction;
            if (const auto error = isa::match(function, source, instruction)) {
                INFO(error->message);
                CHECK(error->message.find(isa::name_as_written(source)) == 0);
                CHECK(error->message.find("PTX ISA 9.7") != std::string::npos);
            }
        }
    }
}

TEST_CASE("constants get the width of their operand") {
    const auto negative = parse("add.s32 %r1, %r2, -1;");
    CHECK(resolved(negative).sources[1].bits == 0xffffffffu);
    const auto from_double = parse("add.f32 %f1, %f2, 0d3FF0000000000000;");
    CHECK(resolved(from_double).sources[1].bits == 0x3f800000u);
}

TEST_CASE("a symbol is an address") {
    const auto module = parse("mov.u32 %r1, tile;");
    const auto source = resolved(module).sources[0];
    CHECK(source.from == isa::Source::From::symbol);
    CHECK(source.storage == isa::Storage::word);
    CHECK(source.symbol.name.find("tile") != std::string::npos);
}

TEST_CASE("special registers") {
    const auto module = parse("mov.u32 %r1, %tid.x;");
    CHECK(resolved(module).sources[0].special == isa::SpecialRegister::tid_x);
    const auto clock = parse("mov.u64 %d1, %clock64;");
    CHECK(resolved(clock).sources[0].special == isa::SpecialRegister::clock64);
    CHECK(refusal("mov.u32 %r1, %clock64;") != "");
}

TEST_CASE("memory instructions are described") {
    const auto load =
        parse("ld.global.nc.L1::no_allocate.L2::128B.v4.f32 {%f1, %f2, _, %f4}, [%d1+16];");
    const auto instruction = resolved(load);
    CHECK(instruction.memory.action == isa::MemoryAction::load);
    CHECK(instruction.memory.space == ptx::Space::global);
    CHECK(instruction.memory.width == 4);
    CHECK(instruction.memory.count == 4);
    CHECK(instruction.memory.read_only);
    REQUIRE(instruction.destinations.size() == 4);
    CHECK(instruction.destinations[2].reg == ptx::no_index);
    CHECK(instruction.address.offset == 16);

    const auto store = parse("st.release.gpu.shared::cta.u8 [tile+3], %r1;");
    CHECK(resolved(store).memory.space == ptx::Space::shared);
    CHECK(resolved(store).memory.ordering == isa::Ordering::release);
    CHECK(resolved(store).memory.scope == isa::Scope::gpu);

    CHECK(refusal("ld.global.v2.u32 %r1, [%d1];") != "");
    CHECK(refusal("ld.global.v4.b64 {%d1, %d2, %d3, %d4}, [%d5];") == "");
    CHECK(refusal("atom.global.add.noftz.f32 %f1, [%d1], %f2;") != "");
}

TEST_CASE("a cache policy is no value") {
    const auto module = parse("ld.global.L2::cache_hint.u32 %r1, [%d1], %d2;");
    CHECK(resolved(module).sources.empty());
    const auto store = parse("st.global.L2::cache_hint.u32 [%d1], %r1, %d2;");
    CHECK(resolved(store).sources.size() == 1);
}

TEST_CASE("barriers have number, count and predicate") {
    const auto all = parse("bar.sync 0;");
    CHECK(resolved(all).sources.size() == 2);
    CHECK(resolved(all).sources[1].bits == 0);
    CHECK(resolved(all).control.aligned);
    const auto some = parse("barrier.sync 1, 64;");
    CHECK(resolved(some).sources[1].bits == 64);
    CHECK(!resolved(some).control.aligned);
    const auto reduction = parse("bar.red.popc.u32 %r1, 0, !%p1;");
    const auto instruction = resolved(reduction);
    REQUIRE(instruction.sources.size() == 3);
    CHECK(instruction.control.barrier == isa::BarrierForm::reduce_popc);
    CHECK(instruction.sources[2].negated);
}

TEST_CASE("only vmad negates numbers, and not all at once") {
    const std::string combination =
        "the virtual GPU does not support this combination of types and modifiers yet";
    CHECK(refusal("vmad.s32.s32.u32.sat %r1, -%r2.b0, %r3, %r4;") == "");
    CHECK(refusal("vmad.s32.s32.u32 %r1, -%r2, -%r3, -%r4;") == "");
    CHECK_THAT(refusal("vmad.s32.s32.u32 %r1, -%r2, %r3, -%r4;"), ContainsSubstring(combination));
    CHECK_THAT(refusal("vmad.s32.s32.u32.po %r1, %r2, -%r3, %r4;"), ContainsSubstring(combination));
    const std::string predicates = "is negated, which only predicates can be";
    CHECK_THAT(refusal("add.s32 %r1, -%r2, %r3;"), ContainsSubstring("operand 2 " + predicates));
    CHECK_THAT(refusal("vadd.s32.s32.s32 %r1, %r2, -%r3.h1;"), ContainsSubstring(predicates));
}

// Tried with ptxas of CUDA 13.0.
TEST_CASE("products of matrices take the types and layouts that ptxas takes") {
    const auto refused = ContainsSubstring("the virtual GPU does not support");
    const std::string f16 = "{%r1, %r2}", f32 = "{%f1, %f2, %f3, %f4}";
    const auto product = [&](const std::string& shape, const std::string& operands,
                             const std::string& d, const std::string& c) {
        const bool is_long = shape == "m16n8k16" && operands == "f16";
        return refusal("mma.sync.aligned." + shape + ".row.col." + d + "." + operands + "." +
                       operands + "." + c + " " + (d == "f16" ? f16 : f32) + ", " +
                       (is_long || shape == "m16n8k32" ? "{%r1, %r2, %r3, %r4}, {%r5, %r6}, "
                                                       : "{%r1, %r2}, {%r5}, ") +
                       (c == "f16" ? f16 : f32) + ";");
    };
    for (const auto& [shape, operands] : {std::pair{"m16n8k8", "f16"},
                                          {"m16n8k16", "f16"},
                                          {"m16n8k16", "e4m3"},
                                          {"m16n8k32", "e5m2"}}) {
        INFO(shape << ' ' << operands);
        CHECK(product(shape, operands, "f16", "f16") == "");
        CHECK(product(shape, operands, "f32", "f32") == "");
        CHECK_THAT(product(shape, operands, "f32", "f16"), refused);
        CHECK_THAT(product(shape, operands, "f16", "f32"), refused);
    }
    const auto fragments = [](const std::string& layouts) {
        return refusal("wmma.mma.sync.aligned." + layouts +
                       ".m8n8k32.s32.s4.s4.s32 {%r1, %r2}, {%r3}, {%r4}, {%r5, %r6};");
    };
    CHECK(fragments("row.col") == "");
    CHECK_THAT(fragments("col.row"), refused);
}

TEST_CASE("fetches take the offsets and depths that ptxas takes") {
    const std::string four = "{%f4, %f5, %f6, %f7}";
    const auto module =
        parse("tex.2d.v4.f32.f32 " + four + "|%p1, [%d0, {%f0, %f1}], {%r1, %r2};\n" +
              "tex.level.3d.v4.f32.s32 " + four +
              ", [%d0, {%r0, %r1, %r2, %r2}], %r3, {%r4, -5, 6, 0};\n" + "tex.2d.v4.f32.f32 " +
              four + ", [%d0, {%f0, %f1}], {%r1, %r2}, %f2;\n" + "tld4.r.cube.v4.f32.f32 " + four +
              ", [%d0, {%f0, %f1, %f2, %f2}], %f3;\n" +
              "tex.2d.v2.f16x2.f32 {%r1, %r2}, [%d0, {%f0, %f1}];\n");
    const auto program = isa::resolve(module);
    REQUIRE(program);
    const auto& code = program->functions.front().code;
    CHECK(code[0].destinations.size() == 5);
    CHECK(code[0].sources.size() == 4);
    CHECK(code[1].sources.size() == 7);
    CHECK(code[2].sources.size() == 5);
    CHECK(code[3].sources.size() == 4);
    CHECK(code[4].destinations.size() == 2);
    CHECK(!refusal("tex.3d.v4.f32.f32 " + four + ", [%d0, {%f0, %f1, %f2, %f2}], %f3;").empty());
    CHECK(!refusal("tex.2d.v4.f32.f32 " + four + ", [%d0, {%f0, %f1}], %r1;").empty());
    CHECK(!refusal("tex.2d.v4.f16x2.f32 " + four + ", [%d0, {%f0, %f1}];").empty());
    CHECK_THAT(refusal("tex.2d.v4.f32.f32 " + four + ", [%d0, {%f0, %f1}], {%r1};"),
               ContainsSubstring("found 3"));
    CHECK(!refusal("tex.cube.v4.f32.s32 " + four + ", [%d0, {%r0, %r1, %r2, %r2}];").empty());
    CHECK_THAT(refusal("txq.filter_mode.b32 %r1, [%d0];"), ContainsSubstring("does not support"));
    CHECK_THAT(refusal("suq.array_size.b32 %r1, [%d0];"), ContainsSubstring("does not support"));
    CHECK_THAT(refusal("cvt.rzi.u8.bf16 %h0, %h1;"), ContainsSubstring("8 bits wide"));
}

TEST_CASE("the condition code is a predicate register") {
    const auto module = parse("add.cc.u32 %r1, %r2, %r3;\naddc.u32 %r4, %r5, %r6;");
    const auto program = isa::resolve(module);
    REQUIRE(program);
    const auto& code = (*program).functions[0].code;
    CHECK(code[0].destinations[1].reg == isa::carry_register);
    CHECK(code[1].sources[2].reg == isa::carry_register);
    CHECK(code[1].destinations[1].reg == ptx::no_index);
}

TEST_CASE("a grid that is counted in clusters is refused") {
    const auto module = ptx::parse(".version 8.3\n.target sm_90\n.address_size 64\n"
                                   ".visible .entry k() .blocksareclusters\n{\nret;\n}\n");
    REQUIRE(module);
    const auto program = isa::resolve(*module);
    REQUIRE(!program);
    CHECK(program.error().message.find("clusters") != std::string::npos);
}
