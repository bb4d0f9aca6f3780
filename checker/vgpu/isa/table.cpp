// The rows in order, and what must hold for all of them: checked when this file is compiled.
#include "vgpu/isa/table.hpp"

#include "vgpu/isa/semantics/choose.hpp"

#include <algorithm>
#include <array>
#include <tuple>

namespace vgpu::isa {
namespace {

using namespace semantics;

constexpr auto unsorted = std::to_array<Row>({
// clang-format off
#define ROW(mnemonic, section, kind, operands, types, modifiers, semantics)                          \
    {mnemonic, section, Kind::kind, operands, types, modifiers, semantics, ""},
#define REFUSED(mnemonic, section, belongs_to)                                                       \
    {mnemonic, section, Kind::control, "...", "", "", nullptr, belongs_to},
#include "vgpu/isa/table/all.inc"
#undef ROW
#undef REFUSED
    // clang-format on
});

constexpr auto key(const Row& row) {
    return std::tie(row.mnemonic, row.section, row.operands, row.types, row.modifiers);
}

constexpr auto rows = [] {
    auto sorted = unsorted;
    std::ranges::sort(sorted, {}, key);
    return sorted;
}();

static_assert(std::ranges::adjacent_find(rows, {}, key) == rows.end(), "two rows are the same");

constexpr bool opcodes_are_together() {
    for (std::size_t i = 1; i < rows.size(); ++i)
        if (rows[i].opcode() < rows[i - 1].opcode()) return false;
    return true;
}
static_assert(opcodes_are_together(), "match() looks rows up by their opcode");

constexpr std::string_view type_words =
    " pred b8 b16 b32 b64 b128 u8 u16 u32 u64 s8 s16 s32 s64 f16 f16x2 bf16 bf16x2 tf32 f32 f64"
    " u16x2 s16x2 u2 s2 u4 s4 b1 e4m3 e5m2 e4m3x2 e5m2x2"
    " / ";

// A misspelt type would make a row that no instruction fits.
constexpr bool is_spelt_right(const Row& row) {
    Words types(row.types);
    for (auto word = types.next(); !word.empty(); word = types.next())
        if (!contains_word(type_words, word, ' ')) return false;
    Words groups(row.modifiers);
    for (auto group = groups.next(); !group.empty(); group = groups.next()) {
        if (group.starts_with('[') != group.ends_with(']')) return false;
        if (contains_word(type_words, group, ' ')) return false;
    }
    return true;
}
static_assert(std::ranges::all_of(rows, is_spelt_right), "a row has a misspelt type or group");

constexpr bool is_complete(const Row& row) {
    return !row.mnemonic.empty() && row.section.starts_with("9.7.") &&
           (row.is_implemented() || row.operands == "...");
}
static_assert(std::ranges::all_of(rows, is_complete), "a row lacks a column");

} // namespace

std::span<const Row> table() { return rows; }

} // namespace vgpu::isa
