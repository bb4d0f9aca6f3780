// Branches, barriers and calls.
#include "vgpu/exec/lower/lowering_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace vgpu::exec {

using isa::Storage;

namespace {
constexpr std::size_t most_targets = 4 << 20; // of a function's brx.idx together
}

namespace {

std::int8_t simple_barrier(const isa::Instruction& instruction) {
    constexpr std::uint64_t barriers = 16; // PTX ISA, "barrier"
    const isa::ControlOperation& operation = instruction.control;
    const auto is_constant = [](const isa::Source& source) {
        return source.from == isa::Source::From::constant;
    };
    if (operation.action != isa::ControlAction::block_barrier ||
        operation.barrier != isa::BarrierForm::sync || !operation.aligned ||
        !instruction.destinations.empty() || !std::ranges::all_of(instruction.sources, is_constant))
        return -1;
    const std::uint64_t number = instruction.sources[0].bits, threads = instruction.sources[1].bits;
    return number < barriers && threads == 0 ? static_cast<std::int8_t>(number) : -1;
}

} // namespace

std::optional<Diagnostic> Lowering::lower_control() {
    const isa::ControlOperation& operation = instruction().control;
    if (operation.action == isa::ControlAction::branch) {
        Op op = writer_.make(OpKind::branch);
        op.extra = instruction().target; // resolved once all ops are known
        writer_.write(op);
        return std::nullopt;
    }
    if (operation.action == isa::ControlAction::group_product) return lower_group_product();
    if (instruction().is_aligned) write_meeting();
    Op op = writer_.make(OpKind::control);
    if (instruction().is_aligned) op.count = 0; // the meeting counts for both
    ControlOp control;
    control.operation = operation;
    std::vector<Operands::Fixup> fixups;
    if (operation.action == isa::ControlAction::call) {
        if (auto problem = lower_call(control)) return problem;
    } else {
        control.source_count = static_cast<int>(instruction().sources.size());
        control.has_result = !instruction().destinations.empty();
        if (control.has_result) control.storage = instruction().destinations[0].storage;
        if (control.source_count != 0) control.storage = instruction().sources[0].storage;
        const std::span operands(op.operands);
        if (auto problem = operands_.sources(operands.subspan(first_source), instruction().sources))
            return problem;
        if (auto problem = operands_.results(operands.first(first_source), fixups)) return problem;
        if (!fixups.empty()) return writer_.error("the result's register has the wrong width");
    }
    control.simple_barrier = simple_barrier(instruction());
    function_.allocates_stack |= operation.action == isa::ControlAction::stack_allocate;
    if (operation.action == isa::ControlAction::branch_indexed)
        if (auto problem = lower_targets(control)) return problem;
    if (instruction().member_mask >= 0)
        op.member_mask = static_cast<std::int8_t>(first_source + instruction().member_mask);
    writer_.write(op, std::move(control));
    return std::nullopt;
}

const std::vector<ptx::Operand>& Lowering::written_operands() const {
    return function_.source->body[instruction().source_index].operands;
}

std::optional<Diagnostic> Lowering::lower_targets(ControlOp& control) {
    for (const ptx::Operand& operand : written_operands()) {
        std::string name;
        if (const auto* label = std::get_if<ptx::LabelOperand>(&operand.value)) name = label->name;
        if (const auto* symbol = std::get_if<ptx::SymbolOperand>(&operand.value))
            name = symbol->name;
        if (target_lists_.empty())
            for (const ptx::BranchTargets& list : function_.source->branch_targets)
                target_lists_.emplace(list.name, &list);
        const auto found = target_lists_.find(name);
        if (found == target_lists_.end()) continue;
        targets_ += found->second->targets.size();
        if (targets_ > most_targets) return writer_.error("the lists of targets are too long");
        for (const ptx::LabelOperand& target : found->second->targets)
            control.targets.push_back(target.target);
    }
    if (control.targets.empty()) return writer_.error("brx.idx without a list of targets");
    return std::nullopt;
}

std::optional<Diagnostic> Lowering::lower_call_value(const ptx::Operand& operand,
                                                     CallValue& value) {
    if (const auto* symbol = std::get_if<ptx::SymbolOperand>(&operand.value)) {
        const auto found = scope_.find(symbol->name);
        if (!found || found->kind != Symbol::Kind::frame_parameter)
            return writer_.error(
                fmt::format("'{}' is not a parameter that a call can pass", symbol->name));
        value.offset = static_cast<Offset>(found->value);
        value.bytes = static_cast<std::uint32_t>(found->bytes);
        return std::nullopt;
    }
    value.in_register = true;
    if (std::holds_alternative<ptx::SinkOperand>(operand.value)) return std::nullopt;
    if (const auto* reg = std::get_if<ptx::RegisterOperand>(&operand.value)) {
        value.offset = layout_.reg(reg->reg);
        value.storage = layout_.register_storage(reg->reg);
    } else if (const auto* immediate = std::get_if<ptx::ImmediateOperand>(&operand.value)) {
        value.storage = Storage::doubleword;
        value.offset = layout_.constant(value.storage, immediate->bits);
    } else {
        return writer_.error("this operand cannot be passed in a call");
    }
    if (value.storage != Storage::word && value.storage != Storage::doubleword)
        return writer_.error("a call passes registers of 32 or 64 bits");
    value.bytes = value.storage == Storage::word ? 4 : 8;
    return std::nullopt;
}

std::optional<Diagnostic> Lowering::lower_call(ControlOp& control) {
    bool target_seen = false;
    for (const ptx::Operand& operand : written_operands()) {
        if (const auto* list = std::get_if<ptx::ListOperand>(&operand.value)) {
            auto& values = target_seen ? control.arguments : control.returns;
            for (const ptx::Operand& element : list->elements) {
                CallValue value;
                if (auto problem = lower_call_value(element, value)) return problem;
                values.push_back(value);
            }
        } else if (!target_seen) {
            target_seen = true;
            if (auto problem = lower_call_target(operand, control)) return problem;
        }
    }
    if (!target_seen) return writer_.error("call without a function");
    return std::nullopt;
}

std::optional<Diagnostic> Lowering::lower_call_target(const ptx::Operand& operand,
                                                      ControlOp& control) {
    if (const auto* reg = std::get_if<ptx::RegisterOperand>(&operand.value)) {
        if (layout_.register_storage(reg->reg) != Storage::doubleword)
            return writer_.error("a function's address is a 64-bit register");
        control.callee_address = layout_.reg(reg->reg);
        function_.calls_indirectly = true;
        return std::nullopt;
    }
    const auto* symbol = std::get_if<ptx::SymbolOperand>(&operand.value);
    const auto found = symbol == nullptr ? std::nullopt : scope_.find(symbol->name);
    if (!found || found->kind != Symbol::Kind::function)
        return writer_.error("call of something that is not a function");
    control.callee = static_cast<std::uint32_t>(found->value);
    const ExecutableFunction& callee = program_.functions()[control.callee];
    if (!callee.defined)
        return is_of_device_runtime(symbol->name)
                   ? writer_.unsupported(undefined_function(symbol->name))
                   : writer_.error(undefined_function(symbol->name));
    if (callee.parameters.size() != control.arguments.size() && !control.arguments.empty())
        return writer_.error(
            fmt::format("passes the wrong number of arguments to {}", symbol->name));
    function_.callees.push_back(control.callee);
    return std::nullopt;
}

} // namespace vgpu::exec
