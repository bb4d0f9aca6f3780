#include "vgpu/isa/reference.hpp"

#include "vgpu/isa/table.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace vgpu::isa {
namespace {

std::string_view name_of(Kind kind) {
    switch (kind) {
    case Kind::lane:
        return "lane";
    case Kind::warp:
        return "warp";
    case Kind::memory:
        return "memory";
    case Kind::control:
        return "control";
    }
    return "";
}

// `|` ends a cell of a Markdown table, in code as well.
std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : text) result.append(c == '|' ? "\\|" : std::string(1, c));
    return result;
}

std::string code(std::string_view text) {
    return text.empty() ? "" : fmt::format("`{}`", escaped(text));
}

std::string row_text(const Row& row) {
    if (!row.is_implemented)
        return fmt::format("| `{}` | {} | refused | | | |\n", row.mnemonic, row.section);
    return fmt::format("| `{}` | {} | {} | {} | {} | {} |\n", row.mnemonic, row.section,
                       name_of(row.kind), code(row.operands), code(row.types), code(row.modifiers));
}

} // namespace

std::string reference_text() {
    std::set<std::string_view> implemented, refused;
    for (const Row& row : table())
        (row.is_implemented ? implemented : refused).insert(row.mnemonic);
    std::string text = fmt::format(
        R"(# Instructions of the virtual GPU

Generated from the table in checker/vgpu/isa/table by `generate_instruction_reference`; do not edit.

{} instructions are implemented, {} are refused by name when a module that contains them is loaded.
Sections are those of the PTX ISA manual, version 9.0. Checker/tests/isa holds the tests.

How to read a row. **Instruction**: the opcode and the modifiers it must have, in any order. **Kind**: who
executes it: `lane` computes every lane from its own operands, `warp` looks at all lanes, `memory` and
`control` are carried out by the executor. **Operands**: `=` marks a destination; `t`, `u`, `v` are the
first, second, third type of the instruction, `w` is twice as wide as t, `p` a predicate; `{{t}}` a vector
or one element, `{{}}` a vector that is as wide as t altogether, `[]` an address; `|p` an optional second
destination, `~` a register that may be wider than the type, `?` an operand that may be absent, `...`
operands that the executor reads itself. **Types**: those of t, after `/` those of u, and so on.
**Modifiers**: one of each group; a group in brackets may be absent.

| Instruction | PTX ISA | Kind | Operands | Types | Modifiers |
|---|---|---|---|---|---|
)",
        implemented.size(), refused.size());
    for (const Row& row : table()) text += row_text(row);
    return text;
}

} // namespace vgpu::isa
