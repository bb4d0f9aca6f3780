// What racecheck remembers of each place in memory: the last plain write and, since then, two of
// those who read it or changed it atomically.
//
// A cell stands for 4 bytes, or for 1 byte in pages that were touched by narrower accesses. Cells
// of earlier launches (for shared memory: blocks) need no clearing: their segments are below every
// floor.
//
// Lanes mostly access 64 aligned bytes side by side. As long as all do, one ShadowLine
// stands for the 16 cells there: a sixteenth of the memory and of the work.
#pragma once

#include "vgpu/observe/happens_before.hpp"
#include "vgpu/observe/page_map.hpp"
#include "vgpu/observe/zero_memory.hpp"

#include <array>
#include <cstdint>
#include <memory>

namespace vgpu::observe {

// One access in 64 bits, so that ages compare as integers:
// segment (32), warp (5), lane (5), place (17), flags (5).
using Cell = std::uint64_t;

namespace cell {
inline constexpr Cell strong = 1;  // an atomic, volatile, relaxed, acquire or release access
inline constexpr Cell settled = 2; // `second`: not of the warp of `first`
inline constexpr Cell volatile_ = 4;
inline constexpr Cell writes = 8;
inline constexpr Cell block_scope = 16; // a strong access for the threads of its block only
inline constexpr unsigned place_shift = 5, lane_shift = 22, warp_shift = 27, segment_shift = 32;
inline constexpr std::uint32_t most_places = 1u << 17;
inline constexpr Cell same_warp = Cell{31} << warp_shift; // within a block
inline constexpr Cell same_lane = Cell{31} << lane_shift; // within a warp
// Two cells that agree in these bits: the same thread, not synchronised in between, neither strong.
inline constexpr Cell same_thread = ~((Cell{1} << lane_shift) - 1) | strong;
inline constexpr Cell latest = ~Cell{0}; // no access is as late

constexpr Cell of_place(std::uint32_t place) {
    return Cell{place < most_places ? place : 0} << place_shift;
}
constexpr Cell make(Segment segment, std::uint32_t warp, std::uint32_t place, Cell flags) {
    return Cell{segment} << segment_shift | Cell{warp} << warp_shift | of_place(place) | flags;
}
constexpr Cell with_lane(Cell c, std::uint32_t lane) { return c | Cell{lane} << lane_shift; }
constexpr Segment segment(Cell c) { return static_cast<Segment>(c >> segment_shift); }
constexpr std::uint32_t warp(Cell c) { return c >> warp_shift & 31; }
constexpr std::uint32_t lane(Cell c) { return c >> lane_shift & 31; }
constexpr bool changes_strongly(Cell c) { return (~c & (strong | writes)) == 0; }
// HappensBefore::Kind
constexpr std::size_t kind(Cell c) { return (c & strong) | (c & writes) >> 2; }
// What a cell says of a place that may both read and write, as a copy does.
constexpr isa::MemoryAction action(Cell c, isa::MemoryAction of_place) {
    if ((c & strong) != 0) return of_place;
    return (c & writes) != 0 ? isa::MemoryAction::store : isa::MemoryAction::load;
}
constexpr std::uint32_t place(Cell c) { return c >> place_shift & (most_places - 1); }
} // namespace cell

// The access being checked, and what is known of all older cells at once.
struct Current {
    Cell me = 0;        // without a lane
    Cell floor = 0;     // cells below: ordered before
    Cell own_begin = 0; // own_begin <= cell < own_end: this block's, before its last barrier
    Cell own_end = 0;
    Cell block_begin = 0;     // cells from here on are this block's ...
    bool block_known = false; // ... and no others are
    bool plain_order = false; // different warps are ordered by whole-block barriers only
    std::uint64_t block = 0;
    bool shared = false, loads = false;
    unsigned bytes = 0; // of a lane

    bool strong() const { return (me & cell::strong) != 0; }
    bool changes_strongly() const { return cell::changes_strongly(me); }

    // Ordered before, as far as one sees without asking HappensBefore.
    bool old(Cell c) const { return (c < floor) | ((c >= own_begin) & (c < own_end)); }
    bool old_or_mine(Cell c, Cell mine) const {
        return old(c) | (((c ^ mine) & cell::same_thread) == 0);
    }
    // ... and a read may take its place: an atomic of this block, before its barrier, still races
    // with what others read.
    bool gone(Cell c) const {
        return (c < floor) | ((c >= own_begin) & (c < own_end) & !cell::changes_strongly(c));
    }
    bool gone_or_mine(Cell c, Cell mine) const {
        return gone(c) | (((c ^ mine) & cell::same_thread) == 0);
    }
    // Certainly of another warp.
    bool elsewhere(Cell c) const {
        return block_known & ((c < block_begin) | (((c ^ me) & cell::same_warp) != 0));
    }
};

// What 16 cells have in common. Cell j's lane is that of the line's cell plus j >> step.
struct ShadowLine {
    static constexpr unsigned cells = 16;
    static constexpr std::uint64_t bytes = 64; // of guest memory

    Cell write = 0, first = 0, second = 0; // of cell 0
    // Log2 of the cells that a lane has, or `open`. As wide as a cell, so that a vector of lanes'
    // lines is loaded in one go; the structure is no larger for it.
    std::uint64_t step = 0;
    static constexpr std::uint64_t open = 255;
    bool is_open() const { return step == open; } // the cells hold entries of their own
};

// A stretch of cells, three arrays side by side.
struct ShadowPage {
    ZeroMemory memory;
    ShadowLine* lines = nullptr; // of pages with 4-byte cells; its own, or a part of others
    Cell* write = nullptr;       // last plain write
    Cell* first = nullptr;       // a read or strong write since then
    Cell* second = nullptr;      // another, of another warp if there is one
    unsigned shift = 2;          // log2 of the bytes of a cell

    bool exists() const { return write != nullptr; }
    // Called in front of a look at single cells: those of [index, index + count) get entries of
    // their own.
    void open(std::uint64_t index, std::uint64_t count = 1) const {
        if (lines == nullptr || count == 0) return;
        const std::uint64_t end = (index + count - 1) / ShadowLine::cells;
        for (std::uint64_t line = index / ShadowLine::cells; line <= end; ++line)
            if (!lines[line].is_open()) open_line(line);
    }
    // The same for the cells of one lane, which are in one line.
    void open_lane(std::uint64_t index) const {
        if (lines != nullptr && !lines[index / ShadowLine::cells].is_open())
            open_line(index / ShadowLine::cells);
    }
    void open_line(std::uint64_t line) const;
    // The same for a cell of each of 32 lanes.
    void open_lanes(const std::array<std::int64_t, 32>& index) const {
        std::uint64_t closed = 0; // asked for all together: mostly no line is
        for (const std::int64_t at : index)
            closed |=
                lines[static_cast<std::uint64_t>(at) / ShadowLine::cells].step ^ ShadowLine::open;
        if (closed == 0) [[likely]]
            return;
        for (const std::int64_t at : index) open_lane(static_cast<std::uint64_t>(at));
    }
    // Makes a page of zeros for so many bytes of guest memory, with the lines that are given, or
    // its own.
    void create(std::uint64_t guest_bytes, unsigned cell_shift, ShadowLine* its_lines = nullptr);
    // Changes 4-byte cells to 1-byte cells.
    void refine(std::uint64_t guest_bytes);
};

class GlobalShadow {
  public:
    static constexpr unsigned page_bits = 16;
    static constexpr std::uint64_t page_bytes = 1ull << page_bits;

    explicit GlobalShadow(std::uint64_t most_bytes) : most_bytes_(most_bytes) {}

    // The page of an address, with byte cells if `narrow`; nullptr when memory for it has run out.
    ShadowPage* page(std::uint64_t address, bool narrow) {
        Region& region = regions_.get(address);
        ShadowPage& page = region.pages[page_in_region(address)];
        if (page.exists() && (!narrow || page.shift == 0)) return &page;
        return prepare(region, page_in_region(address), narrow);
    }
    // The lines of a row; nullptr where there are none yet or they take longer to find, where cells
    // are bytes, or where the row reaches beyond a page. Those of `soon` are fetched ahead.
    ShadowLine* lines_of_row(std::uint64_t address, std::uint64_t bytes, std::uint64_t soon) const {
        const Region* region = regions_.find_at_once(address);
        if (region == nullptr || (address & (page_bytes - 1)) + bytes > page_bytes ||
            (region->with_lines >> page_in_region(address) & 1) == 0)
            return nullptr;
        const std::uint64_t offset = address & (RegionMap<Region>::region_bytes - 1);
        ShadowLine* const lines = region->lines() + offset / ShadowLine::bytes;
        static_assert(2 * sizeof(ShadowLine) == ShadowLine::bytes);
        prefetch_beside(lines, static_cast<std::int64_t>(soon - address) >> 1);
        return lines;
    }
    void prefetch(std::uint64_t address) const {
        if (const Region* region = regions_.find(address))
            __builtin_prefetch(region->lines() + (address & (RegionMap<Region>::region_bytes - 1)) /
                                                     ShadowLine::bytes);
    }
    void clear();
    void map(std::uint64_t address, std::uint64_t bytes, std::uint64_t home) {
        regions_.map(address, bytes, home);
    }
    bool is_full() const { return full_; }

  private:
    static constexpr std::size_t pages_per_region = 1u << (21 - page_bits);
    static std::uint64_t page_in_region(std::uint64_t address) {
        return address >> page_bits & (pages_per_region - 1);
    }
    // The lines of all pages are contiguous, so that the neighbours' are found from one's own.
    struct Region {
        std::array<ShadowPage, pages_per_region> pages;
        std::uint32_t with_lines = 0; // a bit for each page that exists and has 4-byte cells
        ZeroMemory line_memory{RegionMap<Region>::region_bytes / ShadowLine::bytes *
                               sizeof(ShadowLine)};
        ShadowLine* lines() const { return reinterpret_cast<ShadowLine*>(line_memory.words()); }
    };
    ShadowPage* prepare(Region& region, std::uint64_t number, bool narrow);

    RegionMap<Region> regions_;
    std::uint64_t most_bytes_;
    std::uint64_t used_bytes_ = 0;
    bool full_ = false;
};

} // namespace vgpu::observe
