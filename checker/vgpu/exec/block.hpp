// A block of threads: its warps, its shared memory, its barriers. And a thread block cluster:
// blocks that run side by side, have a barrier together, and reach each other's shared memory.
#pragma once

#include "vgpu/exec/events.hpp"
#include "vgpu/exec/mbarriers.hpp"
#include "vgpu/exec/warp.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace vgpu::exec {

inline constexpr int barrier_count = 16;              // PTX ISA, "barrier": resources 0 to 15
inline constexpr int most_warps = 32;                 // of a block of 1024 threads
inline constexpr int cluster_barrier = barrier_count; // Warp::barrier: that of the cluster

struct Barrier {
    std::uint32_t arrived = 0;         // warps, as bits
    std::uint32_t arrived_threads = 0; // a warp counts whole (PTX ISA, "barrier")
    std::uint32_t threads = 0;         // that it waits for; 0: all of the block
    std::uint32_t count_true = 0;      // reductions: threads whose predicate was true,
    std::uint32_t count_all = 0;       // and threads that took part
    const Op* op = nullptr;            // the instruction of the first to arrive
    CodePlace place;                   // the same
    bool same_place = true;            // all arrived at that one
    bool aligned = true;
    std::array<std::uint32_t, most_warps> lanes = {}; // that arrived, by warp
};

struct Block;

// Every block is in one, most are alone in theirs.
struct Cluster {
    std::uint64_t index = 0;        // in the grid
    std::vector<Block*> blocks;     // by rank; null once a block has ended
    std::uint32_t running = 0;      // blocks that have not ended
    bool barrier_is_in_use = false; // a thread has arrived, and not all have
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
    std::array<Barrier, barrier_count> barriers;
    std::uint32_t barriers_in_use = 0; // as bits: a warp has arrived, and it has not opened
    MBarriers mbarriers;
    bool is_in_use(int barrier) const { return ((barriers_in_use >> barrier) & 1) != 0; }
};

} // namespace vgpu::exec
