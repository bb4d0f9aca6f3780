#include "vgpu/observe/race_shadow.hpp"

namespace vgpu::observe {

namespace {
constexpr std::uint64_t arrays = 3;
}

void ShadowPage::create(std::uint64_t guest_bytes, unsigned cell_shift) {
    const std::uint64_t cells = (guest_bytes >> cell_shift) + 32;
    memory = ZeroMemory(arrays * cells * sizeof(Cell));
    write = memory.words();
    first = write + cells;
    second = first + cells;
    shift = cell_shift;
}

void ShadowPage::refine(std::uint64_t guest_bytes) {
    ShadowPage fine;
    fine.create(guest_bytes, 0);
    for (std::uint64_t byte = 0; byte < guest_bytes; ++byte) {
        fine.write[byte] = write[byte / 4];
        fine.first[byte] = first[byte / 4];
        fine.second[byte] = second[byte / 4];
    }
    *this = std::move(fine);
}

ShadowPage* GlobalShadow::prepare(ShadowPage& page, bool narrow) {
    const std::uint64_t cells = narrow ? page_bytes : page_bytes / 4;
    const std::uint64_t wanted = arrays * cells * sizeof(Cell);
    if (used_bytes_ + wanted > most_bytes_) {
        full_ = true;
        return nullptr;
    }
    used_bytes_ += wanted;
    if (page.exists()) used_bytes_ -= page.memory.bytes();
    if (!page.exists())
        page.create(page_bytes, narrow ? 0 : 2);
    else
        page.refine(page_bytes);
    return &page;
}

void GlobalShadow::clear() {
    regions_.clear();
    used_bytes_ = 0;
}

} // namespace vgpu::observe
