#include "vgpu/observe/place_table.hpp"

namespace vgpu::observe {

std::uint32_t PlaceTable::find_or_add(const exec::CodePlace& place, isa::MemoryAction action,
                                      bool compares) {
    if (collisions_.empty()) collisions_.resize(cache_size);
    std::vector<std::uint32_t>& bucket =
        collisions_[(place.pc + 97u * place.function) % cache_size];
    for (const std::uint32_t number : bucket)
        if (same(entries_[number].place, place)) return number;
    const auto number = static_cast<std::uint32_t>(entries_.size());
    entries_.push_back({place, action, compares});
    bucket.push_back(number);
    return number;
}

} // namespace vgpu::observe
