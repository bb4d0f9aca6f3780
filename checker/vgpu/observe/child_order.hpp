// What is ordered in a tree of grids that kernels launch: which accesses of one grid come before
// those of another.
//
// CUDA C++ programming guide, "Memory Coherence and Consistency" of dynamic parallelism: a child
// sees what its launching thread had done or seen when it launched. So a grid that launches is cut
// into segments: what a warp does until a barrier, a fence or a launch of its own closes it. Before
// a child come the segments of its launching warp that were closed by then, those of other warps of
// its block that a barrier or a fence closed, and those of other blocks behind which a fence
// stands. What a grid does after the launch never comes before the child. Grids of one stream come
// one after the other, with all that they launched; a tail launch comes after all of its parent.
#pragma once

#include "vgpu/exec/events.hpp"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace vgpu::observe {

class ChildOrder {
  public:
    // The grid that runs next. 0: the first of a new tree.
    void begin_grid(std::uint32_t grid, bool launches_grids);
    void leave_tree() { is_active_ = launches_ = false; }
    void child(const exec::ChildEvent& event);
    void barrier(const exec::BarrierEvent& event);
    void fence(const exec::WarpPlace& warp);

    // The grid that the running tail launch comes after; nullopt if it is no tail launch.
    std::optional<std::uint32_t> tail_of() const;
    // Whether the running grid launches grids, so that it has segments.
    bool launches() const { return launches_; }
    // The segment in which the warp is.
    std::uint32_t segment_of(const exec::WarpPlace& warp);
    // Whether that part of a grid of the tree comes before the grid that runs.
    bool is_before(std::uint32_t grid, std::uint32_t segment) const;

  private:
    struct Grid {
        std::uint32_t parent = 0, depth = 0;
        exec::ChildEvent launch;
        std::uint64_t time = 0; // of the launch
    };
    struct Segment {
        std::uint64_t block = 0;
        std::uint64_t closed = 0, published = 0; // when; 0: not yet
    };

    void close(const exec::WarpPlace& warp);
    bool is_before_launch(const Grid& child, std::uint32_t segment) const;

    bool is_active_ = false, launches_ = false;
    std::uint32_t current_ = 0;
    std::uint64_t time_ = 0;
    std::unordered_map<std::uint32_t, Grid> grids_; // by number; but the first
    std::vector<Segment> segments_ = std::vector<Segment>(1);
    std::unordered_map<std::uint64_t, std::uint32_t> open_;                     // by warp
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> unpublished_; // by block
};

} // namespace vgpu::observe
