// The lanes that ran at each place, for the few warps that the executor reports
// (exec/lanes_seen.hpp). For profiles only.
#pragma once

#include "vgpu/exec/events.hpp"
#include "vgpu/observe/place_table.hpp"

#include <cstdint>
#include <map>
#include <vector>

namespace vgpu::observe {

struct WarpOfPlaces {
    std::uint64_t block = 0;
    std::uint32_t warp = 0;
    std::uint32_t all = 0; // lanes that have a thread
    // By number in the PlaceTable: how many instructions ran with which lanes.
    std::map<std::uint32_t, std::map<std::uint32_t, std::uint64_t>> places;
};

class LanesOfWarps {
  public:
    explicit LanesOfWarps(PlaceTable& places) : places_(places) {}

    void launch_begin() { warps_.clear(); }
    // Those of one warp come together.
    void lanes(const exec::LanesEvent& event) {
        if (warps_.empty() || warps_.back().block != event.warp.block ||
            warps_.back().warp != event.warp.warp)
            warps_.push_back({event.warp.block, event.warp.warp, event.all, {}});
        warps_.back().places[places_.number(event.place)][event.lanes] += event.times;
    }
    const std::vector<WarpOfPlaces>& warps() const { return warps_; }

  private:
    PlaceTable& places_;
    std::vector<WarpOfPlaces> warps_;
};

} // namespace vgpu::observe
