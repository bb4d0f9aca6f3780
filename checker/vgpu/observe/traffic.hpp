// Counts the memory traffic, branches and barriers of a launch, for each code place
// (docs/reference/trace.md lists the counters, docs/decisions/0006-traffic-model.md says what they
// mean).
#pragma once

#include "vgpu/observe/access.hpp"
#include "vgpu/observe/counters.hpp"
#include "vgpu/observe/tool.hpp"

#include <cstdint>
#include <vector>

namespace vgpu::observe {

class Traffic {
  public:
    static bool is_wanted(const Options& options) { return options.wants("counters"); }
    static constexpr std::uint32_t wants =
        exec::event_access | exec::event_branch | exec::event_barrier;
    using OwnHooks = Hooks<hook::launch_begin, hook::access, hook::repeated, hook::can_exempt,
                           hook::count_repeats, hook::branch, hook::barrier, hook::instruction>;

    explicit Traffic(const Workshop& workshop) : places_(workshop.places) {}

    void launch_begin(const exec::LaunchInfo& launch) {
        counters_.clear();
        warps_per_block_ = launch.warps_per_block;
    }
    void access(const Access& access);
    // Whether an access of the shape costs what its last one did.
    static bool repeated(const Shape& shape, std::uint64_t first, const exec::WarpPlace&) {
        return shape.counted_phase == first % 32;
    }
    static bool can_exempt(const Shape& shape, std::uint64_t first, ptx::Space, std::uint64_t,
                           std::uint64_t) {
        return shape.counted_phase == first % 32;
    }
    // Shape::repeats, which are zero then.
    void count_repeats(Shape& shape);
    void branch(const exec::BranchEvent& event);
    void barrier(const exec::BarrierEvent& event);
    void instruction(const exec::InstructionEvent& event);

    // By number in the PlaceTable; may be shorter than the table.
    const std::vector<Counters>& counters() const { return counters_; }

  private:
    Counters& at(std::uint32_t place) {
        if (place >= counters_.size()) make_room(place);
        return counters_[place];
    }
    // Not inlined: seldom, and longer than all that calls it.
    [[gnu::noinline]] void make_room(std::uint32_t place) { counters_.resize(place + 16); }

    PlaceTable& places_;
    std::vector<Counters> counters_;
    std::uint32_t warps_per_block_ = 0;
};

} // namespace vgpu::observe
