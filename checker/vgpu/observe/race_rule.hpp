// The rule of racecheck for one cell: which access is suspect, and what the cell remembers then.
// suspects() and remember() are the definition; decide_read() is a quick form of them, and
// race_fast.hpp has the common cases in branches.
//
// It has no branches that depend on a cell, and takes conditions as all-ones or zero, so that a
// loop over the cells of a warp vectorises. What is ordered comes from the caller: for single cells
// from HappensBefore, for many at once from WarpOrder.
#pragma once

#include "vgpu/observe/race_shadow.hpp"

#include <array>

namespace vgpu::observe {

// All-ones or zero.
inline Cell when(bool condition) { return Cell{0} - static_cast<Cell>(condition); }
inline Cell choose(Cell condition, Cell yes, Cell no) {
    return (condition & yes) | (~condition & no);
}

// What becomes of one cell that is read; each all-ones or zero.
struct ReadDecision {
    Cell close;  // look closely
    Cell first;  // enter the reader as the first
    Cell second; // or as the second ...
    Cell own;    // ... beside one of its own warp
};
// Inlined by force: as a call it would keep the loops from being vectorised.
[[gnu::always_inline]] inline ReadDecision decide_read(const Current& now, Cell mine, Cell write,
                                                       Cell first, Cell second) {
    const Cell ordered = when(now.old_or_mine(write, mine));
    const Cell replace = when(now.gone_or_mine(first, mine));
    const Cell second_old = when(now.gone(second));
    const Cell same_segment = when(((first ^ mine) >> cell::segment_shift) == 0);
    const Cell settled = when((second & cell::settled) != 0);
    const Cell strong = when((((~replace & first) | (~second_old & second)) & cell::strong) != 0);
    // A read of one other warp is known, and no read of a second: this one is it.
    const Cell other_warp = when(now.plain_order & now.elsewhere(first));
    const Cell enough = ~second_old & (same_segment | settled);
    const Cell add = (second_old & same_segment) | (~enough & other_warp);
    const Cell close = ~ordered | strong | ~(replace | enough | add);
    return {close, replace & ~close, ~replace & add & ~close, same_segment};
}

inline Cell second_reader(Cell mine, const ReadDecision& decision) {
    return mine | (~decision.own & cell::settled);
}

// What a warp comes after, as numbers to compare cells with.
struct WarpOrder {
    Cell ancient = 0; // cells below are so old that they count as ordered
    // By kind and warp: cells of this block below the level are ordered before. For the own warp,
    // cells of the same lane are, too.
    std::array<Cell, HappensBefore::kinds * 32> levels{};
    std::uint32_t asked = 0;  // the warps whose levels were asked for ...
    Cell lowest = 0;          // ... and the lowest of these
    bool lanes_known = true;  // lanes of the own warp are ordered by their warp's level alone
    bool others_known = true; // blocks of this launch that ended before are not ordered
};

// Answers `ordered` for one lane, from a WarpOrder.
struct OrderOfWarp {
    const Current& now;
    const WarpOrder& order;
    Cell mine;

    Cell my_warp(Cell c) const {
        return when(((c ^ mine) & cell::same_warp) == 0) & when(c >= now.block_begin);
    }
    Cell ordered(Cell c) const {
        const Cell level = order.levels[cell::kind(c) << 5 | cell::warp(c)];
        const Cell same_lane = when(((c ^ mine) & cell::same_lane) == 0);
        const Cell own = when(c >= now.block_begin);
        return when(now.old(c)) | when(c < order.ancient) |
               (own & (when(c < level) | (my_warp(c) & same_lane)));
    }
    // Whether not ordered() may be not known.
    Cell unknown(Cell c) const {
        const Cell own = when(now.block_known) & when(c >= now.block_begin);
        const Cell known = choose(own, when(order.lanes_known) | ~my_warp(c),
                                  when(now.block_known & order.others_known));
        return ~when(now.old(c)) & ~known;
    }
    // Certainly no race with this one, although nothing orders it (decision 5).
    Cell forgiven(Cell c) const {
        const Cell both = c & now.me;
        const Cell warp_synchronous = when(now.shared & ((both & cell::volatile_) != 0)) &
                                      when(((c ^ mine) & cell::same_warp) == 0);
        return when((both & cell::strong) != 0) & ~warp_synchronous &
               when(((c | now.me) & cell::block_scope) == 0);
    }
};

// Stands for the order where all entries of the cells are ordered before the access.
struct AllOrdered {
    const Current& now;
    Cell mine;
    Cell my_warp(Cell c) const {
        return when(((c ^ mine) & cell::same_warp) == 0) & when(c >= now.block_begin);
    }
    Cell ordered(Cell) const { return ~Cell{0}; }
};

struct Suspects {
    Cell write, first, second; // of the entries: to be looked at, if nothing orders them
};
struct Entries {
    Cell write, first, second;
};

// Which of a cell's entries the access may race with.
template <bool loads>
[[gnu::always_inline]] inline Suspects suspects(const Current& now, Cell mine, const Entries& e) {
    const Cell write = ~when(now.old_or_mine(e.write, mine));
    const auto suspect = [&](Cell c) {
        if (loads) return ~when(now.old(c)) & when(cell::changes_strongly(c));
        return ~when(now.old(c)) & when(((c ^ mine) & cell::same_thread) != 0) &
               when(e.first >= now.floor); // else the second is as old
    };
    return {write, suspect(e.first), suspect(e.second)};
}

// An entry may be replaced by a later access that is ordered after it and races with all that it
// races with: a strong read by anything, a plain read by a plain read, a strong write by another.
template <bool changes, bool is_strong, class Order>
[[gnu::always_inline]] inline Cell replaceable(const Current& now, const Order& order, Cell entry) {
    const Cell narrower_scope = when((entry & ~now.me & cell::block_scope) != 0);
    const Cell wider = choose(when((entry & cell::strong) != 0),
                              (~when(cell::changes_strongly(entry)) | when(changes)) &
                                  (~narrower_scope | when(!is_strong)),
                              when(!is_strong));
    return when(changes ? now.old(entry) : now.gone(entry)) | (wider & order.ordered(entry));
}

// Remembers a read or a strong write among the two accesses kept beside the last plain write.
template <bool loads, bool is_strong, class Order>
[[gnu::always_inline]] inline Entries enter(const Current& now, const Order& order, Cell mine,
                                            const Entries& e) {
    constexpr bool changes = !loads && is_strong;
    const Cell second_is_settled = when((e.second & cell::settled) != 0);
    const Cell second_is_recent = ~when(now.old(e.second));
    const Cell full = ~when(now.old(e.first)) & second_is_recent & second_is_settled;
    const Cell second_changes = when(cell::changes_strongly(e.second));
    // Entries of two warps are enough for whatever comes, unless they merely poll what this one
    // changes.
    const Cell polled = when(changes & ((e.second & cell::strong) != 0)) & ~second_changes;
    const Cell enters = ~full | polled;
    const Cell as_first = enters & replaceable<changes, is_strong>(now, order, e.first);
    const Cell unsettles =
        as_first & second_is_recent & second_is_settled & order.my_warp(e.second);
    const Cell beside_its_own = order.my_warp(e.first);
    const Cell second_stays = when(!changes) & second_changes & ~when(now.gone(e.second));
    const Cell better = ~second_is_settled & ~beside_its_own & ~second_stays;
    const Cell as_second =
        enters & ~as_first &
        (better | polled | replaceable<changes, is_strong>(now, order, e.second));
    return {e.write, choose(as_first, mine, e.first),
            choose(as_second, mine | (~beside_its_own & cell::settled),
                   e.second & ~(unsettles & cell::settled))};
}

// The cell after the access.
template <bool loads, bool is_strong, class Order>
[[gnu::always_inline]] inline Entries remember(const Current& now, const Order& order, Cell mine,
                                               const Entries& e) {
    if constexpr (loads || is_strong) return enter<loads, is_strong>(now, order, mine, e);
    const Cell forgets =
        when(e.first >= now.floor) & ~(when(now.old(e.first)) & when(now.old(e.second)));
    return {mine, e.first & ~forgets, e.second & ~forgets};
}

} // namespace vgpu::observe
