// An access in its form. The upper functions of a group try first, and hand on what they cannot
// decide; each says the same as look_closely would, or nothing (unit_observe: race_rule_test.cpp).
//
//     form                           function          why it exists
//     like the one before at its     repeated          one address tells all: no AccessEvent is
//     made instruction
//       volatile, side by side         repeated_strongly needs HappensBefore, too
//       32 lanes side by side, over    quick_row         the most of all: inline in the observer's
//       whole lines that are quiet                       handler, without a call
//       a row of quiet lines           quiet_lines       the same for half a warp
//       lanes side by side             row               begins and ends anywhere in a line
//         over whole lines               whole_lines       a line stands for 16 cells
//         else                           read_row,         cells in a loop that is vectorised
//                                        write_row
//       many lanes read one place      read_one_place    two lanes of them are enough
//     any other                      access            has all that HappensBefore needs
//       lanes side by side             row               as above
//       each half warp a row or        half_warps        tiles of 16 columns
//       a place
//       lanes anywhere                 scattered
//         one cell each                  read_, write_,    all lanes in one vectorised loop
//                                        update_scattered
//         what the order of warps        access_together   the rule for 32 lanes at once: after
//         decides                                          barriers of warps, acquires, atomics
//           all is ordered, lanes apart    access_in_order   the same without a question of order
//       what is left, and one lane     lane              cell by cell, quick_read or quick_write
//         what these do not decide       look_closely      the rule (race_rule.hpp), and reports
#include "vgpu/observe/racecheck.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace vgpu::observe {

[[gnu::noinline]] void Racecheck::find_shared_page(std::uint64_t block) {
    current_ = shared_.at(block).get();
    current_block_ = block;
}

ShadowPage& Racecheck::shared_page(std::uint64_t block, bool narrow) {
    if (current_block_ != block) find_shared_page(block);
    if (narrow && current_->shift != 0) refine_shared_page();
    return *current_;
}

[[gnu::noinline]] void Racecheck::refine_shared_page() {
    current_->refine(shared_bytes_);
    shared_is_narrow_ = true;
}

ShadowPage* Racecheck::page_of(const Current& now, std::uint64_t address) {
    const bool narrow = now.bytes < 4;
    return now.shared ? &shared_page(now.block, narrow) : global_.page(address, narrow);
}

// flatten: what it calls for most accesses is small, and called from everywhere.
[[gnu::flatten]] bool Racecheck::repeated(const Shape& shape, std::uint64_t first,
                                          const exec::WarpPlace& warp) {
    if (shape.space == ptx::Space::shared && shared_bytes_ == 0) return true;
    if (open_.may_meet(shape.space, shape.loads)) return false;
    if (shape.space == ptx::Space::shared && landed_.concerns(warp, has_clusters_)) return false;
    if (shape.space == ptx::Space::global) global_.prefetch(shape.soon);
    if ((shape.race_bits & cell::strong) != 0) return repeated_strongly(shape, first, warp);
    Current& now = current(shape.space, warp);
    now.me = epoch_.me | shape.race_bits;
    now.loads = shape.loads;
    now.bytes = static_cast<unsigned>(shape.bytes);
    return shape.each_part(
        first, [&](unsigned lane, unsigned lanes, std::uint64_t address, bool is_row) {
            if (!is_row) return read_one_place(now, address, lane, lane + lanes - 1) == 0;
            return quiet_lines(now, address, lane, lanes) || row(now, address, lane, lanes);
        });
}

[[gnu::noinline]] bool Racecheck::repeated_strongly(const Shape& shape, std::uint64_t first,
                                                    const exec::WarpPlace& warp) {
    if (!options_.lanes_together) return false;
    const auto bytes = static_cast<std::uint64_t>(shape.bytes);
    std::array<std::uint64_t, 32> addresses;
    for (std::uint64_t l = 0; l < 32; ++l) addresses[l] = first + l * bytes;
    const HappensBefore::Places places{shape.space, addresses.data(), full_mask, warp.block};
    BlockState& block = order_.block(warp.block);
    // To learn twice what was published does no harm.
    if (shape.loads && order_.anything_published()) order_.acquire(block, warp.warp, places, false);
    Current& now = current(shape.space, warp);
    now.me = epoch_.me | shape.race_bits;
    now.loads = shape.loads;
    now.bytes = static_cast<unsigned>(bytes);
    CellsOfLanes cells;
    const ShadowPage* page = page_of(now, first);
    if (page == nullptr || now.bytes != 1u << page->shift || !collect_row(now, *page, first, cells))
        return false;
    const EntriesMet met = entries_met(now, cells);
    if (!met.are_before(order_of_warp(block, warp.warp, met.warps))) return false;
    access_in_order(now, cells);
    if (!shape.loads) order_.publish(block, warp.warp, places);
    return true;
}

[[gnu::noinline]] bool Racecheck::row(const Current& now, std::uint64_t address,
                                      unsigned first_lane, unsigned lanes) {
    const std::uint64_t bytes = now.bytes;
    const std::uint64_t offset = now.shared ? address : address & (GlobalShadow::page_bytes - 1);
    if (!now.shared && offset + lanes * bytes > GlobalShadow::page_bytes) return false;
    const ShadowPage* page = page_of(now, address);
    if (page == nullptr) return true; // out of shadow memory
    const RowOfCells row{offset >> page->shift, static_cast<unsigned>(bytes >> page->shift),
                         first_lane, lanes};
    if (page->lines != nullptr && offset % ShadowLine::bytes == 0 && bytes <= 16 &&
        lanes * bytes % ShadowLine::bytes == 0)
        return whole_lines(now, *page, row);
    page->open(row.index, static_cast<std::uint64_t>(row.cells_per_lane) * lanes);
    return now.loads ? read_row(now, *page, row) : write_row(now, *page, row);
}

bool Racecheck::quiet_lines(const Current& now, std::uint64_t address, unsigned first_lane,
                            unsigned lanes) {
    const std::uint64_t offset = now.shared ? address : address & (GlobalShadow::page_bytes - 1);
    const std::uint64_t bytes = std::uint64_t{lanes} * now.bytes;
    if (offset % ShadowLine::bytes != 0 || now.bytes > 16) return false;
    if (!now.shared && offset + bytes > GlobalShadow::page_bytes) return false;
    const ShadowPage* page = page_of(now, address);
    if (page == nullptr || page->lines == nullptr) return false;
    const auto step = static_cast<unsigned>(std::countr_zero(now.bytes / 4));
    return access_quiet_lines(now, now.loads, page->lines + offset / ShadowLine::bytes,
                              bytes / ShadowLine::bytes, cell::with_lane(now.me, first_lane), step);
}

bool Racecheck::whole_lines(const Current& now, const ShadowPage& page, const RowOfCells& row) {
    const auto step = static_cast<unsigned>(std::countr_zero(row.cells_per_lane));
    const unsigned lanes = ShadowLine::cells >> step;
    const unsigned end = row.first_lane + row.lanes;
    std::uint64_t line = row.index / ShadowLine::cells;
    for (unsigned lane = row.first_lane; lane < end; lane += lanes, ++line) {
        if (access_line(now, page, line, cell::with_lane(now.me, lane), step)) continue;
        const RowOfCells part{line * ShadowLine::cells, row.cells_per_lane, lane, lanes};
        if (!(now.loads ? read_row(now, page, part) : write_row(now, page, part))) return false;
    }
    return true;
}

std::uint32_t Racecheck::read_one_place(const Current& now, std::uint64_t address, unsigned first,
                                        unsigned last) {
    const std::uint32_t both = 1u << first | 1u << last;
    const std::uint64_t offset = now.shared ? address : address & (GlobalShadow::page_bytes - 1);
    const ShadowPage* page = page_of(now, address);
    if (page == nullptr) return 0; // out of shadow memory
    const std::uint64_t index = offset >> page->shift;
    if (now.bytes != 1u << page->shift) return both;
    page->open(index);
    const unsigned entered =
        quick_reads(now, page->write[index], page->first[index], page->second[index],
                    cell::with_lane(now.me, first), cell::with_lane(now.me, last));
    return entered == 2 ? 0 : entered == 1 ? 1u << last : both;
}

std::uint32_t Racecheck::half_warps(const CurrentAccess& now) {
    std::uint32_t rest = 0;
    for (unsigned start = 0; start < 32; start += 16) {
        const exec::Layout::Part half = now.access.event.layout.half[start / 16];
        const std::uint64_t address = now.access.event.addresses[start];
        if (half == exec::Layout::Part::row && row(now, address, start, 16)) continue;
        if (half == exec::Layout::Part::place && now.access.loads()) {
            std::uint32_t close = read_one_place(now, address, start, start + 15);
            for (; close != 0; close &= close - 1)
                lane(now, static_cast<std::uint32_t>(std::countr_zero(close)), address);
            continue;
        }
        rest |= 0xffffu << start;
    }
    return rest;
}

bool Racecheck::collect_row(const Current& now, const ShadowPage& page, std::uint64_t first,
                            CellsOfLanes& cells) {
    const std::uint64_t page_mask = now.shared ? ~0ull : GlobalShadow::page_bytes - 1;
    if (((first ^ (first + 31 * std::uint64_t{now.bytes})) & ~page_mask) != 0) return false;
    const std::uint64_t begin = (first & page_mask) >> page.shift;
    cells.step = static_cast<unsigned>(std::countr_zero(now.bytes >> page.shift));
    cells.write = page.write;
    cells.stride = page.first - page.write;
    cells.is_row = cells.step == 0;
    for (std::uint64_t l = 0; l < 32; ++l)
        cells.index[l] = static_cast<std::int64_t>(begin + (l << cells.step));
    page.open(begin, std::uint64_t{32} << cells.step);
    return true;
}

// False: there is no memory for them, or their pages have cells of other widths.
bool Racecheck::collect(const CurrentAccess& now, CellsOfLanes& cells) {
    const exec::AccessEvent& event = now.access.event;
    const std::uint64_t page_mask = now.shared ? ~0ull : GlobalShadow::page_bytes - 1;
    const std::uint64_t first = event.addresses[std::countr_zero(cells.mask)];
    const ShadowPage* page = page_of(now, first);
    if (page == nullptr || now.bytes < 1u << page->shift) return false;
    const unsigned shift = page->shift;
    cells.step = static_cast<unsigned>(std::countr_zero(now.bytes >> shift));
    cells.write = page->write;
    cells.stride = page->first - page->write;
    const std::uint32_t mask = cells.mask;
    if (now.access.contiguous && mask == full_mask && collect_row(now, *page, first, cells))
        return true;
    std::uint64_t elsewhere = 0;
    const std::uint64_t* const addresses = event.addresses;
    for (std::uint32_t l = 0; l < 32; ++l) {
        const std::uint64_t active = std::uint64_t{0} - (mask >> l & 1);
        const std::uint64_t address = (addresses[l] & active) | (first & ~active);
        elsewhere |= (address ^ first) & ~page_mask;
        cells.index[l] = static_cast<std::int64_t>((address & page_mask) >> shift);
    }
    if (elsewhere == 0) {
        if (page->lines != nullptr) page->open_lanes(cells.index);
        return true;
    }
    for (std::uint32_t rest = cells.mask; rest != 0; rest &= rest - 1) {
        const int l = std::countr_zero(rest);
        page = global_.page(event.addresses[l], now.bytes < 4);
        if (page == nullptr || page->shift != shift) return false;
        page->open_lane(static_cast<std::uint64_t>(cells.index[l]));
        const auto distance = reinterpret_cast<std::intptr_t>(page->write) -
                              reinterpret_cast<std::intptr_t>(cells.write);
        cells.index[l] += distance / static_cast<std::intptr_t>(sizeof(Cell));
    }
    return true;
}

// Levels are asked for where cells are met that they decide: mostly those of one warp, of up to 32.
const WarpOrder& Racecheck::order_of_warp(const BlockState& block, std::uint32_t warp,
                                          std::uint32_t warps) {
    WarpOrder& order = epoch_.order;
    if (!std::exchange(epoch_.knows_order, true)) {
        const WarpState& state = block.warps[warp];
        order.ancient = Cell{order_.ancient()} << cell::segment_shift;
        order.lanes_known = !state.lanes;
        order.others_known = state.acquired == 0;
        order.asked = 0;
        order.lowest = cell::latest;
    }
    const std::uint32_t all = (2u << (block.warps.size() - 1)) - 1;
    std::uint32_t rest = warps & all & ~order.asked;
    order.asked |= rest;
    for (; rest != 0; rest &= rest - 1) {
        const auto other = static_cast<std::uint32_t>(std::countr_zero(rest));
        const auto levels = order_.levels(block, warp, other);
        for (std::size_t kind = 0; kind < levels.size(); ++kind) {
            const Cell level = Cell{levels[kind]} << cell::segment_shift;
            order.levels[kind << 5 | other] = level;
            order.lowest = std::min(order.lowest, level);
        }
    }
    return order;
}

std::uint32_t Racecheck::scattered(const CurrentAccess& now, std::uint32_t mask) {
    CellsOfLanes cells;
    cells.mask = mask;
    if (!collect(now, cells)) return mask;
    Shape& shape = now.access.shape;
    if (!cells.is_row && shape.apart == Shape::Apart::unknown && shape.of != nullptr &&
        mask == now.access.event.mask)
        shape.apart = sharing(cells, mask) == 0 ? Shape::Apart::yes : Shape::Apart::no;
    cells.apart = cells.is_row || shape.apart == Shape::Apart::yes;
    const bool is_update = now.access.updates();
    if (cells.step == 0 && (is_update || !now.strong())) {
        const auto quickly = is_update   ? update_scattered
                             : now.loads ? read_scattered
                                         : write_scattered;
        cells.mask = quickly(now, cells);
        if (std::popcount(cells.mask) <= 2) return cells.mask;
    }
    if (!options_.lanes_together) return cells.mask;
    const EntriesMet met = entries_met(now, cells);
    const WarpOrder& order = order_of_warp(now.block, now.warp, met.warps);
    if (cells.step != 0 || !cells.apart || !met.are_before(order))
        return access_together(now, order, cells);
    access_in_order(now, cells);
    return 0;
}

void Racecheck::lane(const CurrentAccess& now, std::uint32_t lane, std::uint64_t address) {
    const std::uint64_t bytes = now.bytes;
    ShadowPage* page = page_of(now, address);
    if (page == nullptr) return;
    const std::uint64_t offset = now.shared ? address : address & (GlobalShadow::page_bytes - 1);
    const std::uint64_t begin = offset >> page->shift;
    const std::uint64_t end = begin + (bytes >> page->shift);
    const Cell mine = cell::with_lane(now.me, lane);
    page->open(begin, end - begin);
    for (std::uint64_t index = begin; index < end; ++index) {
        const Place place{*page, index, address + ((index - begin) << page->shift)};
        Cell &write = page->write[index], &first = page->first[index];
        if (now.access.loads()) {
            if (now.strong() || !quick_read(now, write, first, page->second[index], mine))
                look_closely<true>(now, place, lane);
        } else if (now.strong() || !quick_write(now, write, first, page->second[index], mine)) {
            look_closely<false>(now, place, lane);
        }
    }
}

namespace {

// Asks HappensBefore about one cell.
template <class IsOrdered, class IsOfMyWarp>
struct OrderOfLane {
    IsOrdered is_ordered;
    IsOfMyWarp is_of_my_warp;
    Cell ordered(Cell c) const { return when(is_ordered(c)); }
    Cell my_warp(Cell c) const { return when(is_of_my_warp(c)); }
};
// Said for clang, which does not deduce the arguments of an aggregate.
template <class IsOrdered, class IsOfMyWarp>
OrderOfLane(IsOrdered, IsOfMyWarp) -> OrderOfLane<IsOrdered, IsOfMyWarp>;

} // namespace

template <bool loads>
void Racecheck::look_closely(const CurrentAccess& now, const Place& place, std::uint32_t lane) {
    Cell& write = place.page.write[place.index];
    Cell& first = place.page.first[place.index];
    Cell& second = place.page.second[place.index];
    const Entries entries{write, first, second};
    const Cell mine = cell::with_lane(now.me, lane);
    const Suspects suspect = suspects<loads>(now, mine, entries);
    if (suspect.write != 0) conflict(now, place, lane, write);
    if (suspect.first != 0) conflict(now, place, lane, first);
    if (suspect.second != 0) conflict(now, place, lane, second);
    const OrderOfLane order{[&](Cell c) { return is_ordered(now, c, lane); },
                            [&](Cell c) { return of_my_warp(now, c); }};
    const Entries after = now.strong() ? remember<loads, true>(now, order, mine, entries)
                                       : remember<loads, false>(now, order, mine, entries);
    write = after.write;
    first = after.first;
    second = after.second;
}

bool Racecheck::of_my_warp(const CurrentAccess& now, Cell c) const {
    return cell::warp(c) == now.warp && order_.block_of(cell::segment(c)) == now.block.block;
}

bool Racecheck::is_ordered(const CurrentAccess& now, Cell earlier, std::uint32_t lane) const {
    const auto kind = static_cast<HappensBefore::Kind>(cell::kind(earlier));
    return now.old(earlier) ||
           order_.ordered({cell::segment(earlier), cell::warp(earlier), cell::lane(earlier), kind},
                          now.block, now.warp, lane);
}

} // namespace vgpu::observe
