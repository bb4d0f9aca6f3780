#include "vgpu/isa/reference.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

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

std::string row_text(const Row& row, const Coverage& coverage) {
    const auto found = coverage.find(&row);
    const auto tests =
        found == coverage.end() ? "" : fmt::format("{}", fmt::join(found->second, ", "));
    return fmt::format("| `{}` | {} | {} | {} | {} | {} | {} |\n", row.mnemonic, row.section,
                       name_of(row.kind), code(row.operands), code(row.types), code(row.modifiers),
                       tests);
}

std::string refused_text(const Row& row) {
    const bool is_newer = row.belongs_to.starts_with("sm_");
    return fmt::format("| `{}` | {} | {}{} |\n", row.mnemonic, row.section,
                       is_newer ? "needs " : "", row.belongs_to);
}

} // namespace

std::string reference_text(const Coverage& coverage) {
    std::set<std::string_view> implemented, refused;
    for (const Row& row : table())
        (row.is_implemented() ? implemented : refused).insert(row.mnemonic);
    std::string text = fmt::format(
        R"(# Instructions of the virtual GPU

Generated from the table in checker/vgpu/isa/table by `generate_instruction_reference`; do not edit.

{} instructions are implemented, {} are refused by name when a module that contains them is loaded.
Sections are those of the PTX ISA manual, version 9.0.

## Implemented

How to read a row. **Instruction**: the opcode and the modifiers it must have, in any order. **Kind**: who
executes it: `lane` computes every lane from its own operands, `warp` looks at all lanes, `memory` and
`control` are carried out by the executor. **Operands**: `=` marks a destination; `t`, `u`, `v` are the
first, second, third type of the instruction, `w` is twice as wide as t, `p` a predicate; `{{t}}` a vector
or one element, `{{}}` a vector that is as wide as t altogether, `[]` an address, `[,]` a texture or surface and coordinates, `[>]` that of a copy's
target, `[,m]` and `[>,m]` a tensor map and coordinates in place of an address, `[b]` that of its mbarrier; `{{o}}` offsets of texels, `c` a float that they are compared with; `|p` an optional second destination, `~` a register that may be wider than the type (beside a bf16 it may not), `.` one of whose parts may be named, `-` one that
may be negated, `?` an operand that may be absent, `...` operands that the executor reads itself. **Types**:
those of t, after `/` those of u, and so on. **Modifiers**: one of each group; a group in brackets may be
absent. **Tests**: files in checker/tests/isa that execute the row; each says at its top which device
answered. Calls, which a form of one function cannot show, are tested in checker/tests/unit/exec, copies of tensors in
checker/tests/silicon/api_tensors.cu.

| Instruction | PTX ISA | Kind | Operands | Types | Modifiers | Tests |
|---|---|---|---|---|---|---|
)",
        implemented.size(), refused.size());
    for (const Row& row : table())
        if (row.is_implemented()) text += row_text(row, coverage);
    text += R"(
## Refused

Refused by name and line when a module is loaded. An instruction that is in both lists is refused only
with the modifiers of this one. Forms that need a newer architecture than sm_90 are refused like forms
that do not exist: minima and maxima of three f32, vectors of 32 bytes.

| Instruction | PTX ISA | Belongs to |
|---|---|---|
)";
    for (const Row& row : table())
        if (!row.is_implemented()) text += refused_text(row);
    return text;
}

} // namespace vgpu::isa
