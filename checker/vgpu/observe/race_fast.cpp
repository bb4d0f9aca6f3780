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

// The three cells of each lane, side by side: what follows compares whole arrays.
struct Gathered {
    std::array<Cell, 32> write{}, first{}, second{};
};
void gather(const ScatteredCells& cells, Gathered& out) {
    for (std::uint32_t j = 0; j < cells.count; ++j) {
        const Cell* cell = cells.write[j];
        out.write[j] = cell[0];
        out.first[j] = cell[cells.stride];
        out.second[j] = cell[2 * cells.stride];
    }
}

std::uint32_t bits_of(const std::array<Cell, 32>& conditions, std::uint32_t count) {
    std::uint32_t bits = 0;
    for (std::uint32_t j = 0; j < 32; ++j)
        bits |= static_cast<std::uint32_t>(conditions[j] & 1) << j;
    return count == 32 ? bits : bits & ((1u << count) - 1);
}

} // namespace

std::uint32_t read_scattered(const Current& now, const ScatteredCells& cells) {
    Gathered old_cells;
    gather(cells, old_cells);
    std::array<Cell, 32> close, enter_first, enter_second;
    for (std::size_t j = 0; j < 32; ++j) {
        const Cell mine = cells.mine[j];
        const Cell first = old_cells.first[j], second = old_cells.second[j];
        const Cell ordered = when(now.old_or_mine(old_cells.write[j], mine));
        const Cell replace = when(now.old_or_mine(first, mine));
        const Cell second_old = when(now.old(second));
        const Cell same_segment = when(((first ^ mine) >> cell::segment_shift) == 0);
        const Cell settled = when((second & cell::settled) != 0);
        const Cell strong =
            when((((~replace & first) | (~second_old & second)) & cell::strong) != 0);
        // Another warp's read is known, and none of a second warp: this one is it.
        const Cell other_warp = when(now.plain_order & now.elsewhere(first));
        const Cell enough = ~second_old & (same_segment | settled);
        const Cell add = second_old & (same_segment | other_warp);
        close[j] = ~ordered | strong | ~(replace | enough | add);
        enter_first[j] = replace & ~close[j];
        enter_second[j] = ~replace & add & ~close[j];
    }
    for (std::uint32_t j = 0; j < cells.count; ++j) {
        Cell* const cell = cells.write[j];
        if (enter_first[j] != 0) cell[cells.stride] = cells.mine[j];
        if (enter_second[j] != 0) {
            const bool same_segment =
                ((old_cells.first[j] ^ cells.mine[j]) >> cell::segment_shift) == 0;
            cell[2 * cells.stride] = cells.mine[j] | (same_segment ? 0 : cell::settled);
        }
    }
    // Several lanes at one cell: the last is the first reader, any other the second.
    for (std::uint32_t j = 0; j < cells.count; ++j) {
        Cell* const cell = cells.write[j];
        if (enter_first[j] != 0 && cell[cells.stride] != cells.mine[j] &&
            now.old(cell[2 * cells.stride]))
            cell[2 * cells.stride] = cells.mine[j];
    }
    return bits_of(close, cells.count);
}

std::uint32_t write_scattered(const Current& now, const ScatteredCells& cells) {
    Gathered old_cells;
    gather(cells, old_cells);
    std::array<Cell, 32> close;
    for (std::size_t j = 0; j < 32; ++j) {
        const Cell mine = cells.mine[j];
        close[j] = when(!(now.old_or_mine(old_cells.write[j], mine) &
                          now.old_or_mine(old_cells.first[j], mine) &
                          now.old_or_mine(old_cells.second[j], mine)));
    }
    std::uint32_t bits = bits_of(close, cells.count);
    for (std::uint32_t j = 0; j < cells.count; ++j)
        if ((bits >> j & 1) == 0) *cells.write[j] = cells.mine[j];
    // Several lanes at one cell: the last one's write stands, the others look at it.
    for (std::uint32_t j = 0; j < cells.count; ++j)
        bits |= static_cast<std::uint32_t>(*cells.write[j] != cells.mine[j]) << j;
    return bits;
}

std::uint32_t update_scattered(const Current& now, const ScatteredCells& cells) {
    Gathered old_cells;
    gather(cells, old_cells);
    std::array<Cell, 32> close;
    for (std::size_t j = 0; j < 32; ++j) {
        // Nothing to do where atomics of two warps are known already.
        const Cell first = old_cells.first[j], second = old_cells.second[j];
        close[j] = when(!(now.old(old_cells.write[j]) & !now.old(first) & !now.old(second) &
                          ((second & cell::settled) != 0) & cell::changes_strongly(first) &
                          cell::changes_strongly(second)));
    }
    return bits_of(close, cells.count);
}

} // namespace vgpu::observe
