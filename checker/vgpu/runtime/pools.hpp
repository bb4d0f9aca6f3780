// Memory pools: what cudaMallocAsync takes memory from. Here a pool only counts: all memory comes
// from the device, and what is freed goes back to it at once.
#pragma once

#include "vgpu/support/round_up.hpp"

#include <cstdint>
#include <map>
#include <memory>

// What cudaMemPool_t points at (the toolkit only declares this type).
struct CUmemPoolHandle_st {
    int device = 0;
    bool standard = false; // the device's own, which cannot be destroyed
    bool destroyed = false;
    std::uint32_t readers = 0;    // other devices with access (cudaMemPoolSetAccess), a bit each
    std::uint64_t most_bytes = 0; // 0: no limit of its own
    std::uint64_t release_threshold = 0;
    int reuse[3] = {1, 1, 1}; // follow events, opportunistic, internal dependencies
    std::uint64_t used = 0, used_high = 0;
    std::uint64_t reserved_high = 0;

    // A GPU takes memory for a pool in large pieces.
    static constexpr std::uint64_t piece = 32ull << 20;
    std::uint64_t reserved() const { return vgpu::round_up(used, piece); }
    // exec::Allocation::users of its memory: peer access does not reach a pool's.
    std::uint32_t users() const { return readers | 1u << device; }

    void take(std::uint64_t bytes);
    void give(std::uint64_t bytes);
};

namespace vgpu::runtime {

using PoolPointer = std::shared_ptr<CUmemPoolHandle_st>;

class Pools {
  public:
    PoolPointer standard(int device);
    // What cudaMallocAsync uses: the standard one unless another was set.
    PoolPointer current(int device);
    void set_current(int device, PoolPointer pool) { current_[device] = std::move(pool); }

    PoolPointer create(int device);
    // Memory that was taken from it stays valid.
    void destroy(const PoolPointer& pool);
    // Null for what is no pool.
    PoolPointer find(const CUmemPoolHandle_st* handle) const;
    // Those that the program made.
    template <class Body>
    void for_each_created(Body&& body) const {
        for (const auto& [handle, pool] : pools_)
            if (!pool->standard) body(*pool);
    }
    // cudaDeviceReset.
    void clear(int device);

  private:
    std::map<const CUmemPoolHandle_st*, PoolPointer> pools_;
    std::map<int, PoolPointer> standard_, current_;
};

} // namespace vgpu::runtime
