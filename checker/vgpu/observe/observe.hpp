// All observers of the virtual GPU (tools.hpp) behind one interface.
//
//     auto observers = observe::Observers::create({}, sink);
//     device->add_observer(observers);
//     const exec::LaunchResult result = device->launch(...);   // races and the like go to the sink
//     observers->last_launch(result.counters).total.global_load_sectors
//
// Faults reach the sink at the end of the launch (Observer::on_launch_end), each pair of code
// places once, with the number of times it happened.
#pragma once

#include "vgpu/exec/device.hpp"
#include "vgpu/exec/events.hpp"
#include "vgpu/observe/access_samples.hpp"
#include "vgpu/observe/array_record.hpp"
#include "vgpu/observe/counters.hpp"
#include "vgpu/observe/first_accesses.hpp"
#include "vgpu/observe/least_traffic.hpp"
#include "vgpu/observe/repeated_reads.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace vgpu::observe {

struct Options {
    // The names of checks in checks.def. Checks that do not watch kernels are ignored.
    std::set<std::string, std::less<>> checks = {"racecheck", "initcheck", "counters"};
    bool lines = true; // counters of each source line besides the launch's
    // For a profile: records for each source line also instructions, lanes, samples and what is
    // read more than once, and for the launch the threads that do nothing.
    bool instructions = false;
    bool arrays = false; // of launches that keep_arrays names, which thread accessed which element
    // Reports of one launch and tool; further code places are dropped, their number is kept.
    std::uint32_t max_reports = 64;
    // Bound on the memory that racecheck spends on remembering accesses to global memory. Beyond
    // it, accesses to places not seen before are no longer checked.
    std::uint64_t race_shadow_bytes = 2ull << 30;
    // Racecheck decides for all lanes of a warp together where that is possible. false: lane by
    // lane, with the same reports, for tests that compare.
    bool lanes_together = true;
    // Loads that cannot race and read written memory are counted only
    // (exec::Observer::on_exemption). false: all are looked at, with the same reports, for tests
    // that compare.
    bool exempts_loads = true;
    // Called once, with a sentence, when something could not be watched as asked for.
    std::function<void(const std::string&)> notice = {};

    bool wants(std::string_view check) const { return checks.contains(check); }
};

struct LineCounters {
    std::string file;
    int line = 0;
    Counters counters;
    // With Options::instructions: for each space and action, the access that cost the most.
    std::vector<AccessSample> accesses{};
    std::vector<AccessSeries> series{};
    ReadTraffic reads{};
    LeastTraffic least{};
};

// What the lanes of one warp did: of each line (an index into LaunchTraffic::lines) how many
// instructions ran with which lanes.
struct WarpLanes {
    std::uint64_t block = 0;
    std::uint32_t warp = 0;
    std::uint32_t all = 0; // lanes that have a thread
    std::map<std::size_t, std::map<std::uint32_t, std::uint64_t>> lines;
};

struct LaunchTraffic {
    Counters total;
    std::uint64_t warps_run = 0, busiest_warp_instructions = 0; // exec::LaunchCounters
    std::vector<LineCounters> lines;                            // sorted by file and line
    std::uint64_t dropped_reports = 0;                          // beyond Options::max_reports
    // With Options::instructions.
    ReadTraffic reads{};
    LeastTraffic least{};
    std::uint64_t idle_threads = 0;
    std::vector<WarpLanes> warps; // a few (exec/lanes_seen.hpp)
    ArrayRecord arrays{};         // with Options::arrays

    void add(const exec::LaunchCounters& executed) {
        total.warp_instructions = executed.warp_instructions;
        total.thread_instructions = executed.thread_instructions;
        total.active_lane_sum = executed.thread_instructions;
        warps_run = executed.warps;
        busiest_warp_instructions = executed.busiest_warp_instructions;
    }
};

class Observers : public exec::Observer {
  public:
    // nullptr if nothing is to be watched. The sink must outlive the observers.
    static std::shared_ptr<Observers> create(const Options& options, exec::FaultSink& sink);

    // With Options::arrays: records which thread accesses which element in the next launch.
    virtual void keep_arrays(const ArrayWish& wish) = 0;
    // What the launch that ended last did; `executed` comes from its LaunchResult.
    virtual LaunchTraffic last_launch(const exec::LaunchCounters& executed) const = 0;
};

} // namespace vgpu::observe
