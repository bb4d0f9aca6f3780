// The common cases of racecheck, decided by comparing integers alone: cells that are older than the
// last barrier, the thread's own, or already say enough. race_rule.hpp is the definition of what a
// race is; unit_observe holds these functions to it. What they cannot decide is left untouched and
// looked at closely by Racecheck.
#pragma once

#include "vgpu/observe/race_shadow.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace vgpu::observe {

// Lanes side by side with a plain access to contiguous cells.
struct RowOfCells {
    std::uint64_t index = 0; // of the first one in its page
    unsigned cells_per_lane = 1;
    unsigned first_lane = 0, lanes = 32;
};
// False: look at the lanes one by one. Some may have been entered already, which does no harm.
bool read_row(const Current& now, const ShadowPage& page, const RowOfCells& row);
bool write_row(const Current& now, const ShadowPage& page, const RowOfCells& row);

// Whether a plain read need not be entered, whichever lane's it is: two plain reads of different
// warps are known, the first of another segment than this one, without a write since.
inline bool have_enough_readers(const Current& now, Cell write, Cell first, Cell second) {
    return now.old(write) & !now.old(first) & !now.old(second) & ((second & cell::settled) != 0) &
           (((first | second) & cell::strong) == 0) &
           (((first ^ now.me) >> cell::segment_shift) != 0);
}

// Whether an atomic need not be entered, whichever lane's it is: atomics of two warps are known.
inline bool have_enough_atomics(const Current& now, Cell write, Cell first, Cell second) {
    return now.old(write) & !now.old(first) & !now.old(second) & ((second & cell::settled) != 0) &
           cell::changes_strongly(first) & cell::changes_strongly(second) &
           (((first | second | now.me) & cell::block_scope) == 0);
}

// Enters a read of one cell, given as its three entries, or of all cells of a line; false: look
// closely, nothing was entered.
inline bool quick_read(const Current& now, Cell write, Cell& first, Cell& second, Cell mine) {
    if (!now.old_or_mine(write, mine)) return false;
    if (first < now.floor) { // the second is as old: it was entered beside a first one of its time
        first = mine;
        return true;
    }
    const bool second_old = now.gone(second);
    if (!second_old & ((second & cell::strong) != 0)) return false;
    if (now.gone_or_mine(first, mine)) {
        if (!second_old) return false;
        first = mine;
        return true;
    }
    if ((first & cell::strong) != 0) return false;
    const bool same_segment = ((first ^ mine) >> cell::segment_shift) == 0;
    if ((!second_old) & (same_segment | ((second & cell::settled) != 0))) return true;
    if (same_segment) {
        second = mine;
        return true;
    }
    if (now.plain_order & now.elsewhere(first)) { // better than another of the first one's warp
        second = mine | cell::settled;
        return true;
    }
    return false;
}

// Two lanes of one warp read one cell, the first and the last of many. Returns how many of the two
// were entered; the others need a close look.
inline unsigned quick_reads(const Current& now, Cell write, Cell& first, Cell& second, Cell mine,
                            Cell other) {
    if (write < now.floor && first < now.floor) { // not read since the last floor
        first = mine;
        second = other;
        return 2;
    }
    if (have_enough_readers(now, write, first, second)) return 2;
    if (!quick_read(now, write, first, second, mine)) return 0;
    return quick_read(now, write, first, second, other) ? 2 : 1;
}

inline bool quick_write(const Current& now, Cell& write, Cell first, Cell second, Cell mine) {
    if (!now.old_or_mine(write, mine)) return false;
    if (first >= now.floor && !(now.old_or_mine(first, mine) & now.old_or_mine(second, mine)))
        return false;
    write = mine;
    return true;
}

// Makes a line stand for its cells, with lanes of that width, if that is possible.
bool make_line_speak(const Current& now, const ShadowPage& page, std::uint64_t line, unsigned step);

// Lanes side by side with a plain access to a whole line: `first` is the first one's cell, each
// lane has 2^step cells. False: look at the cells, which then hold entries of their own.
inline bool access_line(const Current& now, const ShadowPage& page, std::uint64_t number,
                        Cell first, unsigned step) {
    ShadowLine& line = page.lines[number];
    if (line.step != step && !make_line_speak(now, page, number, step)) return false;
    if (now.loads ? quick_read(now, line.write, line.first, line.second, first)
                  : quick_write(now, line.write, line.first, line.second, first))
        return true;
    page.open_line(number);
    return false;
}

// The same for several whole lines that were not accessed since the last floor or have enough
// readers already: the case of most loops. `mine` is the first lane's cell. False: some lines may
// have been entered, which does no harm. Without a call, so that callers need not save registers.
[[gnu::always_inline]] inline bool access_quiet_lines(const Current& now, bool loads,
                                                      ShadowLine* line, std::uint64_t count,
                                                      Cell mine, unsigned step) {
    const Cell floor = now.floor; // not read again for each line, although lines are written
    const Cell per_line = Cell{ShadowLine::cells >> step} << cell::lane_shift;
    for (const ShadowLine* const end = line + count; line != end; ++line, mine += per_line) {
        if (line->step != step) return false;
        if (std::max(line->write, line->first) < floor)
            (loads ? line->first : line->write) = mine;
        else if (!loads || !have_enough_readers(now, line->write, line->first, line->second))
            return false;
    }
    return true;
}

} // namespace vgpu::observe
