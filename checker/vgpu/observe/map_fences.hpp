// Copies by tensor maps that the kernel itself has changed: such a copy reads the map by a proxy of
// its own, which sees a change only behind two fences: a release in the block that made it
// (fence.proxy.tensormap::generic.release, or tensormap.cp_fenceproxy), and then an acquire of the
// map in the block that uses it (PTX ISA 9.7.13.4). What earlier launches changed counts as seen.
#pragma once

#include "vgpu/observe/fault_log.hpp"
#include "vgpu/observe/tool.hpp"

#include <cstdint>
#include <unordered_map>
#include <unordered_set>

namespace vgpu::observe {

class MapFences {
  public:
    static bool is_wanted(const Options& options) { return options.wants("racecheck"); }
    static constexpr std::uint32_t wants = exec::event_fence;
    using OwnHooks = Hooks<hook::launch_begin, hook::launch_end, hook::tensor_map>;

    explicit MapFences(const Workshop& workshop)
        : places_(workshop.places), log_(workshop.sink, workshop.options.max_reports) {}

    void launch_begin(const exec::LaunchInfo&) { changes_.clear(); }
    void launch_end() { log_.flush(); }
    void tensor_map(const exec::TensorMapEvent& event);

  private:
    struct Change {
        exec::TensorMapEvent by;
        bool is_released = false;
        std::unordered_set<std::uint64_t> acquired; // by which blocks
    };
    void release(std::uint64_t block);
    void report(const Change& change, const exec::TensorMapEvent& use);

    PlaceTable& places_;
    FaultLog log_;
    std::unordered_map<std::uint64_t, Change> changes_; // by address: the last one
};

} // namespace vgpu::observe
