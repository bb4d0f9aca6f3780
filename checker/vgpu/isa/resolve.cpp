// Resolves the instructions of a parsed module: finds the row, checks the signature, or refuses.
#include "vgpu/isa/table.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace vgpu::isa {
namespace {

// Why a row does not fit, and how far the match came: of several rows of one opcode the one that
// came farthest gives the message.
struct Misfit {
    int progress = 0;
    std::string message;
    bool unsupported = false; // by the virtual GPU, that is
};

bool carries(const ptx::Instruction& source, std::string_view modifier) {
    return std::ranges::find(source.modifiers, modifier) != source.modifiers.end();
}

// Whether the modifiers that a row's mnemonic demands are all there.
bool mnemonic_fits(const Row& row, const ptx::Instruction& source) {
    Words words(row.mnemonic, '.');
    words.next();
    for (auto word = words.next(); !word.empty(); word = words.next())
        if (!carries(source, word)) return false;
    return true;
}

bool is_optional(std::string_view group) { return group.starts_with('['); }

std::string_view members(std::string_view group) {
    return is_optional(group) ? group.substr(1, group.size() - 2) : group;
}

// Divides an instruction's modifiers among its row's mnemonic, types and groups.
class ModifierMatch {
  public:
    ModifierMatch(const Row& row, Form& form) : row_(row), form_(form), types_(row.types, '/') {
        expected_types_ = types_.next();
    }

    std::optional<Misfit> run() {
        for (const auto& modifier : form_.source.modifiers) {
            if (is_type(modifier)) continue;
            if (contains_word(row_.mnemonic.substr(row_.opcode().size()), modifier, '.')) continue;
            if (auto misfit = use(modifier)) return misfit;
        }
        if (!expected_types_.empty()) {
            const auto found = type_count_ == 0 ? "" : " second";
            return Misfit{3, fmt::format("needs a{} type, one of {}", found, expected_types_)};
        }
        return missing_group();
    }

  private:
    bool is_type(std::string_view modifier) {
        if (!contains_word(expected_types_, modifier, ' ')) return false;
        form_.type_names[type_count_] = modifier;
        form_.types[type_count_] = operand_type(modifier).value_or(ptx::Type::none);
        ++type_count_;
        expected_types_ = types_.next();
        return true;
    }

    std::optional<Misfit> use(std::string_view modifier) {
        Words groups(row_.modifiers);
        unsigned bit = 1;
        std::string_view taken; // a group that has it and has one already; a later one may have it
        for (auto group = groups.next(); !group.empty(); group = groups.next(), bit <<= 1) {
            if (!contains_word(members(group), modifier, '|')) continue;
            if (used_ & bit) {
                taken = members(group);
                continue;
            }
            used_ |= bit;
            return std::nullopt;
        }
        if (!taken.empty()) return Misfit{2, fmt::format("has two modifiers of .{}", taken)};
        if (row_.types == "u64" && modifier == "u32") // of cvta: no GPU of today has others
            return Misfit{2, "addresses have 64 bits, .u64; NVIDIA's ptxas refuses .u32 as well"};
        // A known type in the wrong place says more than a wrong modifier.
        const bool known_type = operand_type(modifier).has_value();
        return Misfit{known_type ? 2 : 1,
                      fmt::format("the virtual GPU does not support .{} here yet", modifier),
                      !known_type};
    }

    std::optional<Misfit> missing_group() const {
        Words groups(row_.modifiers);
        unsigned bit = 1;
        for (auto group = groups.next(); !group.empty(); group = groups.next(), bit <<= 1)
            if (!is_optional(group) && !(used_ & bit))
                return Misfit{3, fmt::format("needs one of .{}", group)};
        return std::nullopt;
    }

    const Row& row_;
    Form& form_;
    Words types_;
    std::string_view expected_types_;
    int type_count_ = 0;
    unsigned used_ = 0; // one bit per group
};

std::optional<Misfit> try_row(const Row& row, const ptx::Function& function,
                              const ptx::Instruction& source, Instruction& instruction) {
    Form form{.row = row, .function = function, .source = source};
    if (auto misfit = ModifierMatch(row, form).run()) return misfit;
    Instruction candidate;
    candidate.row = &row;
    candidate.kind = row.kind;
    if (auto error = resolve_operands(form, candidate)) return Misfit{4, *error};
    if (!row.semantics(form, candidate))
        return Misfit{
            5, "the virtual GPU does not support this combination of types and modifiers yet",
            true};
    instruction = std::move(candidate);
    return std::nullopt;
}

Diagnostic refusal(const ptx::Instruction& source, std::string_view why, std::string_view section,
                   bool unsupported) {
    return {.message = fmt::format("{}: {} (PTX ISA {})", name_as_written(source), why, section),
            .position = source.position,
            .unsupported = unsupported};
}

std::optional<Diagnostic> check_directives(const ptx::Function& function) {
    for (const auto& directive : function.other_directives)
        if (directive.starts_with(".blocksareclusters"))
            return Diagnostic{.message = fmt::format(
                                  "{}: the virtual GPU does not support grids that are counted "
                                  "in clusters, which {} asks for (PTX ISA 11.4)",
                                  function.name, directive),
                              .position = function.position,
                              .unsupported = true};
    return std::nullopt;
}

std::optional<Diagnostic> resolve_function(const ptx::Function& source, Function& function) {
    function.source = &source;
    if (auto error = check_directives(source)) return error;
    function.code.resize(source.body.size());
    for (std::size_t i = 0; i < source.body.size(); ++i) {
        Instruction& instruction = function.code[i];
        if (auto error = match(source, source.body[i], instruction)) return error;
        instruction.source_index = static_cast<ptx::Index>(i);
        if (source.body[i].guard) {
            instruction.guard = source.body[i].guard->reg;
            instruction.guard_negated = source.body[i].guard->negated;
        }
    }
    return std::nullopt;
}

} // namespace

bool Form::has(std::string_view modifier) const { return carries(source, modifier); }

std::string_view Form::which(std::string_view names) const {
    Words words(names, '|');
    for (auto word = words.next(); !word.empty(); word = words.next())
        if (has(word)) return word;
    return {};
}

std::string name_as_written(const ptx::Instruction& source) {
    std::string name = source.opcode;
    for (const auto& modifier : source.modifiers) name.append(".").append(modifier);
    return name;
}

std::optional<ptx::Type> operand_type(std::string_view name) {
    if (name == "u16x2" || name == "s16x2") return ptx::Type::b32;
    return ptx::parse_type(name);
}

std::optional<Diagnostic> match(const ptx::Function& function, const ptx::Instruction& source,
                                Instruction& instruction) {
    const auto rows =
        std::ranges::equal_range(table(), std::string_view(source.opcode), {}, &Row::opcode);
    if (rows.empty())
        return Diagnostic{fmt::format("{}: unknown instruction", name_as_written(source)),
                          source.position};
    const Row* refused = nullptr; // the most specific one
    const Row* closest = nullptr;
    Misfit why;
    for (const Row& row : rows) {
        if (!mnemonic_fits(row, source)) continue;
        if (!row.is_implemented()) {
            if (!refused || row.mnemonic.size() > refused->mnemonic.size()) refused = &row;
            continue;
        }
        auto misfit = try_row(row, function, source, instruction);
        if (!misfit) return std::nullopt;
        if (!closest || misfit->progress > why.progress) {
            closest = &row;
            why = std::move(*misfit);
        }
    }
    if (refused)
        return refusal(source, "the virtual GPU does not support this instruction yet",
                       refused->section, true);
    if (closest) return refusal(source, why.message, closest->section, why.unsupported);
    return refusal(source, "the virtual GPU does not support this form of the instruction yet",
                   rows.front().section, true);
}

Expected<Program> resolve(const ptx::Module& module) {
    Program program;
    program.module = &module;
    program.functions.resize(module.functions.size());
    for (std::size_t i = 0; i < module.functions.size(); ++i)
        if (auto error = resolve_function(module.functions[i], program.functions[i])) return *error;
    return program;
}

} // namespace vgpu::isa
