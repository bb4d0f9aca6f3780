// The accesses of asynchronous copies that have begun and were not waited for: hardware carries
// them out at some time in between. Nothing that happens meanwhile is ordered with them.
#pragma once

#include "vgpu/observe/access.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace vgpu::observe {

struct OpenAccess {
    std::uint64_t copy = 0;
    std::uint32_t place = 0; // in the PlaceTable
    exec::AccessEvent event; // its mask: the lanes that are still open
    std::array<std::uint64_t, 32> addresses{};
    std::uint64_t lowest = 0, end = 0; // of their bytes

    bool writes() const { return event.operation->action != isa::MemoryAction::load; }
    bool is_where(const exec::AccessEvent& other) const {
        return event.space == other.space &&
               (event.space != ptx::Space::shared || event.memory_block() == other.memory_block());
    }
    // The first open lane that touches one of these bytes; 32: none.
    std::uint32_t meets(std::uint64_t address, std::uint64_t bytes) const {
        if (address >= end || address + bytes <= lowest) return 32;
        for (std::uint32_t rest = event.mask; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
            if (addresses[lane] < address + bytes &&
                address < addresses[lane] + static_cast<std::uint64_t>(event.bytes))
                return lane;
        }
        return 32;
    }
};

class OpenAccesses {
  public:
    bool empty() const { return all_.empty(); }
    // Whether an access of that kind may conflict with any.
    bool may_meet(ptx::Space space, bool loads) const {
        return !all_.empty() && std::ranges::any_of(all_, [&](const OpenAccess& open) {
            return open.event.space == space && (!loads || open.writes());
        });
    }
    void add(std::uint64_t copy, const Access& access);
    // Sets these lanes' accesses aside until end_settling, and calls body(access) for each.
    template <class Body>
    void settle(std::uint64_t copy, std::uint32_t lanes, const Body& body) {
        for (const OpenAccess& open : all_) {
            if (open.copy != copy || (open.event.mask & lanes) == 0) continue;
            OpenAccess& part = settling_.emplace_back(open);
            part.event.mask &= lanes;
        }
        close(copy, lanes);
        for (OpenAccess& part : settling_) {
            part.event.addresses = part.addresses.data();
            body(part);
        }
    }
    void end_settling(bool closes) {
        if (!closes) all_.insert(all_.end(), settling_.begin(), settling_.end());
        settling_.clear();
    }
    void close(std::uint64_t copy, std::uint32_t lanes) {
        for (OpenAccess& open : all_)
            if (open.copy == copy) open.event.mask &= ~lanes;
        std::erase_if(all_, [](const OpenAccess& open) { return open.event.mask == 0; });
    }
    void block_end(std::uint64_t block) {
        std::erase_if(all_, [&](const OpenAccess& open) { return open.event.warp.block == block; });
    }
    void clear() {
        all_.clear();
        settling_.clear();
    }
    const std::vector<OpenAccess>& all() const { return all_; }

  private:
    std::vector<OpenAccess> all_, settling_;
};

} // namespace vgpu::observe
