// The instruction table: every instruction of PTX ISA 9.0, one row a form of it.
//
// What an opcode means, which types, modifiers and operands it takes and where the manual describes
// it is written in table/*.inc and nowhere else. Lookup, the check of an instruction's signature,
// its semantics, what a refusal says and docs/reference/instructions.md derive from the rows.
#pragma once

#include "vgpu/isa/instruction.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace vgpu::isa {

struct Form;

// Chooses the semantics of an instruction whose signature fits its row: sets lane, warp, memory or
// control; may change the operands. False: this combination of types and modifiers has none.
using Semantics = bool (*)(const Form& form, Instruction& instruction);

struct Row {
    // "mul.wide": the opcode, then modifiers that the instruction must carry (in any order).
    std::string_view mnemonic;
    std::string_view section; // of the PTX ISA manual, version 9.0
    Kind kind = Kind::control;
    // One word an operand. A leading `=`: destination. Then its type: `t`, `u`, `v`: the first,
    // second, third type of the instruction; `w`: twice as wide as t; or a type by name. `=t|p`:
    // with an optional second destination, a predicate. `{t}`: a vector or one element. `{}`: a
    // vector that together is as wide as t. `[]`: an address; `[>]`:
    // the one that a copy goes to; `[b]`: its mbarrier; `[,]`: a texture or surface and
    // coordinates, each a source of 32 bits; `[,m]` and `[>,m]`: a tensor map and coordinates, in
    // place of `[]` and `[>]`; `{o}`: offsets of texels, as many as the geometry has coordinates;
    // `c`: a float that texels are compared with. `label`. A trailing `~`: the register may be
    // wider than the type, but not beside a bf16; a trailing `.`: a selector may follow (`%r1.b0`);
    // a trailing
    // `-`: a number may be negated (`-%r1`); a trailing `?`: may be absent. `...`: whatever follows
    // is not checked.
    std::string_view operands;
    // The types for t, then ` / ` and those for u, and so on. "" for an instruction without types.
    std::string_view types;
    // Groups of which an instruction has one: `rn|rz`; or at most one: `[rn|rz]`.
    std::string_view modifiers;
    Semantics semantics = nullptr;
    std::string_view belongs_to = ""; // of a row that is refused: what the virtual GPU lacks for it

    constexpr bool is_implemented() const { return belongs_to.empty(); }

    constexpr std::string_view opcode() const { return mnemonic.substr(0, mnemonic.find('.')); }
};

// All rows, sorted by mnemonic, then by section.
std::span<const Row> table();

// An instruction as it was matched with a row.
struct Form {
    const Row& row;
    const ptx::Function& function;
    const ptx::Instruction& source;
    ptx::Type types[4] = {}; // packed 16-bit integers count as b32; what has no C++ type: none
    std::string_view type_names[4] = {};

    ptx::Type type() const { return types[0]; }
    bool has(std::string_view modifier) const;
    // The one of the `|`-separated names that the instruction carries; "" if none.
    std::string_view which(std::string_view names) const;
};

// Chooses the row that fits and its semantics, or says what does not fit. `instruction` gets its
// row, kind, operands and semantics.
std::optional<Diagnostic> match(const ptx::Function& function, const ptx::Instruction& source,
                                Instruction& instruction);

// Fills in destinations, sources and address after the row's operand pattern; a sentence if they do
// not fit it.
std::optional<std::string> resolve_operands(const Form& form, Instruction& instruction);

// "add.sat.s32", as the program has it.
std::string name_as_written(const ptx::Instruction& source);

// "u16x2" is b32 here; nullopt if no type has this name.
std::optional<ptx::Type> operand_type(std::string_view name);

Storage storage_of(ptx::Type type);

// Walks through a list of words; ends when `next` gives an empty one.
class Words {
  public:
    constexpr explicit Words(std::string_view text, char separator = ' ')
        : rest_(text), separator_(separator) {}
    constexpr std::string_view next() {
        while (!rest_.empty() && rest_.front() == separator_) rest_.remove_prefix(1);
        const auto word = rest_.substr(0, rest_.find(separator_));
        rest_.remove_prefix(word.size());
        return word;
    }

  private:
    std::string_view rest_;
    char separator_;
};

constexpr bool contains_word(std::string_view list, std::string_view wanted, char separator) {
    Words words(list, separator);
    for (auto word = words.next(); !word.empty(); word = words.next())
        if (word == wanted) return true;
    return false;
}

} // namespace vgpu::isa
