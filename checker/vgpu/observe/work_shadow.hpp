// What WorkRaces remembers of global memory: for each 4 bytes the last party that wrote them and
// two that read.
//
// A tree: pages of 16 KiB, lines of 64 bytes, cells of 4. As long as a page or a line is accessed
// as a whole, one cell speaks for all of it; an access to a part of it opens it into the next
// level, and when all below have become alike it is closed again. So a copy enters pages, and a
// warp lines.
#pragma once

#include "vgpu/observe/page_map.hpp"
#include "vgpu/observe/zero_memory.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace vgpu::observe {

class WorkShadow {
  public:
    // A party (from 1 on; 0: none) and which of the 4 bytes.
    using Entry = std::uint32_t;
    static constexpr unsigned bytes_bits = 4;
    static constexpr Entry all_bytes = (1u << bytes_bits) - 1;
    static constexpr std::uint32_t most_parties = (1u << (32 - bytes_bits)) - 1;
    static constexpr std::uint32_t party_in(Entry entry) { return entry >> bytes_bits; }

    struct Cell {
        Entry write = 0, first = 0, second = 0;
        bool operator==(const Cell&) const = default;
        // The cells of the next level hold the entries.
        static constexpr Entry open = ~Entry{0}; // in `write`
        bool is_open() const { return write == open; }
    };

    explicit WorkShadow(std::uint64_t most_bytes) : most_bytes_(most_bytes) {}

    // Calls body(cell, address, bytes, is_last) with the cells that stand for [begin, end), in
    // order. When it returns false for a page or a line, that is opened and its parts come; for a
    // cell of 4 bytes (is_last), that is the end, and so is the result.
    template <class Body>
    bool visit(std::uint64_t begin, std::uint64_t end, const Body& body) {
        while (begin < end) {
            const std::uint64_t next = std::min(end, end_of(begin, region_bytes));
            if (!visit<page>(regions_.get(begin), begin, next, body)) return false;
            begin = next;
        }
        return true;
    }
    void prefetch(std::uint64_t address) const {
        const Region* region = regions_.find(address);
        if (region != nullptr && region->lines.words() != nullptr)
            __builtin_prefetch(region->cells<line>(address));
    }
    void map(std::uint64_t address, std::uint64_t bytes, std::uint64_t home) {
        regions_.map(address, bytes, home);
    }
    // Not all of memory is watched: the memory for remembering it is used up.
    bool is_full() const { return is_full_; }

  private:
    enum Level : std::uint8_t { page, line, word };
    static constexpr std::uint64_t sizes[] = {1 << 14, 64, 4};
    struct Region;
    static constexpr std::uint64_t region_bytes = RegionMap<Region>::region_bytes;
    static constexpr std::uint64_t pages = region_bytes / sizes[page];
    struct Region {
        std::array<Cell, pages> page_cells;
        ZeroMemory lines;                    // of all pages, side by side
        std::array<ZeroMemory, pages> words; // by page

        template <Level level>
        Cell* cells(std::uint64_t address) const {
            const std::uint64_t in_region = address % region_bytes;
            if constexpr (level == line)
                return reinterpret_cast<Cell*>(lines.words()) + in_region / sizes[line];
            else
                return reinterpret_cast<Cell*>(words[in_region / sizes[page]].words()) +
                       address % sizes[page] / sizes[word];
        }
    };

    static std::uint64_t end_of(std::uint64_t address, std::uint64_t size) {
        return (address | (size - 1)) + 1;
    }

    template <Level level, class Body>
    bool visit(Region& region, std::uint64_t begin, std::uint64_t end, const Body& body) {
        constexpr std::uint64_t size = sizes[level];
        Cell* cell = nullptr;
        if constexpr (level == page)
            cell = &region.page_cells[begin % region_bytes / size];
        else
            cell = region.cells<level>(begin);
        for (std::uint64_t next = 0; begin < end; begin = next, ++cell) {
            next = std::min(end, end_of(begin, size));
            if constexpr (level == word) {
                const Entry bytes = ((1u << (next - begin)) - 1) << begin % size;
                if (!body(*cell, begin / size * size, bytes, true)) return false;
            } else {
                const bool is_whole = next - begin == size;
                if (!cell->is_open()) {
                    if (is_whole && body(*cell, begin, all_bytes, false)) continue;
                    if (!open<level>(region, *cell, begin)) continue;
                }
                if (!visit<Level{level + 1}>(region, begin, next, body)) return false;
                if (is_whole) close_if_alike<level>(region, *cell, begin);
            }
        }
        return true;
    }

    template <Level level>
    static constexpr std::uint64_t parts = sizes[level] / sizes[level + 1];

    // False: there is no memory for it.
    template <Level level>
    bool open(Region& region, Cell& cell, std::uint64_t address) {
        ZeroMemory& memory =
            level == page ? region.lines : region.words[address % region_bytes / sizes[page]];
        const std::uint64_t covered = level == page ? region_bytes : sizes[page];
        if (memory.words() == nullptr && !make(memory, covered / sizes[level + 1] * sizeof(Cell)))
            return false;
        std::fill_n(region.cells<Level{level + 1}>(address / sizes[level] * sizes[level]),
                    parts<level>, cell);
        cell.write = Cell::open;
        return true;
    }

    template <Level level>
    static void close_if_alike(const Region& region, Cell& cell, std::uint64_t address) {
        const Cell* const first = region.cells<Level{level + 1}>(address);
        if (!first->is_open() && std::all_of(first + 1, first + parts<level>,
                                             [&](const Cell& part) { return part == *first; }))
            cell = *first;
    }

    bool make(ZeroMemory& memory, std::uint64_t bytes) {
        is_full_ = is_full_ || bytes > most_bytes_ - used_bytes_;
        if (is_full_) return false;
        used_bytes_ += bytes;
        memory = ZeroMemory(bytes);
        return true;
    }

    RegionMap<Region> regions_;
    std::uint64_t most_bytes_, used_bytes_ = 0;
    bool is_full_ = false;
};

} // namespace vgpu::observe
