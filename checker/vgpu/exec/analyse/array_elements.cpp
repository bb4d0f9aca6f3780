// Elements of arrays, whose addresses compilers compute like this:
//
//     mul.wide.s32 %rd5, %r1, 4;  add.s64 %rd6, %rd2, %rd5;  ld.global.f32 %f1, [%rd6];
//
// Where %rd2 is the same for all lanes, the access takes its addresses from %r1 itself, with a
// shift. The addition need not run if all that reads its result are such accesses, nor the
// multiplication if all that reads its result are such additions. They are still counted, like the
// instructions of invariants.cpp.
#include "vgpu/exec/analyse/code_facts.hpp"
#include "vgpu/exec/analyse/control_effects.hpp"
#include "vgpu/exec/lower/frame_layout.hpp"

#include <algorithm>
#include <bit>
#include <optional>

namespace vgpu::exec {

namespace {

using isa::Instruction;
using isa::Source;

// Instructions from the multiplication to the last access; a text may have any number of both.
constexpr std::size_t longest_search = 256;
constexpr std::uint64_t most_element_bytes = 1 << 16;

bool writes(const Instruction& instruction, ptx::Index reg) {
    return std::ranges::any_of(
        instruction.destinations,
        [reg](const isa::Destination& destination) { return destination.reg == reg; });
}

bool is_register(const Source& source, ptx::Index reg) {
    return source.from == Source::From::reg && source.reg == reg;
}

// The register that holds its address but for a displacement.
ptx::Index address_register(const Instruction& instruction) {
    const auto* base = std::get_if<ptx::RegisterOperand>(&instruction.address.base);
    return instruction.kind == isa::Kind::memory && base != nullptr ? base->reg : ptx::no_index;
}

struct Sum {
    std::size_t pc;
    ptx::Index array, result;
    std::vector<std::uint32_t> accesses;
};

std::optional<ArrayElement> scaled_index(const Instruction& instruction, const FrameLayout& layout,
                                         const CodeFacts& facts) {
    const isa::Meaning& meaning = instruction.meaning;
    if (meaning.role != isa::Role::multiply_wide || ptx::size_of(meaning.type) != 4 ||
        instruction.guard != ptx::no_index ||
        facts.counts.definitions(instruction.destinations[0].reg) != 1)
        return std::nullopt;
    const Source& index = instruction.sources[0];
    const Source& factor = instruction.sources[1];
    if (index.from != Source::From::reg || layout.register_bits(index.reg) != 32 ||
        factor.from != Source::From::constant || factor.bits > most_element_bytes ||
        !std::has_single_bit(factor.bits))
        return std::nullopt;
    return ArrayElement{.index = index.reg,
                        .shift = static_cast<std::uint8_t>(std::countr_zero(factor.bits)),
                        .is_signed = meaning.is_signed()};
}

// The array's address, if the instruction adds `scaled` to one.
std::optional<ptx::Index> array_of(const Instruction& instruction, ptx::Index scaled,
                                   const CodeFacts& facts) {
    const std::vector<Source>& sources = instruction.sources;
    if (sources.size() != 2 || instruction.guard != ptx::no_index) return std::nullopt;
    const bool is_first = is_register(sources[0], scaled);
    const Source& array = sources[is_first ? 1 : 0];
    if ((!is_first && !is_register(sources[1], scaled)) || array.from != Source::From::reg ||
        !facts.uniform.contains(array.reg) ||
        facts.counts.definitions(instruction.destinations[0].reg) != 1)
        return std::nullopt;
    const isa::Meaning& meaning = instruction.meaning;
    return meaning.role == isa::Role::add && ptx::size_of(meaning.type) == 8
               ? std::optional(array.reg)
               : std::nullopt;
}

} // namespace

void find_array_elements(const isa::Function& function, const FrameLayout& layout,
                         CodeFacts& facts) {
    const std::vector<Instruction>& code = function.code;
    for (std::size_t product = 0; product < code.size(); ++product) {
        if (code[product].kind != isa::Kind::lane) continue;
        const auto element = scaled_index(code[product], layout, facts);
        if (!element) continue;
        const ptx::Index scaled = code[product].destinations[0].reg;
        // Goes on while each thread has computed the product and the index is unchanged.
        std::vector<Sum> sums;
        const std::size_t end = std::min(code.size(), product + longest_search);
        for (std::size_t i = product + 1; i < end; ++i) {
            if (facts.is_target[i] || effect_of(code[i]).calls) break;
            const ptx::Index address = address_register(code[i]);
            for (Sum& sum : sums)
                if (sum.result == address) sum.accesses.push_back(static_cast<std::uint32_t>(i));
            if (writes(code[i], element->index)) break;
            if (code[i].kind != isa::Kind::lane) continue;
            if (const auto array = array_of(code[i], scaled, facts))
                sums.push_back({i, *array, code[i].destinations[0].reg, {}});
        }
        int replaced = 0;
        for (const Sum& sum : sums) {
            if (std::ssize(sum.accesses) != facts.counts.uses(sum.result)) continue;
            for (const std::uint32_t access : sum.accesses) {
                facts.elements[access] = *element;
                facts.elements[access].array = sum.array;
            }
            facts.is_superfluous[sum.pc] = true;
            ++replaced;
        }
        facts.is_superfluous[product] = replaced == facts.counts.uses(scaled);
    }
}

} // namespace vgpu::exec
