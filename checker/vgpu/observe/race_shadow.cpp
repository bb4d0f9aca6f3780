#include "vgpu/observe/race_shadow.hpp"

#include <algorithm>

namespace vgpu::observe {

namespace {

constexpr std::uint64_t arrays = 3;

// Rows may reach beyond the guest's bytes by a warp's width.
std::uint64_t cells_for(std::uint64_t guest_bytes, unsigned shift) {
    const std::uint64_t cells = (guest_bytes >> shift) + 32;
    return (cells + ShadowLine::cells - 1) / ShadowLine::cells * ShadowLine::cells;
}

std::uint64_t shadow_bytes(std::uint64_t guest_bytes, unsigned shift) {
    const std::uint64_t cells = cells_for(guest_bytes, shift);
    const std::uint64_t lines = shift == 2 ? cells / ShadowLine::cells : 0;
    return arrays * cells * sizeof(Cell) + lines * sizeof(ShadowLine);
}

} // namespace

void ShadowPage::create(std::uint64_t guest_bytes, unsigned cell_shift, ShadowLine* its_lines) {
    const std::uint64_t cells = cells_for(guest_bytes, cell_shift);
    memory = ZeroMemory(shadow_bytes(guest_bytes, cell_shift));
    write = memory.words();
    first = write + cells;
    second = first + cells;
    shift = cell_shift;
    ShadowLine* const own_lines = reinterpret_cast<ShadowLine*>(second + cells);
    lines = shift != 2 ? nullptr : its_lines != nullptr ? its_lines : own_lines;
}

void ShadowPage::open_line(std::uint64_t number) const {
    ShadowLine& line = lines[number];
    const std::uint64_t begin = number * ShadowLine::cells;
    for (std::uint64_t j = 0; j < ShadowLine::cells; ++j) {
        const Cell lanes = (j >> line.step) << cell::lane_shift;
        write[begin + j] = line.write + lanes;
        first[begin + j] = line.first + lanes;
        second[begin + j] = line.second + lanes;
    }
    line.step = ShadowLine::open;
}

void ShadowPage::refine(std::uint64_t guest_bytes) {
    ShadowPage fine;
    fine.create(guest_bytes, 0);
    for (std::uint64_t begin = 0; begin < guest_bytes; begin += ShadowLine::bytes) {
        ShadowLine& line = lines[begin / ShadowLine::bytes];
        // Lines without an access stay zero in both pages, and untouched: page faults dominate.
        if (!line.is_open() && (line.write | line.first | line.second) == 0) continue;
        if (!line.is_open()) open_line(begin / ShadowLine::bytes);
        const std::uint64_t end = std::min(begin + ShadowLine::bytes, guest_bytes);
        for (std::uint64_t byte = begin; byte < end; ++byte) {
            fine.write[byte] = write[byte / 4];
            fine.first[byte] = first[byte / 4];
            fine.second[byte] = second[byte / 4];
        }
    }
    *this = std::move(fine);
}

ShadowPage* GlobalShadow::prepare(Region& region, std::uint64_t number, bool narrow) {
    ShadowPage& page = region.pages[number];
    const std::uint64_t wanted = shadow_bytes(page_bytes, narrow ? 0 : 2);
    if (used_bytes_ + wanted > most_bytes_) {
        full_ = true;
        return nullptr;
    }
    used_bytes_ += wanted;
    if (page.exists()) used_bytes_ -= page.memory.bytes();
    if (page.exists())
        page.refine(page_bytes);
    else
        page.create(page_bytes, narrow ? 0 : 2,
                    region.lines() + number * (page_bytes / ShadowLine::bytes));
    region.with_lines &= ~(1u << number);
    if (!narrow) region.with_lines |= 1u << number;
    return &page;
}

void GlobalShadow::clear() {
    regions_.clear();
    used_bytes_ = 0;
}

} // namespace vgpu::observe
