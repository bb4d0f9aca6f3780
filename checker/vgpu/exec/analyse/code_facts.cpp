// The analyses of a function's code, one after the other.
#include "vgpu/exec/analyse/code_facts.hpp"

namespace vgpu::exec {

namespace {

// A thread that comes to one has not passed what stands before it.
std::vector<bool> branch_targets(const isa::Function& function) {
    std::vector<bool> targets(function.code.size() + 1, false);
    const auto add = [&](ptx::Index target) {
        if (target < targets.size()) targets[target] = true;
    };
    for (const isa::Instruction& instruction : function.code) add(instruction.target);
    for (const ptx::BranchTargets& list : function.source->branch_targets)
        for (const ptx::LabelOperand& target : list.targets) add(target.target);
    return targets;
}

} // namespace

CodeFacts::CodeFacts(const isa::Function& function, const RegisterCounts& register_counts)
    : counts(register_counts), is_target(branch_targets(function)),
      is_superfluous(function.code.size(), false) {}

bool CodeFacts::is_uniform(const isa::Source& source) const {
    using From = isa::Source::From;
    return source.from == From::constant || source.from == From::symbol ||
           (source.from == From::reg && uniform.contains(source.reg));
}

bool CodeFacts::is_fixed(ptx::Index reg, std::uint32_t pc) const {
    const auto found = fixed_until.find(reg);
    return found != fixed_until.end() && pc < found->second;
}

CodeFacts find_facts(const isa::Function& function, const RegisterCounts& counts,
                     FunctionScope& scope, FrameLayout& layout) {
    CodeFacts facts(function, counts);
    find_invariants(function, scope, layout, facts);
    find_array_elements(function, layout, facts);
    find_fixed_registers(function, facts);
    facts.is_bit_field_load = bit_field_loads(function, facts);
    facts.copied = copied_values(function, counts, facts.is_target);
    return facts;
}

} // namespace vgpu::exec
