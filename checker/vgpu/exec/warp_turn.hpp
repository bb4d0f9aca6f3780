// A warp that has its turn, with its launch and block: for what it does together with others.
#pragma once

#include "vgpu/exec/launch.hpp"

#include <utility>

namespace vgpu::exec {

struct WarpTurn {
    Machine& machine;
    Launch& launch;
    Block& block;
    Warp& warp;

    WarpPlace where() const { return {block.linear, warp.index}; }
    // A fault of one of the warp's groups, which stands at the op. False, so that callers can
    // return it.
    bool fail(Fault fault, const Group& group, const Op& op, int lane) const {
        const Frame& frame = *group.frame;
        fault.site = machine.sites_of(frame).site_in(frame, op, where(), lane);
        launch.fault = std::move(fault);
        return false;
    }
};

} // namespace vgpu::exec
