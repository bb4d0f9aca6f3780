// lop3: any function of three bits, as a table of eight (PTX ISA 9.7.8.6).
#include "vgpu/isa/semantics/choose.hpp"

#include <array>
#include <utility>

namespace vgpu::isa::semantics {
namespace {

// Bit k of the table is the result for the bits of a, b, c that spell k.
u32 lop3(u32 a, u32 b, u32 c, u32 table) {
    u32 result = 0;
    for (int k = 0; k < 8; ++k) {
        const u32 term = (k & 4 ? a : ~a) & (k & 2 ? b : ~b) & (k & 1 ? c : ~c);
        result |= term & (0u - ((table >> k) & 1));
    }
    return result;
}

// With .and or .or the second destination is that operation of a predicate and `result != 0`.
void with_predicate(LaneArguments arguments, u32 mask, u32 table, bool is_or) {
    const auto* a = static_cast<const u32*>(arguments.source(0));
    const auto* b = static_cast<const u32*>(arguments.source(1));
    const auto* c = static_cast<const u32*>(arguments.source(2));
    const u32 combined = *static_cast<const u32*>(arguments.source(3));
    u32 results[warp_size];
    u32 nonzero = 0;
    for (int lane = 0; lane < warp_size; ++lane) {
        results[lane] = lop3(a[lane], b[lane], c[lane], table);
        nonzero |= static_cast<u32>(results[lane] != 0) << lane;
    }
    for_each_lane(mask, ResultLanes<u32>(arguments.result(0)),
                  [&](int lane) { return results[lane]; });
    auto* predicate = static_cast<u32*>(arguments.result(1));
    const u32 value = is_or ? nonzero | combined : nonzero & combined;
    *predicate = (*predicate & ~mask) | (value & mask);
}

// There is no room for a fifth source, so that each table has a function of its own.
template <u32 table, bool is_or>
void with_this_table(LaneArguments arguments, u32 mask) {
    with_predicate(arguments, mask, table, is_or);
}
template <bool is_or, u32... tables>
constexpr std::array<LaneFunction, sizeof...(tables)>
functions_of(std::integer_sequence<u32, tables...>) {
    return {with_this_table<tables, is_or>...};
}
constexpr auto and_functions = functions_of<false>(std::make_integer_sequence<u32, 256>());
constexpr auto or_functions = functions_of<true>(std::make_integer_sequence<u32, 256>());

} // namespace

bool logic_op_3(const Form&, Instruction& instruction) { return use(instruction, lane<lop3>); }

bool logic_op_3_with_predicate(const Form& form, Instruction& instruction) {
    const Source table = instruction.sources[3];
    if (table.from != Source::From::constant) return false;
    instruction.sources.erase(instruction.sources.begin() + 3);
    const std::size_t index = table.bits & 0xff;
    return use(instruction, form.has("or") ? or_functions[index] : and_functions[index]);
}

} // namespace vgpu::isa::semantics
