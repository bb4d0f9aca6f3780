#include "vgpu/observe/race_cells.hpp"

#include "vgpu/observe/access.hpp"

#include <algorithm>
#include <bit>

namespace vgpu::observe {

namespace {

using Conditions = std::array<Cell, 32>; // for each lane: all bits set, or none

template <class Body>
void each_lane(std::uint32_t lanes, const Body& body) {
    if (lanes == full_mask) { // mostly, and in fewer steps
        for (std::uint32_t lane = 0; lane < 32; ++lane) body(lane);
        return;
    }
    for (; lanes != 0; lanes &= lanes - 1)
        body(static_cast<std::uint32_t>(std::countr_zero(lanes)));
}

} // namespace

std::uint32_t read_scattered(const Current& now, const CellsOfLanes& cells) {
    Cell* const write = cells.write;
    Cell* const first = write + cells.stride;
    Cell* const second = first + cells.stride;
    const Current as = now;
    Conditions close, enter_first, enter_second, second_cell;
    for (std::uint32_t l = 0; l < 32; ++l) {
        const std::int64_t at = cells.index[l];
        const Cell mine = cell::with_lane(as.me, l);
        const ReadDecision decision = decide_read(as, mine, write[at], first[at], second[at]);
        close[l] = decision.close;
        enter_first[l] = decision.first;
        enter_second[l] = decision.second;
        second_cell[l] = second_reader(mine, decision);
    }
    const std::uint32_t readers = bits_of(enter_first) & cells.mask;
    each_lane(readers,
              [&](std::uint32_t l) { first[cells.index[l]] = cell::with_lane(now.me, l); });
    each_lane(bits_of(enter_second) & cells.mask,
              [&](std::uint32_t l) { second[cells.index[l]] = second_cell[l]; });
    // Several lanes read one cell: the last of them is its first reader now, and any other may be
    // the second. (Lane by lane, because a vector load of words that were just stored one by one
    // has to wait for all of these stores.)
    if (!cells.apart)
        each_lane(readers, [&](std::uint32_t l) {
            const Cell mine = cell::with_lane(now.me, l);
            Cell& other = second[cells.index[l]];
            if (first[cells.index[l]] != mine && now.gone(other)) other = mine;
        });
    return bits_of(close) & cells.mask;
}

std::uint32_t write_scattered(const Current& now, const CellsOfLanes& cells) {
    Cell* const write = cells.write;
    const Cell* const first = write + cells.stride;
    const Cell* const second = first + cells.stride;
    const Current as = now;
    Conditions close;
    for (std::uint32_t l = 0; l < 32; ++l) {
        const std::int64_t at = cells.index[l];
        const Cell mine = cell::with_lane(as.me, l);
        close[l] = when(!(as.old_or_mine(write[at], mine) & as.old_or_mine(first[at], mine) &
                          as.old_or_mine(second[at], mine)));
    }
    std::uint32_t rest = bits_of(close) & cells.mask;
    const std::uint32_t writers = cells.mask & ~rest;
    each_lane(writers,
              [&](std::uint32_t l) { write[cells.index[l]] = cell::with_lane(now.me, l); });
    // Several lanes write one cell: the last one's write stands, the others are compared with it.
    if (!cells.apart)
        each_lane(writers, [&](std::uint32_t l) {
            if (write[cells.index[l]] != cell::with_lane(now.me, l)) rest |= 1u << l;
        });
    return rest;
}

std::uint32_t update_scattered(const Current& now, const CellsOfLanes& cells) {
    const Cell* const write = cells.write;
    const Cell* const first = write + cells.stride;
    const Cell* const second = first + cells.stride;
    const Current as = now;
    Conditions close;
    for (std::uint32_t l = 0; l < 32; ++l) {
        const std::int64_t at = cells.index[l];
        close[l] = when(!have_enough_atomics(as, write[at], first[at], second[at]));
    }
    return bits_of(close) & cells.mask;
}

namespace {

// The cell that each lane has there afterwards.
struct Outcome {
    std::array<Cell, 32> write, first, second;
    Conditions close, changed;
};

template <bool loads, bool is_strong>
void decide(const Current& as, const WarpOrder& warp_order, const CellsOfLanes& cells,
            std::int64_t offset, Outcome& __restrict outcome) {
    const Current now = as;
    const Cell* const write = cells.write + offset;
    const Cell* const first = write + cells.stride;
    const Cell* const second = first + cells.stride;
    for (std::uint32_t l = 0; l < 32; ++l) {
        const std::int64_t at = cells.index[l];
        const Cell mine = cell::with_lane(now.me, l);
        const Entries e{write[at], first[at], second[at]};
        const OrderOfWarp order{now, warp_order, mine};
        const QuickLook quick = look_quickly<loads, is_strong>(now, mine, e);
        const Suspects suspect = suspects<loads>(now, mine, e);
        const auto is_harmless = [&](Cell c) { return order.ordered(c) | order.forgiven(c); };
        const Cell close = (suspect.write & ~is_harmless(e.write)) |
                           (suspect.first & ~is_harmless(e.first)) |
                           (suspect.second & ~is_harmless(e.second)) | order.unknown(e.first) |
                           order.unknown(e.second);
        const Entries slow = remember<loads, is_strong>(now, order, mine, e);
        outcome.close[l] = quick.close & close;
        outcome.write[l] = choose(quick.close, slow.write, quick.entries.write);
        outcome.first[l] = choose(quick.close, slow.first, quick.entries.first);
        outcome.second[l] = choose(quick.close, slow.second, quick.entries.second);
        outcome.changed[l] = (outcome.write[l] ^ e.write) | (outcome.first[l] ^ e.first) |
                             (outcome.second[l] ^ e.second);
    }
    for (Cell& changed : outcome.changed) changed = when(changed != 0);
}

} // namespace

std::uint32_t sharing(const CellsOfLanes& cells, std::uint32_t lanes) {
    constexpr std::uint8_t nobody = 255;
    std::array<std::uint8_t, 256> leaders;
    leaders.fill(nobody);
    std::array<std::uint32_t, 32> groups{};
    each_lane(cells.mask, [&](std::uint32_t l) {
        const auto index = static_cast<std::uint64_t>(cells.index[l]);
        std::uint8_t& leader = leaders[(index >> cells.step) % leaders.size()];
        if (leader == nobody) leader = static_cast<std::uint8_t>(l);
        groups[leader] |= 1u << l;
    });
    std::uint32_t shared = 0;
    for (const std::uint32_t group : groups)
        if ((group & (group - 1)) != 0 && (group & lanes) != 0) shared |= group;
    return shared;
}

EntriesMet entries_met(const Current& now, const CellsOfLanes& cells) {
    const Current as = now;
    const Cell begin = std::max(as.floor, as.block_begin);
    Cell warps = 0, newest = 0, foreign = 0;
    const auto meet = [&](Cell c) {
        const Cell own = when(c >= begin);
        warps |= (own & 1) << cell::warp(c);
        newest = std::max(newest, c & own);
        foreign |= when(c >= as.floor) & ~own;
    };
    for (unsigned k = 0; k < 1u << cells.step; ++k) {
        const Cell* const write = cells.write + k;
        const Cell* const first = write + cells.stride;
        const Cell* const second = first + cells.stride;
        if (cells.is_row) {
            const std::int64_t at = cells.index[0];
            for (std::int64_t l = 0; l < 32; ++l) {
                meet(write[at + l]);
                meet(first[at + l]);
                meet(second[at + l]);
            }
            continue;
        }
        for (std::uint32_t l = 0; l < 32; ++l) {
            const std::int64_t at = cells.index[l];
            meet(write[at]);
            meet(first[at]);
            meet(second[at]);
        }
    }
    return {static_cast<std::uint32_t>(warps), newest, foreign != 0 || !as.block_known};
}

namespace {

template <bool loads, bool is_strong>
[[gnu::always_inline]] inline Entries after_all(const Current& now, Cell mine, const Entries& e) {
    const QuickLook quick = look_quickly<loads, is_strong>(now, mine, e);
    const Entries slow = remember<loads, is_strong>(now, AllOrdered{now, mine}, mine, e);
    return {choose(quick.close, slow.write, quick.entries.write),
            choose(quick.close, slow.first, quick.entries.first),
            choose(quick.close, slow.second, quick.entries.second)};
}

template <bool loads, bool is_strong>
void enter_apart(const Current& as, const CellsOfLanes& cells) {
    const Current now = as;
    Cell* const write = cells.write;
    Cell* const first = write + cells.stride;
    Cell* const second = first + cells.stride;
    std::array<Cell, 32> new_write, new_first, new_second;
    for (std::uint32_t l = 0; l < 32; ++l) {
        const std::int64_t at = cells.index[l];
        const Entries e = after_all<loads, is_strong>(now, cell::with_lane(now.me, l),
                                                      {write[at], first[at], second[at]});
        new_write[l] = e.write;
        new_first[l] = e.first;
        new_second[l] = e.second;
    }
    each_lane(cells.mask, [&](std::uint32_t l) {
        const std::int64_t at = cells.index[l];
        if constexpr (!loads && !is_strong) write[at] = new_write[l];
        first[at] = new_first[l];
        second[at] = new_second[l];
    });
}

template <bool loads, bool is_strong>
void enter_row(const Current& as, Cell* __restrict write, Cell* __restrict first,
               Cell* __restrict second) {
    const Current now = as;
    for (std::uint32_t l = 0; l < 32; ++l) {
        const Cell mine = cell::with_lane(now.me, l);
        const Entries e = after_all<loads, is_strong>(now, mine, {write[l], first[l], second[l]});
        if constexpr (!loads && !is_strong) write[l] = e.write;
        first[l] = e.first;
        second[l] = e.second;
    }
}

} // namespace

void access_in_order(const Current& now, const CellsOfLanes& cells) {
    const unsigned choice = 2 * now.loads + now.strong();
    if (!cells.is_row || cells.mask != full_mask) {
        constexpr std::array choices{enter_apart<false, false>, enter_apart<false, true>,
                                     enter_apart<true, false>, enter_apart<true, true>};
        return choices[choice](now, cells);
    }
    constexpr std::array choices{enter_row<false, false>, enter_row<false, true>,
                                 enter_row<true, false>, enter_row<true, true>};
    Cell* const write = cells.write + cells.index[0];
    choices[choice](now, write, write + cells.stride, write + 2 * cells.stride);
}

std::uint32_t access_together(const Current& now, const WarpOrder& order,
                              const CellsOfLanes& cells) {
    constexpr unsigned widest_step = 2;
    if (cells.step > widest_step) return cells.mask;
    constexpr std::array choices{decide<false, false>, decide<false, true>, decide<true, false>,
                                 decide<true, true>};
    const auto decide_cell = choices[2 * now.loads + now.strong()];
    std::array<Outcome, 1u << widest_step> outcomes;
    const unsigned each = 1u << cells.step;
    std::uint32_t close = 0, changed = 0;
    for (unsigned k = 0; k < each; ++k) {
        decide_cell(now, order, cells, k, outcomes[k]);
        close |= bits_of(outcomes[k].close) & cells.mask;
        changed |= bits_of(outcomes[k].changed) & cells.mask;
    }
    if ((changed | close) != 0 && !cells.apart) close |= sharing(cells, changed | close);
    for (unsigned k = 0; k < each; ++k)
        each_lane(changed & ~close, [&](std::uint32_t l) {
            Cell* const write = cells.write + cells.index[l] + k;
            write[0] = outcomes[k].write[l];
            write[cells.stride] = outcomes[k].first[l];
            write[2 * cells.stride] = outcomes[k].second[l];
        });
    return close;
}

} // namespace vgpu::observe
