#include "vgpu/observe/race_fast.hpp"

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

const Cell* lanes_of(unsigned cells_per_lane) {
    return lane_bits[static_cast<unsigned>(std::countr_zero(cells_per_lane))].data();
}

// All-ones or zero, so that the loops below have no branches and vectorise.
Cell when(bool condition) { return Cell{0} - static_cast<Cell>(condition); }

} // namespace

bool read_row(const Current& now, const ShadowPage& page, std::uint64_t index,
              unsigned cells_per_lane) {
    const std::size_t count = 32 * cells_per_lane;
    const Cell* lanes = lanes_of(cells_per_lane);
    const Cell* const write = page.write + index;
    Cell* const first = page.first + index;
    const Cell* const second = page.second + index;

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
    for (std::size_t j = 0; j < count; ++j) {
        const Cell mine = now.me | lanes[j];
        const Cell replace = when(now.old_or_mine(first[j], mine));
        const Cell second_old = when(now.old(second[j]));
        const Cell enough = ~second_old & when((second[j] & cell::settled) != 0);
        const Cell strong = (~replace & first[j]) | (~second_old & second[j]);
        bad |= ~(replace | enough) | (strong & cell::strong);
    }
    if (bad != 0) return false;
    for (std::size_t j = 0; j < count; ++j) {
        const Cell mine = now.me | lanes[j];
        const Cell replace = when(now.old_or_mine(first[j], mine));
        first[j] = (mine & replace) | (first[j] & ~replace);
    }
    return true;
}

bool write_row(const Current& now, const ShadowPage& page, std::uint64_t index,
               unsigned cells_per_lane) {
    const std::size_t count = 32 * cells_per_lane;
    const Cell* lanes = lanes_of(cells_per_lane);
    Cell* const write = page.write + index;
    const Cell* const first = page.first + index;
    const Cell* const second = page.second + index;

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
    Conditions close, enter_first, enter_second, beside_own;
    for (std::size_t j = 0; j < 32; ++j) {
        const Cell mine = cells.mine[j];
        const Cell f = first[cells.index[j]], s = second[cells.index[j]];
        const Cell ordered = when(now.old_or_mine(write[cells.index[j]], mine));
        const Cell replace = when(now.old_or_mine(f, mine));
        const Cell second_old = when(now.old(s));
        const Cell same_segment = when(((f ^ mine) >> cell::segment_shift) == 0);
        const Cell settled = when((s & cell::settled) != 0);
        const Cell strong = when((((~replace & f) | (~second_old & s)) & cell::strong) != 0);
        // Another warp's read is known, and none of a second warp: this one is it.
        const Cell other_warp = when(now.plain_order & now.elsewhere(f));
        const Cell enough = ~second_old & (same_segment | settled);
        const Cell add = second_old & (same_segment | other_warp);
        close[j] = ~ordered | strong | ~(replace | enough | add);
        enter_first[j] = replace & ~close[j];
        enter_second[j] = ~replace & add & ~close[j];
        beside_own[j] = same_segment;
    }
    std::uint32_t bits = bits_of(enter_first, cells.count);
    for (std::uint32_t rest = bits; rest != 0; rest &= rest - 1) {
        const auto j = static_cast<std::size_t>(std::countr_zero(rest));
        first[cells.index[j]] = cells.mine[j];
    }
    for (std::uint32_t rest = bits_of(enter_second, cells.count); rest != 0; rest &= rest - 1) {
        const auto j = static_cast<std::size_t>(std::countr_zero(rest));
        second[cells.index[j]] = cells.mine[j] | (~beside_own[j] & cell::settled);
    }
    // Several lanes at one cell: the last is its first reader now, any other may be the second.
    Conditions shares;
    for (std::size_t j = 0; j < 32; ++j)
        shares[j] =
            when((first[cells.index[j]] != cells.mine[j]) & now.old(second[cells.index[j]]));
    for (bits &= bits_of(shares, cells.count); bits != 0; bits &= bits - 1) {
        const auto j = static_cast<std::size_t>(std::countr_zero(bits));
        second[cells.index[j]] = cells.mine[j];
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
    for (std::size_t j = 0; j < 32; ++j) close[j] = when(write[cells.index[j]] != cells.mine[j]);
    return bits | bits_of(close, cells.count);
}

std::uint32_t update_scattered(const Current& now, const ScatteredCells& cells) {
    const Cell* const write = cells.write;
    const Cell* const first = write + cells.stride;
    const Cell* const second = first + cells.stride;
    Conditions close;
    for (std::size_t j = 0; j < 32; ++j) {
        // Nothing to do where atomics of two warps are known already.
        const Cell f = first[cells.index[j]], s = second[cells.index[j]];
        close[j] = when(!(now.old(write[cells.index[j]]) & !now.old(f) & !now.old(s) &
                          ((s & cell::settled) != 0) & cell::changes_strongly(f) &
                          cell::changes_strongly(s)));
    }
    return bits_of(close, cells.count);
}

} // namespace vgpu::observe
