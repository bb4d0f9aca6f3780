#include "vgpu/exec/analyse/copy_rounds.hpp"

#include "vgpu/isa/table.hpp"

#include <cstdlib>

namespace vgpu::exec {

namespace {

using isa::Instruction;
using isa::Source;

bool is_register_source(const Source& source) { return source.from == Source::From::reg; }

// Beyond it no object is copied, and sums of a few do not overflow.
constexpr std::int64_t largest_step = std::int64_t{1} << 32;

std::optional<std::int64_t> number(const Source& source) {
    if (source.from != Source::From::constant) return std::nullopt;
    const std::int64_t value = source.storage == isa::Storage::word
                                   ? static_cast<std::int32_t>(source.bits)
                                   : static_cast<std::int64_t>(source.bits);
    return value >= -largest_step && value <= largest_step ? std::optional(value) : std::nullopt;
}

// The register that the instruction hands on, changed by nothing but a constant that is added.
struct HandedOn {
    ptx::Index reg = ptx::no_index;
    std::int64_t added = 0;
};
std::optional<HandedOn> handed_on(const Instruction& instruction) {
    const std::vector<Source>& sources = instruction.sources;
    const isa::Role role = instruction.meaning.role;
    if (sources.empty() || !is_register_source(sources[0])) return std::nullopt;
    if (role == isa::Role::copy || role == isa::Role::convert) return HandedOn{sources[0].reg, 0};
    if (role == isa::Role::add)
        if (const auto added = number(sources[1])) return HandedOn{sources[0].reg, *added};
    return std::nullopt;
}

// What a product or shift multiplies its first source with.
std::optional<std::int64_t> factor(const Instruction& instruction) {
    const std::vector<Source>& sources = instruction.sources;
    if (sources.size() != 2 || !is_register_source(sources[0])) return std::nullopt;
    const auto value = number(sources[1]);
    constexpr std::int64_t most = 1 << 16;
    if (!value || *value < 0 || *value > most) return std::nullopt;
    const isa::Role role = instruction.meaning.role;
    if (role == isa::Role::multiply || role == isa::Role::multiply_wide) return value;
    if (role == isa::Role::shift_left && *value < 16) return std::int64_t{1} << *value;
    return std::nullopt;
}

} // namespace

CopyRounds::CopyRounds(const isa::Function& function, std::size_t begin, std::size_t end)
    : branch_(function.code[end]) {
    for (std::size_t i = begin; i < end; ++i)
        for (const isa::Destination& destination : function.code[i].destinations) {
            const bool always = function.code[i].guard == ptx::no_index;
            const auto [known, is_new] =
                definitions_.try_emplace(destination.reg, always ? &function.code[i] : nullptr);
            if (!is_new) known->second = nullptr;
        }
}

// Follows the register's definitions back to the register itself, one round earlier. Returns the
// sum of what they add.
std::optional<std::int64_t> CopyRounds::step_around(ptx::Index reg) const {
    std::int64_t sum = 0;
    ptx::Index at = reg;
    for (int i = 0; i < most_steps; ++i) {
        const auto found = definitions_.find(at);
        if (found == definitions_.end() || found->second == nullptr) return std::nullopt;
        const auto next = handed_on(*found->second);
        if (!next) return std::nullopt;
        sum += next->added;
        at = next->reg;
        if (at == reg) return sum;
    }
    return std::nullopt;
}

std::optional<std::int64_t> CopyRounds::step(ptx::Index reg, int depth) const {
    const auto found = definitions_.find(reg);
    if (found == definitions_.end()) return 0;
    if (found->second == nullptr || depth == 0) return std::nullopt;
    const Instruction& definition = *found->second;
    if (const auto around = step_around(reg)) return around;
    if (const auto next = handed_on(definition)) return step(next->reg, depth - 1);
    if (const auto times = factor(definition)) {
        const auto own = step(definition.sources[0].reg, depth - 1);
        return own && std::abs(*own) <= largest_step ? std::optional(*own * *times) : std::nullopt;
    }
    const std::vector<Source>& sources = definition.sources;
    if (definition.meaning.role != isa::Role::add || !is_register_source(sources[0]) ||
        !is_register_source(sources[1]))
        return std::nullopt;
    const auto one = step(sources[0].reg, depth - 1), other = step(sources[1].reg, depth - 1);
    return one && other ? std::optional(*one + *other) : std::nullopt;
}

std::optional<std::uint64_t> CopyRounds::count() const {
    const auto found = definitions_.find(branch_.guard);
    if (found == definitions_.end() || found->second == nullptr || branch_.guard_negated)
        return std::nullopt;
    const Instruction& comparison = *found->second;
    if (comparison.sources.size() < 2 || !is_register_source(comparison.sources[0]) ||
        comparison.meaning.role != isa::Role::compare ||
        comparison.meaning.relation != isa::Relation::less)
        return std::nullopt;
    const auto end = number(comparison.sources[1]), counts = step(comparison.sources[0].reg);
    if (!end || !counts || *end <= 0 || *counts <= 0) return std::nullopt;
    return static_cast<std::uint64_t>((*end - 1) / *counts + 1);
}

} // namespace vgpu::exec
