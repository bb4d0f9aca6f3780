// The cells of a warp's lanes, anywhere in shadow memory, looked at together.
#pragma once

#include "vgpu/observe/race_fast.hpp"
#include "vgpu/observe/race_rule.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace vgpu::observe {

// The cells of lane l begin at write[index[l]]; the first and second ones are one and two strides
// further on. Lanes that do not take part have another lane's index, and their results are not
// used.
struct CellsOfLanes {
    std::uint32_t mask = 0;
    unsigned step = 0;     // each lane has 2^step cells side by side
    bool apart = false;    // no two lanes have a cell in common, as far as is known
    bool is_row = false;   // all lanes take part, with one cell each, side by side
    Cell* write = nullptr; // of some page; the index may lead to another
    std::ptrdiff_t stride = 0;
    std::array<std::int64_t, 32> index;
};

// A lane's cell as quick_read and quick_write settle it, without branches; `close`: they do not.
struct QuickLook {
    Cell close;
    Entries entries;
};
template <bool loads, bool is_strong>
[[gnu::always_inline]] inline QuickLook look_quickly(const Current& now, Cell mine,
                                                     const Entries& e) {
    if constexpr (is_strong) return {~Cell{0}, e};
    if constexpr (loads) {
        const ReadDecision decision = decide_read(now, mine, e.write, e.first, e.second);
        const Cell unclear =
            decision.first & when(e.first >= now.floor) & ~when(now.gone(e.second));
        return {decision.close | unclear,
                {e.write, choose(decision.first, mine, e.first),
                 choose(decision.second, second_reader(mine, decision), e.second)}};
    }
    const Cell settled = when(now.old_or_mine(e.write, mine)) &
                         (when(e.first < now.floor) | (when(now.old_or_mine(e.first, mine)) &
                                                       when(now.old_or_mine(e.second, mine))));
    return {~settled, {mine, e.first, e.second}};
}

// A plain access to one cell each, or an atomic. Returns the lanes that look_closely has to decide.
std::uint32_t read_scattered(const Current& now, const CellsOfLanes& cells);
std::uint32_t write_scattered(const Current& now, const CellsOfLanes& cells);
std::uint32_t update_scattered(const Current& now, const CellsOfLanes& cells);
// The entries of the cells that are not older than the floor.
struct EntriesMet {
    std::uint32_t warps = 0;  // the block's warps that made them, a bit each
    Cell newest = 0;          // of this block
    bool has_foreign = false; // not certainly of this block
    bool are_before(const WarpOrder& order) const {
        return !has_foreign && newest < order.lowest && order.lanes_known;
    }
};
EntriesMet entries_met(const Current& now, const CellsOfLanes& cells);
// Any access to one cell each, which the lanes have apart, if all entries that it meets are ordered
// before it.
void access_in_order(const Current& now, const CellsOfLanes& cells);
// Any access, as a close look at each would do it, if that is known without asking HappensBefore.
std::uint32_t access_together(const Current& now, const WarpOrder& order,
                              const CellsOfLanes& cells);

// The lanes that have a cell in common with one of `lanes`, and themselves if there is another.
// (Or seem to: cells that are 256 lanes' widths from each other.)
std::uint32_t sharing(const CellsOfLanes& cells, std::uint32_t lanes);

} // namespace vgpu::observe
