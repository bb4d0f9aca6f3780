// set and setp, for integers and floats alike (PTX ISA 9.7.6.1, 9.7.6.2, 9.7.7).
//
// The many forms come down to few loops. gt and ge are lt and le with their sources swapped. The
// plain form (one predicate, nothing to combine) is an ordinary lane function. All others compute a
// whole mask of comparisons first and then work on masks: `general` reads from a constant source
// what is to be done with it.
#pragma once

#include "vgpu/isa/semantics/choose.hpp"
#include "vgpu/isa/semantics/floats.hpp"

namespace vgpu::isa::semantics {

struct Comparison {
    Relation relation = Relation::equal;
    bool swapped = false;
};

// What `general` does with the masks of comparisons, packed into a constant.
enum class Output : std::uint8_t { predicates, ones_32, ones_16, one_f32, one_f16, one_bf16 };

constexpr std::uint32_t control_word(Combine combine, Output output) {
    return static_cast<std::uint32_t>(combine) | static_cast<std::uint32_t>(output) << 8;
}

inline std::uint32_t combine_masks(std::uint32_t control, std::uint32_t comparison,
                                   std::uint32_t other) {
    switch (static_cast<Combine>(control & 0xff)) {
    case Combine::and_:
        return comparison & other;
    case Combine::or_:
        return comparison | other;
    case Combine::xor_:
        return comparison ^ other;
    case Combine::none:
        break;
    }
    return comparison;
}

inline std::uint32_t value_if_true(std::uint32_t control) {
    switch (static_cast<Output>(control >> 8)) {
    case Output::ones_32:
        return 0xffffffffu;
    case Output::ones_16:
        return 0xffffu;
    case Output::one_f32:
        return 0x3f800000u;
    case Output::one_f16:
        return 0x3c00u;
    case Output::one_bf16:
        return 0x3f80u;
    case Output::predicates:
        break;
    }
    return 1;
}

// Writes what an instruction with control word `control` makes of two masks: for packed comparisons
// those of the low and high halves, otherwise the comparison and its opposite.
void give_comparison(LaneArguments arguments, std::uint32_t mask, std::uint32_t first,
                     std::uint32_t second, bool is_packed);

// Sources: a, b, the predicate to combine with, the control word.
template <auto compare, class T>
void general(LaneArguments arguments, std::uint32_t mask) {
    const SourceLanes<T> a(arguments.source(0)), b(arguments.source(1));
    std::uint32_t holds = 0;
    for_each_lane(all_lanes, ResultLanes<bool>(&holds),
                  [&](int lane) { return compare(a[lane], b[lane]); });
    give_comparison(arguments, mask, holds, ~holds, false);
}

// Which comparison a modifier names; with `for_unsigned`, lo, ls, hi, hs as well.
Comparison comparison_of(const Form& form);

// What a setp means, with its sources in the order that comparison_of says.
Meaning meaning_of(const Form& form);

// Adds the predicate and control word that `general` expects. Whether the plain form will do.
bool is_plain_setp(const Form& form, const Instruction& instruction);
void add_control(const Form& form, Instruction& instruction, Output output);

// What set writes for true.
Output output_of(const Form& form);

} // namespace vgpu::isa::semantics
