#include "vgpu/observe/race_fast.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace vgpu::observe {

namespace {

constexpr unsigned widest = 6; // up to 2^5 cells a lane: 32 bytes in byte cells

// bits[k][j]: the lane field of cell j of a row in which each lane has 2^k cells.
using LaneBits = std::array<std::array<Cell, 32u << (widest - 1)>, widest>;
constexpr LaneBits make_lane_bits() {
    LaneBits bits{};
    for (unsigned k = 0; k < widest; ++k)
        for (std::size_t j = 0; j < 32u << k; ++j) bits[k][j] = Cell{j >> k} << cell::lane_shift;
    return bits;
}
constexpr LaneBits lane_bits = make_lane_bits();

const Cell* lanes_of(const RowOfCells& row) {
    const auto k = static_cast<unsigned>(std::countr_zero(row.cells_per_lane));
    return lane_bits[k].data() + row.first_lane * row.cells_per_lane;
}

// All-ones or zero, so that the loops below have no branches and vectorise.
Cell when(bool condition) { return Cell{0} - static_cast<Cell>(condition); }

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
    // Another warp's read is known, and none of a second warp: this one is it.
    const Cell other_warp = when(now.plain_order & now.elsewhere(first));
    const Cell enough = ~second_old & (same_segment | settled);
    const Cell add = (second_old & same_segment) | (~enough & other_warp);
    const Cell close = ~ordered | strong | ~(replace | enough | add);
    return {close, replace & ~close, ~replace & add & ~close, same_segment};
}

Cell second_reader(Cell mine, const ReadDecision& decision) {
    return mine | (~decision.own & cell::settled);
}

} // namespace

bool read_row(const Current& now, const ShadowPage& page, const RowOfCells& row) {
    const std::size_t count = row.lanes * row.cells_per_lane;
    const Cell* const lanes = lanes_of(row);
    const Cell* const write = page.write + row.index;
    Cell* const first = page.first + row.index;
    Cell* const second = page.second + row.index;

    Cell bad = 0, recent = 0;
    for (std::size_t j = 0; j < count; ++j) {
        bad |= when(!now.old_or_mine(write[j], now.me | lanes[j]));
        recent |= when(first[j] >= now.floor);
    }
    if (bad != 0) return false;
    if (recent == 0) {
        for (std::size_t j = 0; j < count; ++j) first[j] = now.me | lanes[j];
        return true;
    }
    // Rows have 16 lanes or 32. The results go through arrays of their own: stores into the shadow
    // that depend on a condition would keep the loop from being vectorised.
    constexpr std::size_t step = 16;
    for (std::size_t start = 0; start < count; start += step) {
        std::array<Cell, step> new_first, new_second;
        Cell seconds = 0;
        for (std::size_t j = 0; j < step; ++j) {
            const Cell mine = now.me | lanes[start + j];
            const Cell f = first[start + j], s = second[start + j];
            const ReadDecision decision = decide_read(now, mine, write[start + j], f, s);
            bad |= decision.close;
            seconds |= decision.second;
            new_first[j] = (mine & decision.first) | (f & ~decision.first);
            new_second[j] =
                (second_reader(mine, decision) & decision.second) | (s & ~decision.second);
        }
        if (bad != 0) return false;
        std::ranges::copy(new_first, first + start);
        if (seconds != 0) std::ranges::copy(new_second, second + start);
    }
    return true;
}

bool write_row(const Current& now, const ShadowPage& page, const RowOfCells& row) {
    const std::size_t count = row.lanes * row.cells_per_lane;
    const Cell* const lanes = lanes_of(row);
    Cell* const write = page.write + row.index;
    const Cell* const first = page.first + row.index;
    const Cell* const second = page.second + row.index;

    Cell bad = 0, recent = 0;
    for (std::size_t j = 0; j < count; ++j) {
        bad |= when(!now.old_or_mine(write[j], now.me | lanes[j]));
        recent |= when(first[j] >= now.floor);
    }
    if (bad != 0) return false;
    if (recent != 0) { // else the second ones are as old as the first
        for (std::size_t j = 0; j < count; ++j) {
            const Cell mine = now.me | lanes[j];
            bad |= when(!(now.old_or_mine(first[j], mine) & now.old_or_mine(second[j], mine)));
        }
        if (bad != 0) return false;
    }
    for (std::size_t j = 0; j < count; ++j) write[j] = now.me | lanes[j];
    return true;
}

bool make_line_speak(const Current& now, const ShadowPage& page, std::uint64_t number,
                     unsigned step) {
    ShadowLine& line = page.lines[number];
    // What is old for this block alone still matters to others.
    const auto is_old = [&](Cell write, Cell first, Cell second) {
        return (write < now.floor) & (first < now.floor) & (second < now.floor);
    };
    Cell recent = 0;
    if (line.is_open()) {
        const std::uint64_t begin = number * ShadowLine::cells;
        for (std::uint64_t j = begin; j < begin + ShadowLine::cells; ++j)
            recent |= when(!is_old(page.write[j], page.first[j], page.second[j]));
    } else {
        recent = when(!is_old(line.write, line.first, line.second));
        if (recent != 0) page.open_line(number);
    }
    if (recent != 0) return false;
    line = ShadowLine{};
    line.step = static_cast<std::uint8_t>(step);
    return true;
}

namespace {

using Conditions = std::array<Cell, 32>; // all-ones or zero

std::uint32_t bits_of(const Conditions& conditions, std::uint32_t count) {
    std::uint32_t bits = 0;
    for (std::uint32_t j = 0; j < 32; ++j)
        bits |= static_cast<std::uint32_t>(conditions[j]) & (1u << j);
    return count == 32 ? bits : bits & ((1u << count) - 1);
}

} // namespace

// Entries beyond `count` have index 0 and are computed with the others for nothing.

std::uint32_t read_scattered(const Current& now, const ScatteredCells& cells) {
    Cell* const write = cells.write;
    Cell* const first = write + cells.stride;
    Cell* const second = first + cells.stride;
    Conditions close, enter_first, enter_second, second_cell;
    for (std::size_t j = 0; j < 32; ++j) {
        const std::int64_t at = cells.index[j];
        const ReadDecision decision =
            decide_read(now, cells.mine[j], write[at], first[at], second[at]);
        close[j] = decision.close;
        enter_first[j] = decision.first;
        enter_second[j] = decision.second;
        second_cell[j] = second_reader(cells.mine[j], decision);
    }
    std::uint32_t bits = bits_of(enter_first, cells.count);
    for (std::uint32_t rest = bits; rest != 0; rest &= rest - 1) {
        const auto j = static_cast<std::size_t>(std::countr_zero(rest));
        first[cells.index[j]] = cells.mine[j];
    }
    for (std::uint32_t rest = bits_of(enter_second, cells.count); rest != 0; rest &= rest - 1) {
        const auto j = static_cast<std::size_t>(std::countr_zero(rest));
        second[cells.index[j]] = second_cell[j];
    }
    // Several lanes at one cell: the last is its first reader now, any other may be the second.
    // (One by one: vector loads of what was just stored word by word would wait for it.)
    for (; bits != 0; bits &= bits - 1) {
        const auto j = static_cast<std::size_t>(std::countr_zero(bits));
        Cell& other = second[cells.index[j]];
        if (first[cells.index[j]] != cells.mine[j] && now.gone(other)) other = cells.mine[j];
    }
    return bits_of(close, cells.count);
}

std::uint32_t write_scattered(const Current& now, const ScatteredCells& cells) {
    Cell* const write = cells.write;
    const Cell* const first = write + cells.stride;
    const Cell* const second = first + cells.stride;
    Conditions close;
    for (std::size_t j = 0; j < 32; ++j) {
        const Cell mine = cells.mine[j];
        close[j] = when(!(now.old_or_mine(write[cells.index[j]], mine) &
                          now.old_or_mine(first[cells.index[j]], mine) &
                          now.old_or_mine(second[cells.index[j]], mine)));
    }
    std::uint32_t bits = bits_of(close, cells.count);
    for (std::uint32_t j = 0; j < cells.count; ++j)
        if ((bits >> j & 1) == 0) write[cells.index[j]] = cells.mine[j];
    // Several lanes at one cell: the last one's write stands, the others look at it.
    for (std::uint32_t j = 0; j < cells.count; ++j)
        bits |= static_cast<std::uint32_t>(write[cells.index[j]] != cells.mine[j]) << j;
    return bits;
}

std::uint32_t update_scattered(const Current& now, const ScatteredCells& cells) {
    const Cell* const write = cells.write;
    const Cell* const first = write + cells.stride;
    const Cell* const second = first + cells.stride;
    Conditions close;
    for (std::size_t j = 0; j < 32; ++j) {
        // Nothing to do where atomics of two warps are known already.
        const Cell f = first[cells.index[j]], s = second[cells.index[j]];
        close[j] =
            when(!(now.old(write[cells.index[j]]) & !now.old(f) & !now.old(s) &
                   ((s & cell::settled) != 0) & cell::changes_strongly(f) &
                   cell::changes_strongly(s) & (((f | s | now.me) & cell::block_scope) == 0)));
    }
    return bits_of(close, cells.count);
}

} // namespace vgpu::observe
