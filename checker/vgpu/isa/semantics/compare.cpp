// The part of set and setp that does not depend on types, and the integer comparisons.
#include "vgpu/isa/semantics/compare.hpp"

namespace vgpu::isa::semantics {
namespace {

template <class T>
bool equal(T a, T b) {
    return a == b;
}
template <class T>
bool not_equal(T a, T b) {
    return a != b;
}
template <class T>
bool less(T a, T b) {
    return a < b;
}
template <class T>
bool less_equal(T a, T b) {
    return a <= b;
}

template <class T>
LaneFunction choose(Relation relation, bool plain) {
    switch (relation) {
    case Relation::equal:
        return plain ? lane<equal<T>> : general<equal<T>, T>;
    case Relation::not_equal:
        return plain ? lane<not_equal<T>> : general<not_equal<T>, T>;
    case Relation::less:
        return plain ? lane<less<T>> : general<less<T>, T>;
    case Relation::less_equal:
        return plain ? lane<less_equal<T>> : general<less_equal<T>, T>;
    default:
        return nullptr;
    }
}

LaneFunction integer_comparison(const Form& form, ptx::Type type, Instruction& instruction,
                                bool plain) {
    const auto comparison = comparison_of(form);
    const bool only_for_unsigned = !form.which("lo|ls|hi|hs").empty();
    const auto type_class = ptx::class_of(type);
    const bool is_ordering =
        comparison.relation == Relation::less || comparison.relation == Relation::less_equal;
    if (only_for_unsigned && type_class != ptx::TypeClass::unsigned_integer) return nullptr;
    if (is_ordering && type_class == ptx::TypeClass::bits) return nullptr;
    if (comparison.swapped) swap_sources(instruction);
    // Zero-extended 16-bit values compare like 32-bit ones.
    switch (type) {
    case ptx::Type::s16:
        return choose<std::int16_t>(comparison.relation, plain);
    case ptx::Type::s32:
        return choose<std::int32_t>(comparison.relation, plain);
    case ptx::Type::s64:
        return choose<std::int64_t>(comparison.relation, plain);
    case ptx::Type::b64:
    case ptx::Type::u64:
        return choose<std::uint64_t>(comparison.relation, plain);
    default:
        return choose<std::uint32_t>(comparison.relation, plain);
    }
}

Combine combine_of(const Form& form) {
    const auto name = form.which("and|or|xor");
    return name == "and"   ? Combine::and_
           : name == "or"  ? Combine::or_
           : name == "xor" ? Combine::xor_
                           : Combine::none;
}

} // namespace

void give_comparison(LaneArguments arguments, std::uint32_t mask, std::uint32_t first,
                     std::uint32_t second, bool is_packed) {
    const auto source = [&](int i) {
        return *static_cast<const std::uint32_t*>(arguments.source(i));
    };
    const std::uint32_t control = source(3);
    first = combine_masks(control, first, source(2));
    second = combine_masks(control, second, source(2));
    if (static_cast<Output>(control >> 8) == Output::predicates) {
        const auto give = [&](int result, std::uint32_t bits) {
            auto* at = static_cast<std::uint32_t*>(arguments.result(result));
            *at = (*at & ~mask) | (bits & mask);
        };
        give(0, first);
        give(1, second);
        return;
    }
    const std::uint32_t low = value_if_true(control);
    const std::uint32_t high = is_packed ? low << 16 : 0;
    for_each_lane(mask, ResultLanes<std::uint32_t>(arguments.result(0)), [=](int lane) {
        return ((first >> lane) & 1 ? low : 0) | ((second >> lane) & 1 ? high : 0);
    });
}

Comparison comparison_of(const Form& form) {
    struct Named {
        std::string_view names;
        Comparison comparison;
    };
    static constexpr Named comparisons[] = {
        {"eq", {Relation::equal, false}},         {"ne", {Relation::not_equal, false}},
        {"lt|lo", {Relation::less, false}},       {"le|ls", {Relation::less_equal, false}},
        {"gt|hi", {Relation::less, true}},        {"ge|hs", {Relation::less_equal, true}},
        {"equ", {Relation::equal_or_nan, false}}, {"neu", {Relation::not_equal_or_nan, false}},
        {"ltu", {Relation::less_or_nan, false}},  {"leu", {Relation::less_equal_or_nan, false}},
        {"gtu", {Relation::less_or_nan, true}},   {"geu", {Relation::less_equal_or_nan, true}},
        {"num", {Relation::number, false}},       {"nan", {Relation::nan, false}},
    };
    for (const auto& each : comparisons)
        if (!form.which(each.names).empty()) return each.comparison;
    return {};
}

bool is_plain_setp(const Form& form, const Instruction& instruction) {
    const auto& destinations = instruction.destinations;
    const bool gives_opposite = destinations.size() > 1 && destinations[1].reg != ptx::no_index;
    return form.which("and|or|xor").empty() && !gives_opposite;
}

Meaning meaning_of(const Form& form) {
    return {.role = Role::compare,
            .type = form.type(),
            .relation = comparison_of(form).relation,
            .combine = combine_of(form)};
}

void add_control(const Form& form, Instruction& instruction, Output output) {
    const Combine combine = combine_of(form);
    // The loop gives both predicates where the instruction has one.
    if (output == Output::predicates && instruction.destinations.size() == 1)
        instruction.destinations.push_back({ptx::no_index, Storage::predicate});
    if (combine == Combine::none) add_constant(instruction, Storage::predicate, 0);
    add_constant(instruction, Storage::predicate, control_word(combine, output));
}

Output output_of(const Form& form) {
    switch (form.type()) {
    case ptx::Type::f32:
        return Output::one_f32;
    case ptx::Type::f16:
    case ptx::Type::f16x2:
        return Output::one_f16;
    case ptx::Type::bf16:
    case ptx::Type::bf16x2:
        return Output::one_bf16;
    case ptx::Type::u16:
    case ptx::Type::s16:
        return Output::ones_16;
    default:
        return Output::ones_32;
    }
}

bool integer_setp(const Form& form, Instruction& instruction) {
    instruction.meaning = meaning_of(form);
    const bool plain = is_plain_setp(form, instruction);
    if (!plain) add_control(form, instruction, Output::predicates);
    return use(instruction, integer_comparison(form, form.type(), instruction, plain));
}
bool integer_set(const Form& form, Instruction& instruction) {
    add_control(form, instruction, output_of(form));
    return use(instruction, integer_comparison(form, form.types[1], instruction, false));
}

} // namespace vgpu::isa::semantics
