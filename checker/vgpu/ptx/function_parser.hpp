// One function: its header, directives and body (PTX ISA, "Kernel and Function Directives"). Names
// are resolved on the way; labels, which may be used before they stand, when their scope closes.
#pragma once

#include "vgpu/ptx/context.hpp"
#include "vgpu/ptx/scopes.hpp"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace vgpu::ptx {

class FunctionParser {
  public:
    FunctionParser(Context& context, Linkage linkage, bool is_entry);

    // Parses from behind .entry or .func to the end of the body or the ';' of a mere declaration.
    [[nodiscard]] bool parse();

  private:
    struct Label {
        enum class Kind : std::uint8_t { code, prototype, targets } kind = Kind::code;
        std::string_view name;
        Index index = no_index; // into body, prototypes or branch_targets
        Position position;
    };
    // A name that may turn out to be a label: an operand of an instruction, or of .branchtargets.
    struct OpenName {
        std::string_view name;
        Position position;
        bool in_targets = false;
        Index owner = no_index; // into body or branch_targets
        Index place = 0;        // among its operands or targets
    };
    struct ScopeMarks {
        std::size_t labels = 0, open_names = 0;
    };

    // Header (function_parser.cpp)
    bool parse_header(std::vector<std::string_view>& parameter_names);
    bool declare_parameters(const std::vector<std::string_view>& names);
    bool parse_header_directive(const Token& directive);
    bool parse_dimensions(std::uint32_t (&dimensions)[3]);
    bool parse_uint(std::uint32_t& value);
    bool announce();
    bool publish();

    // Body (function_parser.cpp)
    bool parse_body();
    bool parse_statement();
    bool parse_directive();
    bool parse_registers();
    bool parse_variables(Space space, Linkage linkage);
    bool declare_variable(Variable variable, std::string_view name);
    bool declare_module_variable(Variable variable, std::string_view name);
    bool parse_label(const Token& name);
    bool parse_prototype(const Token& name);
    bool parse_targets(const Token& name, bool of_calls);
    bool parse_guarded();
    bool parse_instruction(const Token& opcode, const Guard* guard);
    bool open_scope();
    bool close_scope();
    bool resolve_labels(const ScopeMarks& marks);
    bool resolve(const OpenName& open_name, const Label& label);
    bool leave_to_module();
    std::string unique_name(std::string_view name);

    // Operands (operand_parser.cpp)
    bool parse_operand(Operand& operand); // one of an instruction
    bool parse_element(Operand& operand); // one of a vector or list
    bool parse_sequence(char end, std::string_view what, std::vector<Operand>& elements);
    bool parse_immediate(Operand& operand);
    bool parse_name(Operand& operand, bool may_be_label);
    bool parse_negated(Operand& operand);
    bool parse_register(const Token& name, const Binding& binding, Operand& operand);
    bool parse_selector(RegisterOperand reg, Operand& operand);
    bool parse_pair(Index first, Operand& operand);
    bool parse_vector_pair(Operand& operand);
    bool parse_vector_register(const Token& name, const Binding& binding, Operand& operand);
    bool parse_special(const Token& name, Operand& operand);
    bool parse_symbol(std::string name, Operand& operand);
    bool parse_address(Operand& operand);
    bool parse_address_base(AddressOperand& address);
    bool find_register(const Token& name, Index& reg);
    std::string variable_name(const Token& name, const Binding& binding) const;

    Context& context_;
    Cursor& cursor_;
    Function function_;
    std::string_view name_;  // in the text
    Index index_ = no_index; // in Module::functions
    bool is_first_ = false;  // the module did not have it before
    Scopes scopes_;
    std::uint64_t declared_registers_ = 0;
    Index location_ = no_index;
    std::vector<ScopeMarks> marks_;
    std::vector<Label> labels_; // of the scopes that are open
    std::vector<OpenName> open_names_;
    std::vector<Index> ended_;                           // scratch of close_scope
    std::vector<bool> variable_open_;                    // parallel to function_.variables
    std::unordered_map<std::string, Index> call_blocks_; // the latest .param of a name and shape
    std::unordered_map<std::string, int> name_uses_;
    std::vector<std::string_view> modifiers_; // scratch of parse_instruction
    std::vector<Operand> operands_;           // scratch of parse_instruction
    int sequence_depth_ = 0;
    bool in_call_ = false; // the instruction is a call: parentheses hold lists
};

} // namespace vgpu::ptx
