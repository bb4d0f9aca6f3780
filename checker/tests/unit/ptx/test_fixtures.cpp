// Real output of nvcc 13 for the small programs beside it (fixtures/*.cu; fixtures/README.md says
// how they were made), covering what hand-written snippets would forget.
#include "parse_text.hpp"

#include "vgpu/ptx/demangle.hpp"
#include "vgpu/ptx/source_frames.hpp"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <set>

using namespace vgpu::ptx;
using namespace vgpu::ptx::test;

namespace {

std::string read(const std::string& name) {
    std::ifstream file(std::string(WORKBOOK_PTX_FIXTURES) + "/" + name + ".ptx", std::ios::binary);
    REQUIRE(file);
    return {std::istreambuf_iterator<char>(file), {}};
}

Module fixture(const std::string& name) {
    auto module = parse(read(name));
    if (!module) FAIL(name + ".ptx:" + to_string(module.error()));
    return std::move(*module);
}

const Function& function_named(const Module& module, std::string_view demangled) {
    for (const Function& function : module.functions)
        if (demangle(function.name) == demangled) return function;
    FAIL("no function " << demangled);
    return module.functions.front();
}

const Variable& variable_named(const Module& module, std::string_view name) {
    for (const Variable& variable : module.variables)
        if (variable.name == name) return variable;
    FAIL("no variable " << name);
    return module.variables.front();
}

std::size_t count_of(const Function& function, std::string_view opcode) {
    return static_cast<std::size_t>(std::count_if(
        function.body.begin(), function.body.end(),
        [&](const Instruction& instruction) { return instruction.opcode == opcode; }));
}

} // namespace

TEST_CASE("inlined_square: functions, registers, instructions and lines") {
    const Module module = fixture("inlined_square");
    CHECK(module.target == "sm_75");
    CHECK(module.functions.size() == 3);
    const Function& distances =
        function_named(module, "distances(float const*, float const*, float*, int)");
    CHECK(distances.parameters.size() == 4);
    CHECK(distances.linkage == Linkage::visible);
    CHECK(distances.registers.size() == 21);
    CHECK(distances.body.size() == 24);
    CHECK(distances.body.back().opcode == "ret");

    const auto multiply =
        std::find_if(distances.body.begin(), distances.body.end(), [](const Instruction& i) {
            return i.opcode == "mul" && i.modifiers.back() == "f32";
        });
    REQUIRE(multiply != distances.body.end());
    const auto frames = source_frames(module, multiply->location, distances.name);
    REQUIRE(frames.size() == 3);
    CHECK(frames[0].function == "shapes::square(float)");
    CHECK(frames[0].line == 3);
    CHECK(frames[1].function == "shapes::hypotenuse(float, float)");
    CHECK(frames[1].line == 4);
    CHECK(frames[2].function == demangle(distances.name));
    CHECK(frames[2].line == 9);
    CHECK(frames[2].file == "fixtures/inlined_square.cu");

    const auto branch = std::find_if(distances.body.begin(), distances.body.end(),
                                     [](const Instruction& i) { return i.opcode == "bra"; });
    REQUIRE(branch != distances.body.end());
    REQUIRE(branch->guard);
    CHECK(distances.registers[branch->guard->reg].name == "%p1");
    CHECK(std::get<LabelOperand>(branch->operands[0].value).target == distances.body.size() - 1);
}

TEST_CASE("shared_memory: variables of a function and of the module, launch bounds") {
    const Module module = fixture("shared_memory");
    const Variable& staging = variable_named(module, "staging");
    CHECK(staging.space == Space::shared);
    CHECK(staging.linkage == Linkage::external);
    CHECK(staging.size == 0);
    const Function& sum = function_named(module, "block_sum(int const*, int*, int)");
    REQUIRE(sum.variables.size() == 1);
    CHECK(sum.variables[0].space == Space::shared);
    CHECK(sum.variables[0].size == 128);
    CHECK(count_of(sum, "shfl") == 5);
    CHECK(count_of(sum, "vote") == 2);
    CHECK(count_of(sum, "bar") == 1);
    const Function& spill = function_named(module, "spill(float4 const*, float*, int)");
    CHECK(spill.maxntid[0] == 128);
    CHECK(spill.minnctapersm == 4);
    REQUIRE(spill.variables.size() == 1);
    CHECK(spill.variables[0].space == Space::local);
    CHECK(spill.variables[0].size == 32);
}

TEST_CASE("calls: declarations merge, blocks are shared, tables hold functions") {
    const Module module = fixture("calls");
    std::set<std::string> names;
    for (const Function& function : module.functions) CHECK(names.insert(function.name).second);
    const Function& areas = function_named(module, "areas(float*, int)");
    CHECK(count_of(areas, "call") == 12);
    CHECK(areas.prototypes.size() == 3);
    for (const Function& function : module.functions)
        CHECK(function.has_body == (function.linkage != Linkage::external));
    // 12 calls with up to five blocks each, most of one shape.
    std::set<std::string> blocks;
    for (const Variable& variable : areas.variables) CHECK(blocks.insert(variable.name).second);
    CHECK(areas.variables.size() < 16);

    const Variable& table = variable_named(module, "_ZTV6Square");
    REQUIRE(table.initial);
    REQUIRE(table.initial->references.size() == 3);
    CHECK(table.initial->references[0].at == 16);
    CHECK(demangle(table.initial->references[0].symbol.name) == "Square::area() const");
    const Function& twice = function_named(module, "twice(Triple, short)");
    CHECK(twice.returns.at(0).size == 12);
    CHECK(twice.parameters.at(0).size == 16);
    const Function& fibonacci = function_named(module, "fibonacci(unsigned long long)");
    CHECK(count_of(fibonacci, "call") == 2);
    CHECK(count_of(fibonacci, "bra") == 1);
}

TEST_CASE("scopes: names and labels of inline assembly stay apart") {
    const Module module = fixture("scopes");
    const Function& function = module.functions.at(0);
    // Each copy of the assembly has three registers t, p and t, p of its own: three copies.
    const auto named = [&](std::string_view name) {
        return std::count_if(function.registers.begin(), function.registers.end(),
                             [&](const Register& reg) { return reg.name == name; });
    };
    CHECK(named("t") == 6);
    CHECK(named("p") == 6);
    CHECK(named("u2") == 3);
    CHECK(named("u1") == 0);
    std::set<Index> targets;
    for (const Instruction& instruction : function.body)
        if (instruction.opcode == "bra") {
            const auto& label = std::get<LabelOperand>(instruction.operands.at(0).value);
            CHECK(label.target <= function.body.size());
            if (label.name == "AGAIN") targets.insert(label.target);
        }
    CHECK(targets.size() == 3);
}

TEST_CASE("variables: every space, values and addresses") {
    const Module module = fixture("variables");
    const Variable& managed = variable_named(module, "shared_with_host");
    CHECK(managed.managed);
    CHECK(managed.initial->bytes == std::vector<std::uint8_t>{7, 0, 0, 0});
    const Variable& weights = variable_named(module, "weights");
    CHECK(weights.space == Space::constant);
    float values[5];
    REQUIRE(weights.initial->bytes.size() == sizeof values);
    std::memcpy(values, weights.initial->bytes.data(), sizeof values);
    CHECK(values[0] == 0.5f);
    CHECK(values[2] == -2.0f);
    CHECK(values[4] == 0.0f);
    const Variable& names = variable_named(module, "names");
    REQUIRE(names.initial->references.size() == 2);
    CHECK(names.initial->references[0].symbol.generic);
    CHECK(variable_named(module, "big").size == 4u << 20);
    CHECK_FALSE(variable_named(module, "big").initial);
    CHECK(variable_named(module, "head").initial->references.at(0).at == 8);
    const Function& tile =
        function_named(module, "multiply_tile(__half const*, __half const*, float*)");
    CHECK(count_of(tile, "wmma") == 4);
}

TEST_CASE("clusters: directives, barriers and deep inlining for compute_90") {
    const Module module = fixture("clusters");
    CHECK(module.target == "sm_90");
    const Function& neighbours = function_named(module, "neighbours(int*)");
    CHECK(neighbours.other_directives ==
          std::vector<std::string>{".explicitcluster", ".reqnctapercluster 2, 1, 1"});
    const Function& bounded = function_named(module, "bounded(Settings, float*)");
    CHECK(bounded.maxntid[0] == 256);
    CHECK(bounded.minnctapersm == 2);
    CHECK(bounded.other_directives == std::vector<std::string>{".maxclusterrank 4"});
    CHECK(bounded.parameters.at(0).size == 16);
    CHECK(function_named(module, "few_registers(double*)").maxnreg == 40);
    const Function& staged = function_named(module, "staged(int const*, int*)");
    CHECK(count_of(staged, "mbarrier") >= 4);
    std::size_t deepest = 0;
    for (const Instruction& instruction : staged.body) {
        const auto frames = source_frames(module, instruction.location, staged.name);
        deepest = std::max(deepest, frames.size());
        if (!frames.empty()) CHECK(frames.back().file == "fixtures/clusters.cu");
        for (const SourceFrame& frame : frames) CHECK_FALSE(frame.file.empty());
    }
    CHECK(deepest >= 5);
}

TEST_CASE("minified and padded, as fat binaries hold it, a text means the same") {
    for (const char* name :
         {"inlined_square", "shared_memory", "calls", "scopes", "variables", "clusters"}) {
        INFO(name);
        std::string minified = "\n\n";
        const std::string text = read(name);
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (text.compare(i, 2, "//") == 0) i = std::min(text.find('\n', i), text.size() - 1);
            const bool repeated =
                (text[i] == '\t' || text[i] == ' ') && std::strchr(" \t\n", minified.back());
            if (!repeated) minified += text[i] == '\t' ? ' ' : text[i];
        }
        minified.append(7, '\0');
        const auto original = parse(text), small = parse(minified);
        REQUIRE(original);
        REQUIRE(small);
        REQUIRE(original->functions.size() == small->functions.size());
        for (std::size_t i = 0; i < original->functions.size(); ++i) {
            CHECK(original->functions[i].body.size() == small->functions[i].body.size());
            CHECK(original->functions[i].registers.size() == small->functions[i].registers.size());
        }
        CHECK(original->locations.size() == small->locations.size());
    }
}
