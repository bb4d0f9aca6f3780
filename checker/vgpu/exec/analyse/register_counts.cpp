#include "vgpu/exec/analyse/register_counts.hpp"

#include "vgpu/exec/analyse/control_effects.hpp"

namespace vgpu::exec {

RegisterCounts::RegisterCounts(const isa::Function& function)
    : definitions_(function.source->registers.size()), uses_(definitions_.size()) {
    for (const isa::Instruction& instruction : function.code) {
        for (const isa::Destination& destination : instruction.destinations)
            add(definitions_, destination.reg, 1);
        for (const isa::Source& source : instruction.sources)
            if (source.from == isa::Source::From::reg) add(uses_, source.reg, 1);
        add(uses_, instruction.guard, 1);
        for (const ptx::AddressOperand* address :
             {&instruction.address, &instruction.copy_target, &instruction.copy_barrier})
            if (const auto* base = std::get_if<ptx::RegisterOperand>(&address->base))
                add(uses_, base->reg, 1);
        if (instruction.kind != isa::Kind::control) continue;
        const bool is_call = effect_of(instruction).calls;
        for (const ptx::Operand& operand : function.source->body[instruction.source_index].operands)
            add_operand(operand, is_call);
    }
    // .reg parameters of a function: calls write them.
    for (const auto* variables : {&function.source->parameters, &function.source->returns})
        for (const ptx::Variable& variable : *variables)
            if (variable.space == ptx::Space::reg) add(definitions_, variable.reg, 2);
}

// A call may write any register that it names.
void RegisterCounts::add_operand(const ptx::Operand& operand, bool is_written) {
    if (const auto* reg = std::get_if<ptx::RegisterOperand>(&operand.value)) {
        add(uses_, reg->reg, 1);
        if (is_written) add(definitions_, reg->reg, 2);
    }
    if (const auto* list = std::get_if<ptx::ListOperand>(&operand.value))
        for (const ptx::Operand& element : list->elements) add_operand(element, is_written);
}

} // namespace vgpu::exec
