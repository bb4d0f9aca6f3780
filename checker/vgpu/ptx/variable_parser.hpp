// Declarations of variables and parameters, with their initialisers (PTX ISA, "Variables").
#pragma once

#include "vgpu/ptx/context.hpp"

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace vgpu::ptx {

// The space a directive such as ".shared" declares variables in.
std::optional<Space> space_of_directive(std::string_view directive);

// What the declarators of one statement have in common: ".align 4 .v2 .f32".
struct VariableHead {
    Space space = Space::none;
    Linkage linkage = Linkage::internal;
    Type type = Type::none;
    int width = 1;     // .v2, .v4
    int alignment = 0; // 0: the type's own
    bool managed = false;
};

// Parses from behind the space up to the first name.
[[nodiscard]] bool parse_variable_head(Context& context, VariableHead& head);
// One "name[4][2] = {...}".
[[nodiscard]] bool parse_variable(Context& context, const VariableHead& head, Variable& variable,
                                  std::string_view& name);
// What follows a space in a statement: "[.align 4] .f32 a, b[2] = {1};". The head has the space and
// the linkage; each variable goes to `declare`, which is false after an error.
[[nodiscard]] bool
parse_variables(Context& context, VariableHead head,
                const std::function<bool(Variable variable, std::string_view name)>& declare);
// "( .param .b64 a, .param .align 8 .b8 b[16] )"; the cursor stands at the parenthesis. Functions,
// but not kernels, may have parameters in registers: ".reg .b32 a".
[[nodiscard]] bool parse_parameters(Context& context, std::vector<Variable>& parameters,
                                    std::vector<std::string_view>& names, bool in_registers);
// ".type" or ".v4 .type".
[[nodiscard]] bool parse_typed(Cursor& cursor, Type& type, int& width);

} // namespace vgpu::ptx
