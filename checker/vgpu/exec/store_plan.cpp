#include "vgpu/exec/store_plan.hpp"

#include "vgpu/exec/lowering_steps.hpp"
#include "vgpu/isa/table.hpp"

#include <map>
#include <string_view>

namespace vgpu::exec {

namespace {

using isa::ControlAction;
using isa::Instruction;

struct TypeName {
    std::string_view name;
    int bits;
    bool is_signed;
};
constexpr TypeName type_names[] = {{"s32", 32, true}, {"u32", 32, false}, {"b32", 32, false},
                                   {"s64", 64, true}, {"u64", 64, false}, {"b64", 64, false}};

const TypeName* type_named(std::string_view name) {
    const auto* found = std::ranges::find(type_names, name, &TypeName::name);
    return found == std::end(type_names) ? nullptr : found;
}

struct RuleName {
    std::string_view prefix; // of the instruction; a type follows and nothing else
    RangeRule rule;
    std::size_t sources;
};
constexpr RuleName rule_names[] = {
    {"add.", RangeRule::add, 2},
    {"sub.", RangeRule::subtract, 2},
    {"mul.lo.", RangeRule::multiply, 2},
    {"mad.lo.", RangeRule::multiply_add, 3},
    {"mul.wide.", RangeRule::multiply_wide, 2},
    {"mad.wide.", RangeRule::multiply_wide_add, 3},
    {"shl.", RangeRule::shift_left, 2},
    {"shr.", RangeRule::shift_right, 2},
    {"and.", RangeRule::bit_and, 2},
    {"or.", RangeRule::bit_or, 2},
    {"min.", RangeRule::least, 2},
    {"max.", RangeRule::most, 2},
    {"selp.", RangeRule::select, 3},
    {"rem.", RangeRule::remainder, 2},
    {"div.", RangeRule::divide, 2},
};

struct ComparisonName {
    std::string_view prefix;
    Comparison comparison;
};
// isa has swapped the sources of those that say "greater" (swap_sources).
constexpr ComparisonName comparison_names[] = {
    {"setp.lt.", Comparison::less},       {"setp.gt.", Comparison::less},
    {"setp.lo.", Comparison::less},       {"setp.hi.", Comparison::less},
    {"setp.le.", Comparison::less_equal}, {"setp.ge.", Comparison::less_equal},
    {"setp.ls.", Comparison::less_equal}, {"setp.hs.", Comparison::less_equal},
    {"setp.eq.", Comparison::equal},      {"setp.ne.", Comparison::not_equal},
};

// As invariants.cpp: `mov`, and `cvta` where both addresses are the same.
bool is_copy(const Instruction& instruction) {
    return instruction.kind == isa::Kind::lane && instruction.sources.size() == 1 &&
           (instruction.row->mnemonic == "mov" || instruction.row->opcode() == "cvta");
}

// In its first destination; setp has a second one, which is mostly thrown away.
bool has_one_result(const Instruction& instruction) {
    const auto& destinations = instruction.destinations;
    return !destinations.empty() &&
           std::all_of(destinations.begin() + 1, destinations.end(),
                       [](const isa::Destination& other) { return other.reg == ptx::no_index; });
}

bool ends_thread(const Instruction& instruction) {
    return instruction.kind == isa::Kind::control &&
           (instruction.control.action == ControlAction::return_ ||
            instruction.control.action == ControlAction::exit);
}

bool is_control(const Instruction& instruction, ControlAction action) {
    return instruction.kind == isa::Kind::control && instruction.control.action == action;
}

} // namespace

bool leaves_piece(const Instruction& instruction) {
    return is_control(instruction, ControlAction::branch) ||
           is_control(instruction, ControlAction::branch_indexed) || ends_thread(instruction);
}

StorePlan::StorePlan(const Program& its_program, const Kernel& kernel)
    : program(its_program), source(*its_program.functions()[kernel.function].source),
      code(its_program.resolved().functions[kernel.function].code) {
    constexpr std::size_t most_instructions = 1 << 14;
    is_hopeless_ = code.size() > most_instructions;
    if (is_hopeless_) return;
    for (const Instruction& instruction : code) {
        is_hopeless_ = is_hopeless_ || (is_control(instruction, ControlAction::call) &&
                                        !is_harmless_call(instruction));
        steps.push_back(step_of(instruction));
    }
    find_pieces();
    constexpr std::size_t most_values = 1 << 19;
    is_hopeless_ = is_hopeless_ || pieces.size() * source.registers.size() > most_values;
}

// What is called writes no global memory that the kernel did not write.
bool StorePlan::is_harmless_call(const Instruction& instruction) const {
    for (const ptx::Operand& operand : source.body[instruction.source_index].operands) {
        const auto* named = std::get_if<ptx::SymbolOperand>(&operand.value);
        const auto symbol = named == nullptr ? std::nullopt : program.find_symbol(named->name);
        if (!symbol || symbol->kind != Symbol::Kind::function) continue;
        const Native native = program.functions()[symbol->value].native;
        return native == Native::vprintf || native == Native::assertfail;
    }
    return false;
}

RangeStep StorePlan::step_of(const Instruction& instruction) const {
    RangeStep step;
    if (const auto parameter = parameter_of(instruction)) {
        step.rule = RangeRule::parameter;
        step.parameter = *parameter;
        step.bits = step.result_bits = 8 * instruction.memory.width;
        return step;
    }
    if (instruction.kind != isa::Kind::lane || !has_one_result(instruction)) return step;
    if (is_copy(instruction)) {
        const std::string written = isa::name_as_written(source.body[instruction.source_index]);
        if (!written.ends_with("32") && !written.ends_with("64")) return step;
        step.rule = RangeRule::copy;
        step.bits = step.result_bits = written.ends_with("32") ? 32 : 64;
        return step;
    }
    const std::string name = isa::name_as_written(source.body[instruction.source_index]);
    const auto is_typed = [&](std::string_view prefix) {
        const TypeName* type =
            name.starts_with(prefix) ? type_named(name.substr(prefix.size())) : nullptr;
        if (type == nullptr) return false;
        step.is_signed = type->is_signed;
        step.bits = step.result_bits = type->bits;
        return true;
    };
    for (const ComparisonName& known : comparison_names)
        if (is_typed(known.prefix) && instruction.sources.size() == 2) {
            step.rule = RangeRule::compare;
            step.comparison = known.comparison;
            return step;
        }
    if (name == "and.pred") step.rule = RangeRule::both;
    if (name == "or.pred") step.rule = RangeRule::either;
    for (const RuleName& known : rule_names)
        if (is_typed(known.prefix) && instruction.sources.size() == known.sources) {
            step.rule = known.rule;
            if (step.rule == RangeRule::multiply_wide || step.rule == RangeRule::multiply_wide_add)
                step.result_bits *= 2;
            return step;
        }
    if (name.starts_with("cvt.") && name.size() == 11 && instruction.sources.size() == 1) {
        const TypeName* to = type_named(std::string_view(name).substr(4, 3));
        if (to != nullptr && is_typed(name.substr(0, 8))) {
            step.rule = RangeRule::convert;
            step.result_bits = to->bits;
        }
    }
    return step;
}

// Of a load of a whole parameter, or a part of one: where in the block of parameters.
std::optional<std::uint64_t> StorePlan::parameter_of(const Instruction& instruction) const {
    const isa::MemoryOperation& operation = instruction.memory;
    const auto* named = std::get_if<ptx::SymbolOperand>(&instruction.address.base);
    if (instruction.kind != isa::Kind::memory || named == nullptr || operation.count != 1 ||
        operation.action != isa::MemoryAction::load || operation.space != ptx::Space::param ||
        (operation.width != 4 && operation.width != 8) || instruction.destinations.size() != 1)
        return std::nullopt;
    std::uint64_t end = 0;
    for (const ptx::Variable& parameter : source.parameters) {
        end = align_up(end, static_cast<std::uint64_t>(std::max(parameter.alignment, 1)));
        const std::int64_t offset = instruction.address.offset + named->offset;
        if (parameter.name == named->name)
            return offset < 0 ? std::nullopt
                              : std::optional(end + static_cast<std::uint64_t>(offset));
        end += parameter.size;
    }
    return std::nullopt;
}

void StorePlan::find_pieces() {
    std::vector<bool> begins(code.size() + 1, false);
    std::vector<std::size_t> listed; // targets of brx.idx, whichever
    for (const ptx::BranchTargets& list : source.branch_targets)
        for (const ptx::LabelOperand& target : list.targets)
            if (target.target <= code.size()) listed.push_back(target.target);
    for (const std::size_t target : listed) begins[target] = true;
    begins[0] = true;
    for (std::size_t i = 0; i < code.size(); ++i) {
        if (code[i].target <= code.size()) begins[code[i].target] = true;
        if (leaves_piece(code[i])) begins[i + 1] = true;
    }
    std::vector<std::size_t> piece_at(code.size() + 1, 0);
    for (std::size_t i = 0; i < code.size(); ++i) {
        if (begins[i]) pieces.push_back({i, i, {}, false});
        piece_at[i] = pieces.size() - 1;
        pieces.back().end = i + 1;
    }
    for (CodePiece& piece : pieces) {
        const Instruction& last = code[piece.end - 1];
        const bool is_branch = is_control(last, ControlAction::branch);
        const bool is_indexed = is_control(last, ControlAction::branch_indexed);
        piece.goes_on =
            piece.end < code.size() && (last.guard != ptx::no_index || !leaves_piece(last));
        if (piece.goes_on) piece.next.push_back(piece_at[piece.end]);
        if (is_branch && last.target < code.size()) piece.next.push_back(piece_at[last.target]);
        for (const std::size_t target : listed)
            if (is_indexed && target < code.size()) piece.next.push_back(piece_at[target]);
    }
}

} // namespace vgpu::exec
