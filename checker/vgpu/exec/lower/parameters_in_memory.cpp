// Parameters of functions that are looked at by their address, as nvcc does it where a struct that
// is passed by value is large or indexed, or where its address is taken:
//
//     mov.b64 %rd2, f_param_0;  cvta.local.u64 %rd1, %rd2;  ld.f64 %fd1, [%rd1+24];
//
// Each call puts a copy of such a parameter into the thread's local memory.
#include "vgpu/exec/lower/parameters_in_memory.hpp"

#include <algorithm>
#include <map>

namespace vgpu::exec {

namespace {

bool makes_local_address_generic(const ptx::Instruction& instruction) {
    const auto has = [&](std::string_view name) {
        return std::ranges::find(instruction.modifiers, name) != instruction.modifiers.end();
    };
    return instruction.opcode == "cvta" && has("local") && !has("to") &&
           instruction.operands.size() == 2;
}

// The variable or function that an instruction names other than in an address; or nullptr.
const ptx::SymbolOperand* value_of_symbol(const ptx::Instruction& instruction) {
    for (const ptx::Operand& operand : instruction.operands)
        if (const auto* symbol = std::get_if<ptx::SymbolOperand>(&operand.value)) return symbol;
    return nullptr;
}

} // namespace

std::unordered_set<std::string_view> parameters_in_memory(const ptx::Function& function,
                                                          const RegisterCounts& counts) {
    std::map<ptx::Index, int> made_generic; // by register, how often
    for (const ptx::Instruction& instruction : function.body)
        if (makes_local_address_generic(instruction))
            if (const auto* reg = std::get_if<ptx::RegisterOperand>(&instruction.operands[1].value))
                ++made_generic[reg->reg];
    const auto only_made_generic = [&](const ptx::Instruction& instruction) {
        if (makes_local_address_generic(instruction)) return true;
        if (instruction.opcode != "mov" || instruction.operands.empty()) return false;
        const auto* to = std::get_if<ptx::RegisterOperand>(&instruction.operands[0].value);
        return to != nullptr && counts.definitions(to->reg) == 1 &&
               made_generic.contains(to->reg) && made_generic[to->reg] == counts.uses(to->reg);
    };
    std::unordered_set<std::string_view> in_memory, otherwise;
    for (const ptx::Instruction& instruction : function.body)
        if (const auto* symbol = value_of_symbol(instruction))
            (only_made_generic(instruction) ? in_memory : otherwise).insert(symbol->name);
    for (const std::string_view name : otherwise) in_memory.erase(name);
    return in_memory;
}

} // namespace vgpu::exec
