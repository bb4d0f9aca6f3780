// Which bytes of global memory a launch reads more than once: what a kernel could have kept in
// registers, in shared memory or in constant memory. For profiles only: each access is looked at.
#pragma once

#include "vgpu/observe/access.hpp"
#include "vgpu/observe/page_map.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace vgpu::observe {

struct ReadTraffic {
    std::uint64_t different_bytes = 0; // which no earlier request of the launch has read
    // The sum over all requests of their sectors, times the share of their bytes that had been read
    // before; lanes at one address count once.
    double sectors_again = 0;

    ReadTraffic& operator+=(const ReadTraffic& other) {
        different_bytes += other.different_bytes;
        sectors_again += other.sectors_again;
        return *this;
    }
};

class RepeatedReads {
  public:
    void launch_begin() {
        regions_.clear();
        region_count_ = 0;
        reads_.clear();
    }

    // After the traffic counters have seen the access: they leave its sectors in its shape.
    void access(const Access& access) {
        const exec::AccessEvent& event = access.event;
        if (event.space != ptx::Space::global || !access.loads()) return;
        std::array<std::uint64_t, 32> addresses;
        auto end = addresses.begin();
        for (std::uint32_t mask = event.mask; mask != 0; mask &= mask - 1)
            *end++ = event.addresses[std::countr_zero(mask)];
        if (!std::is_sorted(addresses.begin(), end)) std::sort(addresses.begin(), end);
        end = std::unique(addresses.begin(), end);
        const auto bytes = static_cast<std::uint64_t>(event.bytes);
        const std::uint64_t of_lane = (1ull << bytes) - 1;
        std::uint64_t different = 0;
        // An access is aligned to its size, which is 16 bytes at most: its bits lie in one word.
        for (auto address = addresses.begin(); address != end;) {
            const std::uint64_t word = *address / 64;
            std::uint64_t bits = 0;
            for (; address != end && *address / 64 == word; ++address)
                bits |= of_lane << *address % 64;
            different += mark(word * 64, bits);
        }
        if (access.place >= reads_.size()) reads_.resize(access.place + 16);
        const auto all = static_cast<std::uint64_t>(end - addresses.begin()) * bytes;
        const double part = double(all - different) / double(all);
        reads_[access.place] += {different, part * access.shape.sectors};
    }

    void map(std::uint64_t address, std::uint64_t bytes, std::uint64_t home) {
        regions_.map(address, bytes, home);
    }

    // By number in the PlaceTable; may be shorter than the table.
    const std::vector<ReadTraffic>& reads() const { return reads_; }

  private:
    // A bit for each byte: 256 KiB for 2 MiB. What lies beyond that many regions counts as read for
    // the first time.
    struct Region {
        std::array<std::uint64_t, RegionMap<Region>::region_bytes / 64> read{};
    };
    static constexpr std::uint64_t most_regions = 1024;

    // How many of these bytes, a bit for each of the 64 from there on, were not marked yet.
    std::uint64_t mark(std::uint64_t address, std::uint64_t bits) {
        Region* region = regions_.find(address);
        if (region == nullptr) {
            if (region_count_ == most_regions)
                return static_cast<std::uint64_t>(std::popcount(bits));
            ++region_count_;
            region = &regions_.get(address);
        }
        std::uint64_t& word = region->read[address % RegionMap<Region>::region_bytes / 64];
        const auto fresh = static_cast<std::uint64_t>(std::popcount(bits & ~word));
        word |= bits;
        return fresh;
    }

    RegionMap<Region> regions_;
    std::uint64_t region_count_ = 0;
    std::vector<ReadTraffic> reads_;
};

} // namespace vgpu::observe
