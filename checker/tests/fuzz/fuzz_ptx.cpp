// Damaged PTX: the parser answers with an error that has a place, or with a module whose every
// index is in range; what it accepts, vgpu::isa::resolve takes or refuses as calmly, and an Outline
// divides into parts that are right, too.
#include "runner.hpp"

#include "vgpu/ptx/outline.hpp"
#include "vgpu/ptx/parser.hpp"
#include "vgpu/ptx/source_frames.hpp"

#ifdef WORKBOOK_FUZZ_ISA
#include "vgpu/isa/instruction.hpp"
#endif

#include <algorithm>

using namespace vgpu::ptx;

namespace {

// What of a module must hold whatever the text was: those who read it index without asking.
class ModuleCheck {
  public:
    explicit ModuleCheck(const Module& module) : module_(module) {}

    std::string complaint() {
        for (const Variable& variable : module_.variables) check_variable(variable);
        for (const SourceLocation& location : module_.locations)
            require(location.file == no_index || location.file < module_.files.size(),
                    "a location's file");
        for (const Function& function : module_.functions) check_function(function);
        return complaint_;
    }

  private:
    void require(bool holds, const char* what) {
        if (!holds && complaint_.empty()) complaint_ = std::string("out of range: ") + what;
    }

    void check_variable(const Variable& variable) {
        require(variable.alignment > 0, "an alignment");
        if (!variable.initial) return;
        const std::uint64_t size = variable.initial->bytes.size();
        require(size == variable.size, "an initialiser's size");
        for (const auto& reference : variable.initial->references)
            require(reference.at + static_cast<std::uint64_t>(reference.size) <= size,
                    "a reference");
    }

    void check_function(const Function& function) {
        function_ = &function;
        for (const Variable& variable : function.variables) check_variable(variable);
        for (const BranchTargets& targets : function.branch_targets)
            for (const LabelOperand& label : targets.targets)
                require(label.target <= function.body.size(), "a branch target");
        for (const Instruction& instruction : function.body) {
            require(instruction.position.line > 0 && instruction.position.column > 0, "a position");
            require(instruction.location == no_index ||
                        instruction.location < module_.locations.size(),
                    "an instruction's location");
            if (instruction.guard)
                require(instruction.guard->reg < function.registers.size(), "a guard");
            for (const Operand& operand : instruction.operands) std::visit(*this, operand.value);
        }
        if (!function.body.empty())
            source_frames(module_, function.body.back().location, function.name);
    }

    void check_register(Index reg, bool may_be_missing = false) {
        require(reg < function_->registers.size() || (may_be_missing && reg == no_index),
                "a register");
    }

  public: // for std::visit
    void operator()(const RegisterOperand& operand) { check_register(operand.reg); }
    void operator()(const PairOperand& operand) {
        check_register(operand.first, true);
        check_register(operand.second, true);
    }
    void operator()(const AddressOperand& operand) {
        if (const auto* base = std::get_if<RegisterOperand>(&operand.base))
            check_register(base->reg);
    }
    void operator()(const LabelOperand& operand) {
        require(operand.target == no_index || operand.target <= function_->body.size(), "a label");
    }
    void operator()(const VectorOperand& operand) {
        for (const Operand& element : operand.elements) std::visit(*this, element.value);
    }
    void operator()(const ListOperand& operand) {
        for (const Operand& element : operand.elements) std::visit(*this, element.value);
    }
    void operator()(const SpecialOperand& operand) {
        require(!operand.name.empty(), "a special register");
    }
    void operator()(const SymbolOperand& operand) { require(!operand.name.empty(), "a symbol"); }
    void operator()(const ImmediateOperand&) {}
    void operator()(const SinkOperand&) {}

  private:
    const Module& module_;
    const Function* function_ = nullptr;
    std::string complaint_;
};

std::string judge_parts(std::string_view text, const Module& module) {
    const Outline outline{std::string(text)};
    if (!outline.is_divisible()) return "";
    if (!parse(outline.without_bodies())) return "the module without bodies is no module";
    for (const Function& kernel : module.functions) {
        if (!kernel.is_entry || !kernel.has_body) continue;
        const auto part = outline.of_kernel(kernel.name);
        if (!part) return "there is no part for a kernel";
        const auto parsed = parse(*part);
        if (!parsed) return "a kernel's part is no module";
        const auto found = std::ranges::find(parsed->functions, kernel.name, &Function::name);
        if (found == parsed->functions.end() || found->body.size() != kernel.body.size())
            return "a kernel is another one in its part";
    }
    return "";
}

std::string judge(std::string_view text) {
    const auto module = parse(text);
    if (!module) {
        if (module.error().message.empty()) return "an error without a message";
        return module.error().position.line > 0 ? "" : "an error without a place";
    }
    std::string complaint = ModuleCheck(*module).complaint();
    if (complaint.empty()) complaint = judge_parts(text, *module);
#ifdef WORKBOOK_FUZZ_ISA
    const auto program = vgpu::isa::resolve(*module);
    if (!program && program.error().message.empty()) return "resolve: an error without a message";
#endif
    return complaint;
}

} // namespace

int main(int argc, char** argv) {
    return workbook::fuzz::run(argc, argv,
                               {"fuzz_ptx",
                                workbook::fuzz::read_corpus(WORKBOOK_FUZZ_PTX_CORPUS, ".ptx"),
                                {".reg .b32 %r<9>;",
                                 ".reg .v4 .f32 v;",
                                 ".param .b64 param0;",
                                 ".shared .align 16 .b8 s[64];",
                                 ".extern .shared .b8 d[];",
                                 "{",
                                 "}",
                                 "(",
                                 ")",
                                 "[",
                                 "]",
                                 "@!%p1",
                                 "%p1|%p2",
                                 "_|%p1",
                                 "%tid.x",
                                 "WARP_SZ",
                                 ".loc 1 2 3, function_name $L__info_string0, inlined_at 1 2 3",
                                 ".pragma \"x\";",
                                 "L: .branchtargets L;",
                                 "P: .callprototype (.param .b32 _) _ (.param .b64 _);",
                                 "brx.idx %r1, L;",
                                 "call (r), f, (a), P;",
                                 ".alias a, b;",
                                 ".global .b8 x[][2] = {{1}, {2}};",
                                 "0xFF(x)",
                                 "generic(x)+8",
                                 ".func f;",
                                 ".entry k() {",
                                 ".section .debug_str {",
                                 ".file 1 \"a\"",
                                 "/*",
                                 "*/",
                                 "//",
                                 "\"",
                                 "1 ? 2 :",
                                 "(.u64)",
                                 "-",
                                 "<<",
                                 "0f3F800000",
                                 "0d3FF0000000000000",
                                 "[%rd1, {%f1, %f2}]",
                                 "{%r1, _}",
                                 "L:",
                                 ".weak",
                                 ".visible",
                                 ".version 9.0",
                                 ".v2",
                                 ".f32",
                                 ".pred",
                                 ".shared::cluster"},
                                judge});
}
