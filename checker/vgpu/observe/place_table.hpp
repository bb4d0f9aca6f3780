// Small numbers for the code places of one launch, so that counters and shadow memory can name them
// in a few bits.
#pragma once

#include "vgpu/exec/events.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace vgpu::observe {

class PlaceTable {
  public:
    struct Entry {
        exec::CodePlace place;
        isa::MemoryAction action = isa::MemoryAction::load; // of memory instructions
        bool compares = false;                              // atom.cas
    };

    // Forgets all places: those of an unloaded module must not be taken for another's.
    void clear() {
        entries_.assign(1, Entry{});
        cache_.fill(0);
        collisions_.clear();
    }

    std::uint32_t number(const exec::CodePlace& place,
                         isa::MemoryAction action = isa::MemoryAction::load,
                         bool compares = false) {
        std::uint32_t& cached = cache_[(place.pc + 97u * place.function) % cache_.size()];
        if (same(entries_[cached].place, place)) return cached;
        return cached = find_or_add(place, action, compares);
    }

    const Entry& operator[](std::uint32_t number) const { return entries_[number]; }
    std::uint32_t size() const { return static_cast<std::uint32_t>(entries_.size()); }

  private:
    static bool same(const exec::CodePlace& a, const exec::CodePlace& b) {
        return a.pc == b.pc && a.function == b.function && a.resolver == b.resolver;
    }
    [[gnu::noinline]] std::uint32_t find_or_add(const exec::CodePlace& place,
                                                isa::MemoryAction action, bool compares);

    static constexpr std::size_t cache_size = 2048;
    std::vector<Entry> entries_ = std::vector<Entry>(1); // 0 is no place
    std::array<std::uint32_t, cache_size> cache_{};
    std::vector<std::vector<std::uint32_t>> collisions_; // by hash: every place of that hash
};

} // namespace vgpu::observe
