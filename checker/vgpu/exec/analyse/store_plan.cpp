#include "vgpu/exec/analyse/store_plan.hpp"

#include "vgpu/exec/analyse/control_effects.hpp"
#include "vgpu/isa/table.hpp"
#include "vgpu/support/round_up.hpp"

#include <algorithm>
#include <map>
#include <string_view>

namespace vgpu::exec {

namespace {

using isa::ControlAction;
using isa::Instruction;

// Whether only the first destination is used; setp has a second one, which is mostly thrown away.
bool has_one_result(const Instruction& instruction) {
    const auto& destinations = instruction.destinations;
    return !destinations.empty() &&
           std::all_of(destinations.begin() + 1, destinations.end(),
                       [](const isa::Destination& other) { return other.reg == ptx::no_index; });
}

bool is_control(const Instruction& instruction, ControlAction action) {
    return instruction.kind == isa::Kind::control && instruction.control.action == action;
}

} // namespace

bool leaves_piece(const Instruction& instruction) {
    const ControlEffect effect = effect_of(instruction);
    return effect.jumps || effect.ends_thread;
}

StorePlan::StorePlan(const Program& its_program, const Kernel& kernel)
    : program(its_program), source(*its_program.functions()[kernel.function].source),
      code(its_program.resolved().functions[kernel.function].code) {
    constexpr std::size_t longest_code = 1 << 14;
    is_hopeless_ = code.size() > longest_code;
    if (is_hopeless_) return;
    for (const Instruction& instruction : code) {
        is_hopeless_ =
            is_hopeless_ || (effect_of(instruction).calls && !is_harmless_call(instruction));
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
        step.is_parameter = true;
        step.parameter = *parameter;
        step.bits = step.result_bits = 8 * instruction.memory.width;
        return step;
    }
    const isa::Meaning& meaning = instruction.meaning;
    if (!has_one_result(instruction)) return step;
    if (meaning.type == ptx::Type::pred) {
        step.is_of_predicates = true;
        step.role = meaning.role;
        return step;
    }
    const auto bits_of_type = [](ptx::Type type) { return 8 * ptx::size_of(type); };
    step.bits = step.result_bits = bits_of_type(meaning.type);
    step.is_signed = meaning.is_signed();
    if ((step.bits != 32 && step.bits != 64) ||
        (!meaning.is_integer() && meaning.role != isa::Role::copy))
        return step;
    if (meaning.role == isa::Role::compare) {
        const bool is_simple =
            meaning.combine == isa::Combine::none && instruction.sources.size() == 2;
        if (!is_simple || meaning.relation > isa::Relation::less_equal) return step;
        step.relation = meaning.relation;
    }
    if (meaning.role == isa::Role::convert) {
        step.result_bits = bits_of_type(meaning.result);
        if (step.result_bits < 32) return step;
    }
    if (meaning.role == isa::Role::multiply_wide || meaning.role == isa::Role::multiply_wide_add)
        step.result_bits *= 2;
    step.role = meaning.role;
    return step;
}

// The offset in the parameter block that a load of a parameter, or of a part of it, reads.
std::optional<std::uint64_t> StorePlan::parameter_of(const Instruction& instruction) const {
    const isa::MemoryOperation& operation = instruction.memory;
    const auto* named = std::get_if<ptx::SymbolOperand>(&instruction.address.base);
    if (instruction.kind != isa::Kind::memory || named == nullptr || operation.count != 1 ||
        operation.action != isa::MemoryAction::load || operation.space != ptx::Space::param ||
        (operation.width != 4 && operation.width != 8) || instruction.destinations.size() != 1)
        return std::nullopt;
    std::uint64_t end = 0;
    for (const ptx::Variable& parameter : source.parameters) {
        end = round_up(end, static_cast<std::uint64_t>(std::max(parameter.alignment, 1)));
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
