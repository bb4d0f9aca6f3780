// One launch: what all of its blocks share.
#pragma once

#include "vgpu/exec/analyse/store_ranges.hpp"
#include "vgpu/exec/block.hpp"
#include "vgpu/exec/lower/program.hpp"
#include "vgpu/exec/shared_watch.hpp"
#include "vgpu/exec/sites.hpp"
#include "vgpu/exec/textures.hpp"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace vgpu::exec {

// Thread indices of a warp's lanes: the same in every block.
struct ThreadIds {
    std::array<std::uint32_t, warp_size> x = {}, y = {}, z = {};
};

// The device's parts that a launch works on, and its observers.
struct Machine {
    DeviceMemory* memory = nullptr;
    const Textures* textures = nullptr;
    const std::vector<std::unique_ptr<Program>>* programs = nullptr; // by ModuleId; some are null
    SiteContext context;
    std::vector<std::unique_ptr<CodeSites>> sites; // by ModuleId
    FramePool frames;
    std::function<void(std::string_view)> print, print_error; // stdout and stderr of kernels
    std::function<void()> waiting;                            // Device::set_waiting
    Device::SetCondition set_condition;
    DeviceRuntime* device_runtime = nullptr;
    SharedWatch* shared_watch = nullptr; // Device::set_shared_watch
    std::uint64_t async_copies = 0;      // that have begun
    std::uint32_t sm_count = 1;
    std::uint64_t clock_kilohertz = 1'000'000; // of %clock64
    std::uint64_t instruction_limit = 0;       // of warps; 0: none
    bool sampling = false;
    std::atomic<bool> stop{false};
    std::uint64_t heap_limit = 8ull << 20; // of device-side malloc, as CUDA's default
    std::uint64_t heap_used = 0;
    std::uint64_t clock = 0;    // warp instructions of earlier launches
    std::uint64_t patterns = 0; // address patterns numbered so far
    std::uint64_t passages = 0; // PatternMatch::passage: numbers given so far
    // Grows with each launch, and whenever memory changes from outside. Earlier exemptions
    // (Exemption) are then over.
    std::uint64_t exemptions = 1;
    StorePlans store_plans;
    // Which observers want which events; empty lists cost nothing.
    struct Listeners {
        std::vector<Observer*> all, block, access, barrier, warp_sync, fence, branch, exit,
            instruction;
        // The only observer of accesses; null: no observer, or several.
        Observer* only_one() const { return access.size() == 1 ? access.front() : nullptr; }
    } listeners;

    const CodeSites& sites_of(const Frame& frame) const { return *sites[frame.function->program]; }
    CodePlace place(const Frame& frame, const Op& op) const {
        return {&sites_of(frame), frame.function->index, op.source_pc};
    }
};

struct Launch {
    Program* program = nullptr;
    const Kernel* kernel = nullptr;
    LaunchConfig config;
    LaunchInfo info;
    std::vector<std::byte> parameters;
    std::uint64_t own_shared_bytes = 0;       // static and dynamic
    std::uint64_t reserved_shared_offset = 0; // of what %reserved_smem_offset_* lead to
    std::uint64_t shared_bytes = 0;           // the whole of it
    std::uint64_t dynamic_shared_bytes = 0;
    std::vector<ThreadIds> threads;   // by warp
    std::vector<std::uint32_t> lanes; // that have a thread, by warp
    std::uint64_t grid_workspace = 0; // cooperative launches: what %envreg1 and 2 point to
    std::uint64_t schedule_seed = 0;
    LaunchCounters counters;
    std::optional<Fault> fault;
    // The first assert that failed, and how many threads had one fail. These threads end, the
    // others go on, and the launch fails at its end.
    std::optional<Fault> assertion;
    std::uint64_t assertion_text = 0; // bytes printed
    bool stopped = false;
    std::string stopped_where;
    std::uint64_t next_serial = 0; // of frames
    // Where the launch can store to global memory; found out when it is first asked for.
    std::optional<StoreRanges> stores;
    std::uint64_t loads_told = 0; // in full, from global memory
    WarpsSeen warps_seen;         // if executions are counted
    bool used_repeated = false;   // an instruction has: memory of a large allocation, if sampling
};

inline std::uint64_t blocks_of(const LaunchConfig& config) {
    return static_cast<std::uint64_t>(config.grid.x) * config.grid.y * config.grid.z;
}
inline std::uint32_t cluster_blocks(const LaunchConfig& config) {
    return config.cluster.x * config.cluster.y * config.cluster.z;
}
// The number in the grid of the block that has that rank in a cluster.
inline std::uint64_t block_of_cluster(const LaunchConfig& config, std::uint64_t index,
                                      std::uint32_t rank) {
    const Dim3 &grid = config.grid, &cluster = config.cluster;
    const Dim3 at =
        block_index(index, {grid.x / cluster.x, grid.y / cluster.y, grid.z / cluster.z});
    const Dim3 within = block_index(rank, cluster);
    const auto y = std::uint64_t{at.y} * cluster.y + within.y;
    const auto z = std::uint64_t{at.z} * cluster.z + within.z;
    return (z * grid.y + y) * grid.x + std::uint64_t{at.x} * cluster.x + within.x;
}
inline std::uint64_t threads_of(const LaunchConfig& config) {
    return static_cast<std::uint64_t>(config.block.x) * config.block.y * config.block.z;
}

} // namespace vgpu::exec
