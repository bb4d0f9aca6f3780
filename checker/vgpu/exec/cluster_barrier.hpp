// The barrier of a thread block cluster (PTX ISA 9.7.13.3): threads arrive, go on, and wait later
// for all threads of the cluster that have not exited.
//
// With .aligned a group waits for the other lanes of its warp first (Group::State::at_cluster), as
// it does at bar.sync. A warp that can do nothing but wait for the cluster has the number
// cluster_barrier. Which lanes have arrived is a part of their warps (Warp::cluster_arrived).
#pragma once

#include "vgpu/exec/block_barriers.hpp"

namespace vgpu::exec {

inline constexpr int cluster_barrier = barrier_count; // Warp::barrier: that of the cluster

class ClusterBarrier {
  public:
    // A thread has arrived, and not all have.
    bool is_in_use() const { return is_in_use_; }

    // A cluster begins.
    void clear() { is_in_use_ = false; }
    // The `active` of the group's lanes have come to an instruction of the barrier. Like the next,
    // false after a fault.
    bool reach(const WarpTurn& turn, Group& group, const Op& op, const ControlOp& control,
               std::uint32_t active);
    // Called when no group of the warp can run and some are at the barrier: they wait there,
    // perhaps in vain.
    bool arrive(const WarpTurn& turn);
    void open_if_complete(const WarpTurn& turn);

  private:
    bool arrive_with(const WarpTurn& turn, Group& group, const Op& op, const ControlOp& control);

    bool is_in_use_ = false;
};

} // namespace vgpu::exec
