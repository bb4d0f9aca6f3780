// What the tools (racecheck, initcheck, the counters, ...) have in common. tools.hpp lists them.
//
// A tool is a class that is made of a Workshop. It has is_wanted(Options), wants, the events that
// it is told (exec::EventKind), launch_begin(LaunchInfo), and those of these functions that it
// needs. The tools are told in the order of the list:
//
//     launch_end()  block_begin(block)  block_end(block)
//     access(Access)            what a warp's memory instruction does
//     parameters(AccessEvent)   the same for loads of a kernel's parameters
//     count_repeats(Shape)      before a shape changes and at the end: what was repeated with it
//     repeated(Shape, first, WarpPlace)  whether the first address of such an access is enough, and
//                               all that is to be done about it is done. Without it every access is
//                               told in full.
//     quick_row<is_shared, bytes>(Shape, first, WarpPlace)  the same for a row of lanes of 4, 8
//                               or 16 bytes that begins at a multiple of 64: inline and without a
//                               call
//     is_ready(WarpPlace), make_ready(WarpPlace)  whether a quick look can be had; sees to it
//     can_exempt(Shape, first, space, begin, end)  exec::Observer::on_exemption
//     quiet_phase(block)        exec::Observer::on_quiet_phase
//     open(copy, Access), close(copy, lanes)  exec::Observer::on_open, on_close
//     settle(copy, lanes), settled(closes)  in front of and behind the access of on_settle
//     barrier, mbarrier, warp_sync, fence, branch, exit, instruction, use, pass, frame_end,
//     allocate, free, birth, work, host_access  as exec::Observer has them is_full() memory to
//     watch with has run out dropped()                 places that were not reported, of the launch
//     that ended last
#pragma once

#include "vgpu/exec/events.hpp"
#include "vgpu/observe/observe.hpp"
#include "vgpu/observe/place_table.hpp"

#include <optional>
#include <tuple>

namespace vgpu::observe {

struct Workshop {
    exec::FaultSink& sink;
    PlaceTable& places; // of the launch under way
    const Options& options;
};

// The tools that are in use.
template <class... Tools>
class ToolSet {
  public:
    explicit ToolSet(const Workshop& workshop) { (add<Tools>(workshop), ...); }

    template <class Tool>
    const std::optional<Tool>& get() const {
        return std::get<std::optional<Tool>>(tools_);
    }
    // Calls body(tool) for each.
    template <class Body>
    void each(const Body& body) {
        (call<Tools>(body), ...);
    }
    template <class Body>
    void each(const Body& body) const {
        (call<Tools>(body), ...);
    }
    // Whether body(tool) is true for all; asks no more once it is not.
    template <class Body>
    [[gnu::always_inline]] bool all_of(const Body& body) {
        return (holds<Tools>(body) && ...);
    }

  private:
    template <class Tool>
    void add(const Workshop& workshop) {
        if (Tool::is_wanted(workshop.options))
            std::get<std::optional<Tool>>(tools_).emplace(workshop);
    }
    template <class Tool, class Body>
    void call(const Body& body) {
        if (auto& tool = std::get<std::optional<Tool>>(tools_)) body(*tool);
    }
    template <class Tool, class Body>
    void call(const Body& body) const {
        if (const auto& tool = std::get<std::optional<Tool>>(tools_)) body(*tool);
    }
    template <class Tool, class Body>
    [[gnu::always_inline]] bool holds(const Body& body) {
        auto& tool = std::get<std::optional<Tool>>(tools_);
        return !tool || body(*tool);
    }

    std::tuple<std::optional<Tools>...> tools_;
};

} // namespace vgpu::observe
