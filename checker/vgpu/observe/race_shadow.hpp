// What racecheck remembers of each place in memory: the last plain write and, since then, two of
// those who read it or changed it atomically.
//
// A cell stands for 4 bytes, or for 1 byte in pages that were touched by narrower accesses. Cells
// of earlier launches (for shared memory: blocks) need no clearing: their segments are below every
// floor.
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
// Two cells that agree in these bits: the same thread, not synchronised in between, neither strong.
inline constexpr Cell same_thread = ~((Cell{1} << lane_shift) - 1) | strong;

constexpr Cell make(Segment segment, std::uint32_t warp, std::uint32_t place, Cell flags) {
    const std::uint32_t known_place = place < most_places ? place : 0;
    return Cell{segment} << segment_shift | Cell{warp} << warp_shift |
           Cell{known_place} << place_shift | flags;
}
constexpr Cell with_lane(Cell c, std::uint32_t lane) { return c | Cell{lane} << lane_shift; }
constexpr Segment segment(Cell c) { return static_cast<Segment>(c >> segment_shift); }
constexpr std::uint32_t warp(Cell c) { return c >> warp_shift & 31; }
constexpr std::uint32_t lane(Cell c) { return c >> lane_shift & 31; }
constexpr bool changes_strongly(Cell c) { return (~c & (strong | writes)) == 0; }
constexpr std::uint32_t place(Cell c) { return c >> place_shift & (most_places - 1); }
} // namespace cell

// A stretch of cells, three arrays side by side.
struct ShadowPage {
    ZeroMemory memory;
    Cell* write = nullptr;  // last plain write
    Cell* first = nullptr;  // a read or strong write since then
    Cell* second = nullptr; // another, of another warp if there is one
    unsigned shift = 2;     // log2 of the bytes of a cell

    bool exists() const { return write != nullptr; }
    // Makes the page (zero) for so many bytes of guest memory.
    void create(std::uint64_t guest_bytes, unsigned cell_shift);
    // From 4-byte cells to 1-byte cells.
    void refine(std::uint64_t guest_bytes);
};

class GlobalShadow {
  public:
    static constexpr unsigned page_bits = 16;
    static constexpr std::uint64_t page_bytes = 1ull << page_bits;

    explicit GlobalShadow(std::uint64_t most_bytes) : most_bytes_(most_bytes) {}

    // The page of an address, with byte cells if `narrow`; nullptr when memory for it has run out.
    ShadowPage* page(std::uint64_t address, bool narrow) {
        ShadowPage& page =
            regions_.get(address).pages[address >> page_bits & (pages_per_region - 1)];
        if (page.exists() && (!narrow || page.shift == 0)) return &page;
        return prepare(page, narrow);
    }
    void clear();
    bool is_full() const { return full_; }

  private:
    static constexpr std::size_t pages_per_region = 1u << (21 - page_bits);
    struct Region {
        std::array<ShadowPage, pages_per_region> pages;
    };
    ShadowPage* prepare(ShadowPage& page, bool narrow);

    RegionMap<Region> regions_;
    std::uint64_t most_bytes_;
    std::uint64_t used_bytes_ = 0;
    bool full_ = false;
};

} // namespace vgpu::observe
