#include "vgpu/observe/child_order.hpp"

namespace vgpu::observe {

namespace {

std::uint64_t key_of(const exec::WarpPlace& warp) { return warp.block << 5 | warp.warp; }

} // namespace

void ChildOrder::begin_grid(std::uint32_t grid, bool launches_grids) {
    is_active_ = true;
    launches_ = launches_grids;
    current_ = grid;
    open_.clear();
    unpublished_.clear();
    if (grid != 0) return;
    grids_.clear();
    segments_.resize(1);
    time_ = 0;
}

void ChildOrder::child(const exec::ChildEvent& event) {
    close(event.warp);
    Grid& added = grids_[event.grid];
    added.parent = current_;
    added.depth = current_ == 0 ? 1 : grids_[current_].depth + 1;
    added.launch = event;
    added.time = ++time_;
}

void ChildOrder::close(const exec::WarpPlace& warp) {
    const auto open = open_.find(key_of(warp));
    if (open == open_.end()) return;
    segments_[open->second].closed = ++time_;
    unpublished_[warp.block].push_back(open->second);
    open_.erase(open);
}

void ChildOrder::barrier(const exec::BarrierEvent& event) {
    if (!launches_) return;
    for (std::uint32_t warp = 0; warp < 32; ++warp) close({event.block, warp});
}

// What the block's other warps did before a barrier is published with it.
void ChildOrder::fence(const exec::WarpPlace& warp) {
    if (!launches_) return;
    close(warp);
    const auto waiting = unpublished_.find(warp.block);
    if (waiting == unpublished_.end()) return;
    ++time_;
    for (const std::uint32_t segment : waiting->second) segments_[segment].published = time_;
    unpublished_.erase(waiting);
}

std::uint32_t ChildOrder::segment_of(const exec::WarpPlace& warp) {
    if (!launches_) return 0;
    const auto [open, is_new] = open_.try_emplace(key_of(warp), 0);
    if (is_new) {
        open->second = static_cast<std::uint32_t>(segments_.size());
        segments_.push_back({.block = warp.block});
    }
    return open->second;
}

std::optional<std::uint32_t> ChildOrder::tail_of() const {
    const auto found = grids_.find(current_);
    if (found == grids_.end() || !found->second.launch.is_tail) return std::nullopt;
    return found->second.parent;
}

bool ChildOrder::is_before_launch(const Grid& child, std::uint32_t segment) const {
    const Segment& its = segments_[segment];
    const std::uint64_t since = its.block == child.launch.warp.block ? its.closed : its.published;
    return child.launch.is_tail || (since != 0 && since <= child.time);
}

bool ChildOrder::is_before(std::uint32_t grid, std::uint32_t segment) const {
    const auto at = [&](std::uint32_t number) {
        const auto found = grids_.find(number);
        return found == grids_.end() ? nullptr : &found->second;
    };
    const Grid *theirs = nullptr, *mine = nullptr; // the last grids on the ways up
    std::uint32_t other = grid, own = current_;
    const auto depth = [&](std::uint32_t number) {
        const Grid* known = at(number);
        return known == nullptr ? 0 : known->depth;
    };
    const auto go_up = [&](std::uint32_t& number, const Grid*& last) {
        last = at(number);
        number = last->parent;
    };
    while (depth(other) > depth(own)) go_up(other, theirs);
    while (depth(own) > depth(other)) go_up(own, mine);
    while (other != own) {
        go_up(other, theirs);
        go_up(own, mine);
    }
    if (mine == nullptr) return true; // the grid itself
    if (theirs == nullptr) return is_before_launch(*mine, segment);
    const exec::ChildEvent &before = theirs->launch, &now = mine->launch;
    if (now.is_tail != before.is_tail) return now.is_tail;
    if (now.stream == before.stream) return before.number < now.number;
    return before.stream < now.after.size() && now.after[before.stream] >= before.number;
}

} // namespace vgpu::observe
