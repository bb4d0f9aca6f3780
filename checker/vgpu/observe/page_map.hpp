// Shadow memory for device addresses: pages found through regions of 2 MiB, made when first
// touched.
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
        regions_.erase(number);
    }

    void clear() {
        cache_.fill({});
        regions_.clear();
    }

  private:
    struct Cached {
        std::uint64_t number = ~0ull;
        Region* region = nullptr;
    };

    // Not inlined: seldom, and longer than all that calls them.
    [[gnu::noinline]] Region& make(std::uint64_t number) {
        std::unique_ptr<Region>& region = regions_[number];
        region = std::make_unique<Region>();
        cache_[number % cache_.size()] = {number, region.get()};
        return *region;
    }

    [[gnu::noinline]] Region* find_slowly(std::uint64_t number) const {
        const auto found = regions_.find(number);
        if (found == regions_.end()) return nullptr;
        cache_[number % cache_.size()] = {number, found->second.get()};
        return found->second.get();
    }

    std::unordered_map<std::uint64_t, std::unique_ptr<Region>> regions_;
    mutable std::array<Cached, 64> cache_{};
};

} // namespace vgpu::observe
