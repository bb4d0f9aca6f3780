// What the lanes of a warp do together: the lanes of `mask` take part (PTX ISA 9.7.9.6, 9.7.13.9 to
// 9.7.13.14).
#include "vgpu/isa/semantics/choose.hpp"

#include <algorithm>

namespace vgpu::isa::semantics {
namespace {

u32 predicate(LaneArguments arguments, int source) {
    return *static_cast<const u32*>(arguments.source(source));
}
const u32* words(LaneArguments arguments, int source) {
    return static_cast<const u32*>(arguments.source(source));
}
void give_predicate(LaneArguments arguments, u32 mask, int result, u32 bits) {
    auto* at = static_cast<u32*>(arguments.result(result));
    *at = (*at & ~mask) | (bits & mask);
}
// The same value for every lane.
void give_all(LaneArguments arguments, u32 mask, u32 value) {
    for_each_lane(mask, ResultLanes<u32>(arguments.result(0)), [=](int) { return value; });
}

void activemask(LaneArguments arguments, u32 mask) { give_all(arguments, mask, mask); }

void vote_all(LaneArguments arguments, u32 mask) {
    const bool all = (predicate(arguments, 0) & mask) == mask;
    give_predicate(arguments, mask, 0, all ? all_lanes : 0);
}
void vote_any(LaneArguments arguments, u32 mask) {
    give_predicate(arguments, mask, 0, predicate(arguments, 0) & mask ? all_lanes : 0);
}
void vote_uni(LaneArguments arguments, u32 mask) {
    const u32 votes = predicate(arguments, 0) & mask;
    give_predicate(arguments, mask, 0, votes == 0 || votes == mask ? all_lanes : 0);
}
void vote_ballot(LaneArguments arguments, u32 mask) {
    give_all(arguments, mask, predicate(arguments, 0) & mask);
}

enum class Shuffle : std::uint8_t { up, down, bfly, idx };

// Source c holds the segment mask in bits 8 to 12 and the clamp in bits 0 to 4 (9.7.9.6).
template <Shuffle mode>
void shfl(LaneArguments arguments, u32 mask) {
    const u32* a = words(arguments, 0);
    const u32* b = words(arguments, 1);
    const u32* c = words(arguments, 2);
    u32 values[warp_size];
    u32 in_range = 0;
    for (int lane = 0; lane < warp_size; ++lane) {
        const int delta = static_cast<int>(b[lane] & 31);
        const int clamp = static_cast<int>(c[lane] & 31);
        const int segment = static_cast<int>((c[lane] >> 8) & 31);
        const int highest = (lane & segment) | (clamp & ~segment);
        const int lowest = lane & segment;
        int from = lane;
        bool valid = false;
        if constexpr (mode == Shuffle::up) {
            from = lane - delta;
            valid = from >= highest; // up shifts count from the other end: c holds the lower bound
        } else if constexpr (mode == Shuffle::down) {
            from = lane + delta;
            valid = from <= highest;
        } else if constexpr (mode == Shuffle::bfly) {
            from = lane ^ delta;
            valid = from <= highest;
        } else {
            from = lowest | (delta & ~segment);
            valid = from <= highest;
        }
        values[lane] = a[valid ? from : lane];
        in_range |= static_cast<u32>(valid) << lane;
    }
    for_each_lane(mask, ResultLanes<u32>(arguments.result(0)),
                  [&](int lane) { return values[lane]; });
    give_predicate(arguments, mask, 1, in_range);
}

template <class T>
void match_any_of(LaneArguments arguments, u32 mask) {
    const SourceLanes<T> a(arguments.source(0));
    u32 matches[warp_size];
    for (int lane = 0; lane < warp_size; ++lane) {
        u32 same = 0;
        for (int other = 0; other < warp_size; ++other)
            same |= static_cast<u32>(a[other] == a[lane]) << other;
        matches[lane] = same & mask;
    }
    for_each_lane(mask, ResultLanes<u32>(arguments.result(0)),
                  [&](int lane) { return matches[lane]; });
}
template <class T>
void match_all_of(LaneArguments arguments, u32 mask) {
    const SourceLanes<T> a(arguments.source(0));
    const T first = a[std::countr_zero(mask) & 31];
    bool same = true;
    for (int lane = 0; lane < warp_size; ++lane) same &= a[lane] == first || !((mask >> lane) & 1);
    give_all(arguments, mask, same ? mask : 0);
    give_predicate(arguments, mask, 1, same ? all_lanes : 0);
}

// The value of an inactive lane must not matter: it counts as `neutral`.
template <class T, T neutral, T (*operation)(T, T)>
void reduce(LaneArguments arguments, u32 mask) {
    const SourceLanes<T> a(arguments.source(0));
    T value = neutral;
    for (int lane = 0; lane < warp_size; ++lane)
        value = operation(value, (mask >> lane) & 1 ? a[lane] : neutral);
    give_all(arguments, mask, static_cast<u32>(value));
}
u32 add(u32 a, u32 b) { return a + b; }
u32 and_(u32 a, u32 b) { return a & b; }
u32 or_(u32 a, u32 b) { return a | b; }
u32 xor_(u32 a, u32 b) { return a ^ b; }
template <class T>
T minimum(T a, T b) {
    return std::min(a, b);
}
template <class T>
T maximum(T a, T b) {
    return std::max(a, b);
}

// The lowest of the lanes is the leader. Which one it is the manual leaves open.
void elect_lowest(LaneArguments arguments, u32 mask) {
    const u32 leader = static_cast<u32>(std::countr_zero(mask));
    give_all(arguments, mask, leader);
    give_predicate(arguments, mask, 1, mask & (0u - mask));
}

// `.sync` forms name the lanes that must arrive in their last source.
bool use_warp(const Form& form, Instruction& instruction, WarpFunction function) {
    instruction.warp = function;
    if (form.has("sync"))
        instruction.member_mask = static_cast<int>(instruction.sources.size()) - 1;
    return function != nullptr;
}

} // namespace

bool active_mask(const Form& form, Instruction& instruction) {
    return use_warp(form, instruction, activemask);
}
bool vote(const Form& form, Instruction& instruction) {
    return use_warp(form, instruction,
                    form.has("ballot") ? vote_ballot
                    : form.has("all")  ? vote_all
                    : form.has("any")  ? vote_any
                                       : vote_uni);
}
bool shuffle(const Form& form, Instruction& instruction) {
    return use_warp(form, instruction,
                    form.has("up")     ? shfl<Shuffle::up>
                    : form.has("down") ? shfl<Shuffle::down>
                    : form.has("bfly") ? shfl<Shuffle::bfly>
                                       : shfl<Shuffle::idx>);
}
bool match_any(const Form& form, Instruction& instruction) {
    return use_warp(form, instruction,
                    form.type() == ptx::Type::b64 ? match_any_of<u64> : match_any_of<u32>);
}
bool match_all(const Form& form, Instruction& instruction) {
    return use_warp(form, instruction,
                    form.type() == ptx::Type::b64 ? match_all_of<u64> : match_all_of<u32>);
}
bool reduce_arithmetic(const Form& form, Instruction& instruction) {
    if (form.has("add")) return use_warp(form, instruction, reduce<u32, 0, add>);
    const bool is_minimum = form.has("min");
    if (form.type() == ptx::Type::u32)
        return use_warp(form, instruction,
                        is_minimum ? reduce<u32, ~0u, minimum<u32>> : reduce<u32, 0, maximum<u32>>);
    return use_warp(form, instruction,
                    is_minimum ? reduce<s32, INT32_MAX, minimum<s32>>
                               : reduce<s32, INT32_MIN, maximum<s32>>);
}
bool reduce_bitwise(const Form& form, Instruction& instruction) {
    return use_warp(form, instruction,
                    form.has("and")  ? reduce<u32, ~0u, and_>
                    : form.has("or") ? reduce<u32, 0, or_>
                                     : reduce<u32, 0, xor_>);
}
bool elect(const Form& form, Instruction& instruction) {
    return use_warp(form, instruction, elect_lowest);
}

} // namespace vgpu::isa::semantics
