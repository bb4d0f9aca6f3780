#include "vgpu/observe/race_fast.hpp"

#include "vgpu/observe/race_rule.hpp"

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
    line.step = step;
    return true;
}

} // namespace vgpu::observe
