// Which addresses belong to memory nodes of graphs, and how far the calls of the program have come
// with each. The memory itself follows when the work runs.
#pragma once

#include "vgpu/exec/device.hpp"
#include "vgpu/runtime/pools.hpp"

#include <array>
#include <map>
#include <utility>

namespace vgpu::runtime {

struct GraphMemoryRange {
    std::uint64_t bytes = 0;
    int device = 0;
    bool allocated = false; // by the calls so far: a launch allocates it, and nothing frees it
    bool orphaned = false;  // no graph has the node any more
    bool has_free_node = false;
    bool mapped = false; // a launch has allocated it at least once
};

class GraphMemoryRanges {
  public:
    void add(std::uint64_t address, const GraphMemoryRange& range) { ranges_[address] = range; }
    // Null: it is none.
    GraphMemoryRange* find(std::uint64_t address) {
        const auto found = ranges_.find(address);
        return found == ranges_.end() ? nullptr : &found->second;
    }
    // The first launch that allocates it gives it memory, which stays with it.
    void map(std::uint64_t address) {
        GraphMemoryRange& range = ranges_.at(address);
        if (!std::exchange(range.mapped, true)) pool(range.device).take(range.bytes);
    }
    void forget(std::uint64_t address) {
        const auto found = ranges_.find(address);
        if (found == ranges_.end()) return;
        if (found->second.mapped) pool(found->second.device).give(found->second.bytes);
        ranges_.erase(found);
    }
    template <class Body>
    void for_each(Body&& body) const {
        for (const auto& [address, range] : ranges_) body(address, range);
    }
    // What the device's graphs hold: a pool that no call names.
    CUmemPoolHandle_st& pool(int device) { return pools_[static_cast<std::size_t>(device)]; }
    void clear(int device) {
        std::erase_if(ranges_, [&](const auto& entry) { return entry.second.device == device; });
        pool(device) = {};
    }

  private:
    std::map<std::uint64_t, GraphMemoryRange> ranges_;
    std::array<CUmemPoolHandle_st, exec::most_devices> pools_{};
};

} // namespace vgpu::runtime
