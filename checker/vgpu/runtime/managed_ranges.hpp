// What the program said of ranges of managed memory: advice and prefetches. Kept for
// cudaMemRangeGetAttribute; nothing moves on the virtual GPU.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>

namespace vgpu::runtime {

struct MemoryPlace {
    int type = 0; // cudaMemLocationType
    int id = 0;
    bool operator==(const MemoryPlace&) const = default;
};

struct Advice {
    bool read_mostly = false;
    std::optional<MemoryPlace> preferred;
    std::optional<MemoryPlace> prefetched; // last
    std::set<int> accessed_by;             // devices; -1 is the host
};

class ManagedRanges {
  public:
    // Changes the advice of [address, address + bytes).
    template <class Change>
    void change(std::uint64_t address, std::uint64_t bytes, Change&& change) {
        split(address);
        split(address + bytes);
        for (auto at = pieces_.find(address); at->first < address + bytes; ++at) change(at->second);
    }
    // Calls it with the advice of each piece of the range.
    template <class Look>
    void look(std::uint64_t address, std::uint64_t bytes, Look&& look) const {
        for (auto at = std::prev(pieces_.upper_bound(address));
             at != pieces_.end() && at->first < address + bytes; ++at)
            look(at->second);
    }
    void forget(std::uint64_t address, std::uint64_t bytes) {
        change(address, bytes, [](Advice& advice) { advice = {}; });
    }

  private:
    void split(std::uint64_t address) {
        const auto before = std::prev(pieces_.upper_bound(address));
        if (before->first != address) pieces_.emplace(address, before->second);
    }

    std::map<std::uint64_t, Advice> pieces_ = {{0, {}}}; // each reaches to the next one
};

} // namespace vgpu::runtime
