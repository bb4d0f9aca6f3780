// A block of threads: its warps, its shared memory, its barriers. And a thread block cluster:
// blocks that run side by side, have a barrier together, and reach each other's shared memory.
#pragma once

#include "vgpu/exec/block_barriers.hpp"
#include "vgpu/exec/cluster_barrier.hpp"
#include "vgpu/exec/events.hpp"
#include "vgpu/exec/mbarriers.hpp"
#include "vgpu/exec/warp.hpp"

#include <cstdint>
#include <vector>

namespace vgpu::exec {

struct Block;

// Every block is in one, most are alone in theirs.
struct Cluster {
    std::uint64_t index = 0;    // in the grid
    std::vector<Block*> blocks; // by rank; null once a block has ended
    std::uint32_t running = 0;  // blocks that have not ended
    ClusterBarrier barrier;
};

struct Block {
    std::uint64_t linear = 0;
    Cluster* cluster = nullptr;
    std::uint32_t rank = 0; // in the cluster
    Dim3 id{0, 0, 0};
    std::vector<Warp> warps;
    std::vector<std::uint32_t> order; // in which warps have their turn
    std::uint32_t live = 0;           // warps that have live lanes, as bits
    std::byte* shared = nullptr;
    // No thread stores to shared memory until the next barrier of the whole block; and the
    // observers agree to get no events of exempt loads (Observer::on_quiet_phase).
    bool has_no_stores = false, is_quiet = false;
    BlockBarriers barriers;
    MBarriers mbarriers;
    GroupProducts products;
};

} // namespace vgpu::exec
