// Comparisons of floats (PTX ISA 9.7.6.1, 9.7.6.2, 9.7.7): a NaN makes the ordered ones false and
// the unordered ones true.
#include "vgpu/isa/semantics/compare.hpp"

namespace vgpu::isa::semantics {
namespace {

template <Relation relation, class T>
bool holds(T a, T b) {
    switch (relation) {
    case Relation::equal:
        return a == b;
    case Relation::not_equal:
        return a < b || a > b;
    case Relation::less:
        return a < b;
    case Relation::less_equal:
        return a <= b;
    case Relation::equal_or_nan:
        return !(a < b || a > b);
    case Relation::not_equal_or_nan:
        return a != b;
    case Relation::less_or_nan:
        return !(a >= b);
    case Relation::less_equal_or_nan:
        return !(a > b);
    case Relation::number:
        return a == a && b == b;
    case Relation::nan:
        return a != a || b != b;
    }
    return false;
}

float number(float value) { return value; }
double number(double value) { return value; }
float number(Half value) { return to_float(value); }
float number(Bfloat value) { return to_float(value); }

template <Relation relation, bool ftz, class T>
bool compare(T a, T b) {
    if constexpr (ftz)
        return holds<relation>(number(flush(a)), number(flush(b)));
    else
        return holds<relation>(number(a), number(b));
}

// Two 16-bit floats a word: the masks of the low and of the high halves.
template <auto each, class T>
void packed(LaneArguments arguments, std::uint32_t mask) {
    const SourceLanes<std::uint32_t> a(arguments.source(0)), b(arguments.source(1));
    const auto half = [](std::uint32_t word, int shift) {
        return T{static_cast<std::uint16_t>(word >> shift)};
    };
    std::uint32_t low = 0, high = 0;
    for_each_lane(all_lanes, ResultLanes<bool>(&low),
                  [&](int lane) { return each(half(a[lane], 0), half(b[lane], 0)); });
    for_each_lane(all_lanes, ResultLanes<bool>(&high),
                  [&](int lane) { return each(half(a[lane], 16), half(b[lane], 16)); });
    give_comparison(arguments, mask, low, high, true);
}

// What a comparison function is used for.
struct Plain {
    template <auto each, class>
    static constexpr LaneFunction function = lane<each>;
};
struct General {
    template <auto each, class T>
    static constexpr LaneFunction function = general<each, T>;
};
struct Packed {
    template <auto each, class T>
    static constexpr LaneFunction function = packed<each, T>;
};

template <class Use, class T, bool ftz>
LaneFunction choose(Relation relation) {
    switch (relation) {
#define WORKBOOK_RELATION(name)                                                                    \
    case Relation::name:                                                                           \
        return Use::template function<compare<Relation::name, ftz, T>, T>;
        WORKBOOK_RELATION(equal)
        WORKBOOK_RELATION(not_equal)
        WORKBOOK_RELATION(less)
        WORKBOOK_RELATION(less_equal)
        WORKBOOK_RELATION(equal_or_nan)
        WORKBOOK_RELATION(not_equal_or_nan)
        WORKBOOK_RELATION(less_or_nan)
        WORKBOOK_RELATION(less_equal_or_nan)
        WORKBOOK_RELATION(number)
        WORKBOOK_RELATION(nan)
#undef WORKBOOK_RELATION
    }
    return nullptr;
}

template <class Use>
LaneFunction choose_scalar(ptx::Type type, Relation relation, bool ftz) {
    switch (type) {
    case ptx::Type::f32:
        return ftz ? choose<Use, float, true>(relation) : choose<Use, float, false>(relation);
    case ptx::Type::f64:
        return ftz ? nullptr : choose<Use, double, false>(relation);
    case ptx::Type::f16:
        return ftz ? choose<Use, Half, true>(relation) : choose<Use, Half, false>(relation);
    case ptx::Type::bf16:
        return ftz ? nullptr : choose<Use, Bfloat, false>(relation);
    default:
        return nullptr;
    }
}

LaneFunction scalar_comparison(const Form& form, ptx::Type type, Instruction& instruction,
                               bool plain) {
    const auto comparison = comparison_of(form);
    if (comparison.swapped) swap_sources(instruction);
    const bool ftz = form.has("ftz");
    return plain ? choose_scalar<Plain>(type, comparison.relation, ftz)
                 : choose_scalar<General>(type, comparison.relation, ftz);
}

LaneFunction packed_comparison(const Form& form, ptx::Type type, Instruction& instruction) {
    const auto comparison = comparison_of(form);
    if (comparison.swapped) swap_sources(instruction);
    const bool ftz = form.has("ftz");
    if (type == ptx::Type::f16x2)
        return ftz ? choose<Packed, Half, true>(comparison.relation)
                   : choose<Packed, Half, false>(comparison.relation);
    return ftz ? nullptr : choose<Packed, Bfloat, false>(comparison.relation);
}

} // namespace

bool float_setp(const Form& form, Instruction& instruction) {
    instruction.meaning = meaning_of(form);
    const bool plain = is_plain_setp(form, instruction);
    if (!plain) add_control(form, instruction, Output::predicates);
    return use(instruction, scalar_comparison(form, form.type(), instruction, plain));
}
bool float_set(const Form& form, Instruction& instruction) {
    add_control(form, instruction, output_of(form));
    return use(instruction, scalar_comparison(form, form.types[1], instruction, false));
}
bool packed_setp(const Form& form, Instruction& instruction) {
    add_control(form, instruction, Output::predicates);
    return use(instruction, packed_comparison(form, form.type(), instruction));
}
bool packed_set(const Form& form, Instruction& instruction) {
    // Each half of an integer result is all ones or zero.
    const bool is_integer = form.type() == ptx::Type::u32 || form.type() == ptx::Type::s32;
    if (!is_integer && form.type() != form.types[1]) return false;
    add_control(form, instruction, is_integer ? Output::ones_16 : output_of(form));
    return use(instruction, packed_comparison(form, form.types[1], instruction));
}

} // namespace vgpu::isa::semantics
