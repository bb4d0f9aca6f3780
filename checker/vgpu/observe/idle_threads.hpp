// Counts the threads of a launch that neither load nor store in global or shared memory: there is
// nothing for them to do, since the grid or the block is larger than the data. Atomics do not
// count: a thread without an element may still add its 0. For profiles only.
#pragma once

#include "vgpu/observe/access.hpp"

#include <bit>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace vgpu::observe {

class IdleThreads {
  public:
    void launch_begin(const exec::LaunchInfo& launch) {
        blocks_.clear();
        warps_ = launch.warps_per_block;
        threads_ = launch.threads_per_block;
        count_ = 0;
    }
    void access(const Access& access) {
        const exec::AccessEvent& event = access.event;
        if (!access.loads() && !access.stores()) return;
        if (event.space != ptx::Space::global && event.space != ptx::Space::shared) return;
        std::vector<std::uint32_t>& lanes = blocks_[event.warp.block];
        if (lanes.empty()) lanes.resize(warps_);
        lanes[event.warp.warp] |= event.mask;
    }
    void block_end(std::uint64_t block) {
        std::uint64_t busy = 0;
        for (const std::uint32_t lanes : blocks_[block])
            busy += static_cast<std::uint64_t>(std::popcount(lanes));
        count_ += threads_ - busy;
        blocks_.erase(block);
    }
    std::uint64_t count() const { return count_; }

  private:
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> blocks_; // lanes, by warp
    std::uint64_t warps_ = 0, threads_ = 0;                                // of a block
    std::uint64_t count_ = 0;
};

} // namespace vgpu::observe
