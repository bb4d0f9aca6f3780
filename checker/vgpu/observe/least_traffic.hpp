// What the requests of a launch could not do without: the bytes that they use of the sectors that
// they move, and the turns at shared memory that remain without conflicts. For profiles only.
#pragma once

#include "vgpu/observe/access.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace vgpu::observe {

struct LeastTraffic {
    std::uint64_t load_used_bytes = 0; // of global memory; lanes at one address count once
    std::uint64_t store_used_bytes = 0;
    std::uint64_t shared_least_turns = 0; // of loads and stores: one a phase that has a lane

    LeastTraffic& operator+=(const LeastTraffic& other) {
        load_used_bytes += other.load_used_bytes;
        store_used_bytes += other.store_used_bytes;
        shared_least_turns += other.shared_least_turns;
        return *this;
    }
};

class LeastTrafficTable {
  public:
    void launch_begin() { places_.clear(); }

    void access(const Access& access) {
        const ptx::Space space = access.event.space;
        if (!access.loads() && !access.stores()) return;
        if (space != ptx::Space::global && space != ptx::Space::shared) return;
        if (access.place >= places_.size()) places_.resize(access.place + 16);
        LeastTraffic& place = places_[access.place];
        if (space == ptx::Space::shared)
            place.shared_least_turns += phases(access);
        else
            (access.loads() ? place.load_used_bytes : place.store_used_bytes) += used_bytes(access);
    }

    // By number in the PlaceTable; may be shorter than the table.
    const std::vector<LeastTraffic>& places() const { return places_; }

  private:
    static std::uint64_t used_bytes(const Access& access) {
        const exec::AccessEvent& event = access.event;
        const auto bytes = static_cast<std::uint64_t>(event.bytes);
        if (access.uniform) return bytes;
        if (access.contiguous) return 32 * bytes;
        std::array<std::uint64_t, 32> addresses;
        auto end = addresses.begin();
        for (std::uint32_t mask = event.mask; mask != 0; mask &= mask - 1)
            *end++ = event.addresses[std::countr_zero(mask)];
        std::sort(addresses.begin(), end);
        end = std::unique(addresses.begin(), end);
        return static_cast<std::uint64_t>(end - addresses.begin()) * bytes;
    }

    static std::uint64_t phases(const Access& access) {
        const int lanes = lanes_per_phase(access.event.bytes);
        std::uint64_t count = 0;
        for (int start = 0; start < 32; start += lanes)
            count += std::uint64_t{access.event.mask} >> start & ((1ull << lanes) - 1) ? 1 : 0;
        return count;
    }

    std::vector<LeastTraffic> places_;
};

} // namespace vgpu::observe
