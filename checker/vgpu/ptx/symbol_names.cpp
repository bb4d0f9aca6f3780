#include "vgpu/ptx/symbol_names.hpp"

#include <string_view>
#include <unordered_set>

namespace vgpu::ptx {

namespace {

class OperandNames {
  public:
    OperandNames(const Function& function, const std::function<void(std::string&)>& rename)
        : rename_(rename) {
        for (const auto* list : {&function.variables, &function.parameters, &function.returns})
            for (const Variable& variable : *list) own_.insert(variable.name);
    }

    void visit(Operand& operand) {
        if (auto* symbol = std::get_if<SymbolOperand>(&operand.value)) {
            visit(symbol->name);
        } else if (auto* address = std::get_if<AddressOperand>(&operand.value)) {
            if (auto* base = std::get_if<SymbolOperand>(&address->base)) visit(base->name);
        } else if (auto* list = std::get_if<ListOperand>(&operand.value)) {
            for (Operand& element : list->elements) visit(element);
        } else if (auto* vector = std::get_if<VectorOperand>(&operand.value)) {
            for (Operand& element : vector->elements) visit(element);
        }
    }

  private:
    void visit(std::string& name) {
        if (!own_.contains(name)) rename_(name);
    }

    const std::function<void(std::string&)>& rename_;
    std::unordered_set<std::string_view> own_;
};

} // namespace

void rename_symbols(Module& module, const std::function<void(std::string&)>& rename) {
    for (Function& function : module.functions) {
        OperandNames names(function, rename);
        for (Instruction& instruction : function.body)
            for (Operand& operand : instruction.operands) names.visit(operand);
    }
    for (Variable& variable : module.variables)
        if (variable.initial)
            for (auto& reference : variable.initial->references) rename(reference.symbol.name);
}

} // namespace vgpu::ptx
