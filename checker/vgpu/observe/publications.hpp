// What strong writes publish, and where (docs/decisions/0005-race-model.md).
//
// What a write publishes is a property of its warp's segment: what the warp had fenced and read by
// then. So a segment has one number, its time, and each place that it writes keeps that number
// alone.
#pragma once

#include "vgpu/observe/page_map.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace vgpu::observe {

using Segment = std::uint32_t;         // 0: none
using PublicationTime = std::uint32_t; // 0: none

// For each address the time of the last publication there. Pages hold the addresses of 4 KiB that
// have the same low two bits, so that words lie side by side. Nothing is ever cleared: times only
// grow, and the asker knows from which one on they count.
class PublishedPlaces {
  public:
    static constexpr std::uint64_t page_bytes = 1 << 12;
    using Page = std::array<PublicationTime, page_bytes / 4>;

    static std::uint64_t page_number(std::uint64_t address) {
        return address / page_bytes * 4 + address % 4;
    }
    static std::uint64_t in_page(std::uint64_t address) { return address % page_bytes / 4; }

    // Shared memory of a block.
    class OfBlock {
      public:
        Page* find(std::uint64_t address) const {
            const std::uint64_t number = page_number(address);
            return number < pages_.size() ? pages_[number].get() : nullptr;
        }
        Page* get(std::uint64_t address) {
            const std::uint64_t number = page_number(address);
            if (number >= pages_.size()) pages_.resize(number + 4);
            if (pages_[number] == nullptr) pages_[number] = std::make_unique<Page>();
            return pages_[number].get();
        }
        void clear() { pages_.clear(); }

      private:
        std::vector<std::unique_ptr<Page>> pages_;
    };

    // Global memory.
    Page* find(std::uint64_t address) const {
        const Region* region = regions_.find(address);
        return region == nullptr ? nullptr : (*region)[page_number(address) % pages].get();
    }
    // nullptr: there are too many.
    Page* get(std::uint64_t address) {
        std::unique_ptr<Page>& page = regions_.get(address)[page_number(address) % pages];
        if (page == nullptr && count_ < most_pages) {
            page = std::make_unique<Page>();
            ++count_;
        }
        return page.get();
    }
    void clear() {
        regions_.clear();
        count_ = 0;
    }
    void map(std::uint64_t address, std::uint64_t bytes, std::uint64_t home) {
        regions_.map(address, bytes, home);
    }

  private:
    static constexpr std::uint64_t pages = (1 << 21) / page_bytes * 4;
    static constexpr std::size_t most_pages = 1u << 17; // 512 MiB
    using Region = std::array<std::unique_ptr<Page>, pages>;

    RegionMap<Region> regions_;
    std::size_t count_ = 0;
};

// How far something had come by each time: both only grow.
class Progress {
  public:
    // True if that is news.
    bool raise(PublicationTime time, Segment segment) {
        if (!steps_.empty() && steps_.back().segment >= segment) return false;
        steps_.push_back({time, segment});
        return true;
    }
    Segment at(PublicationTime time) const {
        if (steps_.empty()) return 0;
        if (steps_.back().time <= time) return steps_.back().segment;
        const auto after = std::ranges::upper_bound(steps_, time, {}, &Step::time);
        return after == steps_.begin() ? 0 : std::prev(after)->segment;
    }

  private:
    struct Step {
        PublicationTime time;
        Segment segment;
    };
    std::vector<Step> steps_;
};

// What a block has published by each time: its segments before these.
struct BlockPublications {
    static constexpr std::size_t block_reach = 0, device_reach = 1;
    using ByWarp = std::vector<Progress>;

    // Plain reads are done, with a fence or without: those of the publishing warp, and those of the
    // whole block before its last barrier.
    ByWarp reads;
    Progress block_reads;
    // By reach: what fences covered; and the strong writes of warps that publish after a fence, the
    // publishing write among them.
    std::array<ByWarp, 2> fenced, strong_writes;
};

} // namespace vgpu::observe
