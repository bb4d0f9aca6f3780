// Shadow memory for device addresses: pages found through regions of 2 MiB, made when first
// touched. Addresses that stand for the same bytes (exec/physical_memory.hpp) have one region.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>

namespace vgpu::observe {

// Region is what stands for 2 MiB of device memory.
template <typename Region>
class RegionMap {
  public:
    static constexpr unsigned region_bits = 21;
    static constexpr std::uint64_t region_bytes = 1ull << region_bits;

    // nullptr if the region was never made.
    Region* find(std::uint64_t address) const {
        const std::uint64_t number = address >> region_bits;
        const Cached& cached = cache_[number % cache_.size()];
        return cached.number == number ? cached.region : find_slowly(number);
    }

    // nullptr also if it takes longer to find.
    Region* find_at_once(std::uint64_t address) const {
        const std::uint64_t number = address >> region_bits;
        const Cached& cached = cache_[number % cache_.size()];
        return cached.number == number ? cached.region : nullptr;
    }

    Region& get(std::uint64_t address) {
        Region* region = find(address);
        return region != nullptr ? *region : make(address >> region_bits);
    }

    void erase(std::uint64_t address) {
        const std::uint64_t number = address >> region_bits;
        cache_[number % cache_.size()] = {};
        if (!homes_.empty()) cache_.fill({});
        regions_.erase(home_of(number));
    }

    void clear() {
        cache_.fill({});
        regions_.clear();
    }

    // exec::Observer::on_map
    void map(std::uint64_t address, std::uint64_t bytes, std::uint64_t home) {
        cache_.fill({});
        for (std::uint64_t offset = 0; offset < bytes; offset += region_bytes) {
            const std::uint64_t number = (address + offset) >> region_bits;
            homes_.erase(number);
            if (home != address) homes_[number] = (home + offset) >> region_bits;
        }
    }

  private:
    struct Cached {
        std::uint64_t number = ~0ull;
        Region* region = nullptr;
    };

    // Not inlined: seldom, and longer than all that calls them.
    [[gnu::noinline]] Region& make(std::uint64_t number) {
        std::unique_ptr<Region>& region = regions_[home_of(number)];
        region = std::make_unique<Region>();
        cache_[number % cache_.size()] = {number, region.get()};
        return *region;
    }

    [[gnu::noinline]] Region* find_slowly(std::uint64_t number) const {
        const auto found = regions_.find(home_of(number));
        if (found == regions_.end()) return nullptr;
        cache_[number % cache_.size()] = {number, found->second.get()};
        return found->second.get();
    }

    std::uint64_t home_of(std::uint64_t number) const {
        const auto found = homes_.find(number);
        return found == homes_.end() ? number : found->second;
    }

    std::unordered_map<std::uint64_t, std::unique_ptr<Region>> regions_;
    std::unordered_map<std::uint64_t, std::uint64_t> homes_; // of regions that are mapped
    mutable std::array<Cached, 64> cache_{};
};

} // namespace vgpu::observe
