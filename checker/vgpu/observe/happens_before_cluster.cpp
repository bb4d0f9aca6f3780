// HappensBefore, of thread block clusters: an arrival at the cluster's barrier releases what its
// warp did, and what that came after in its block; a block of which a warp has waited comes after
// all of the phase's arrivals and those of the phases before.
#include "vgpu/observe/happens_before.hpp"

#include <algorithm>

namespace vgpu::observe {

void ClusterKnown::learn(const ClusterKnown& other) {
    for (const auto& [block, known] : other.segments) raise_all(segments[block], known);
    acquired = std::max(acquired, other.acquired);
}

// The segments that a warp's arrival releases: its own so far, and those of its block that it comes
// after. A new segment begins.
std::array<Segment, 32> HappensBefore::released_to_cluster(BlockState& state,
                                                           std::uint32_t number) {
    WarpState& warp = state.warps[number];
    end_segment(warp);
    std::array<Segment, 32> released;
    released.fill(state.floor);
    if (state.warp_order) raise_all(released, state.warp_order->known(number));
    released[number] = next_;
    return released;
}

ClusterOrder& HappensBefore::cluster_of(std::uint64_t block) {
    const std::uint64_t x = block % grid_.x / cluster_.x;
    const std::uint64_t y = block / grid_.x % grid_.y / cluster_.y;
    const std::uint64_t z = block / grid_.x / grid_.y / cluster_.z;
    return clusters_[(z * grid_.y + y) * grid_.x + x];
}

void HappensBefore::begin_in_cluster(std::uint64_t block) {
    if (cluster_ == exec::Dim3{}) return; // until the block uses the barrier
    ClusterOrder& cluster = cluster_of(block);
    if (cluster.running == 0) cluster = {};
    cluster.blocks.push_back(block);
    ++cluster.running;
}

void HappensBefore::end_in_cluster(std::uint64_t block) {
    if (clusters_.empty()) return;
    ClusterOrder& cluster = cluster_of(block);
    if (cluster.running <= 1)
        cluster = {};
    else
        --cluster.running;
}

void HappensBefore::cluster_barrier(const exec::ClusterEvent& event) {
    ++version_;
    BlockState& state = block(event.warp.block);
    const std::uint32_t number = event.warp.warp;
    WarpState& warp = state.warps[number];
    ClusterOrder& cluster = cluster_of(state.block);
    if (cluster.running == 0) {
        cluster.blocks = {state.block};
        cluster.running = 1;
    }
    using What = exec::ClusterEvent::What;
    switch (event.what) {
    case What::arrive:
        if (state.cluster != nullptr) cluster.pending.learn(*state.cluster);
        raise_all(cluster.pending.segments[state.block], released_to_cluster(state, number));
        cluster.pending.acquired = std::max(cluster.pending.acquired, warp.acquired);
        return;
    case What::completes:
        return complete(cluster);
    case What::wait:
        break;
    }
    if (cluster.completed == nullptr) return;
    end_segment(warp);
    // What is known of other blocks by mbarriers may be newer than the arrivals at the cluster's
    // barrier.
    if (state.cluster != nullptr && state.cluster != cluster.completed) {
        auto known = std::make_shared<ClusterKnown>(*cluster.completed);
        known->learn(*state.cluster);
        state.cluster = std::move(known);
    } else {
        state.cluster = cluster.completed;
    }
    warp.acquired = std::max(warp.acquired, state.cluster->acquired);
    const auto own = state.cluster->segments.find(state.block);
    if (own == state.cluster->segments.end()) return;
    if (!state.warp_order) state.warp_order = std::make_unique<PartialOrder>();
    state.warp_order->learn(number, own->second);
    warp.sync_floor = std::max(warp.sync_floor, own->second[number]);
    for (std::size_t reach = 0; reach < 2; ++reach)
        for (std::size_t other = 0; other < state.warps.size(); ++other)
            state.covered[reach][other] =
                std::max(state.covered[reach][other], state.warps[other].fenced[reach]);
}

// Threads that have exited count as arrived.
void HappensBefore::complete(ClusterOrder& cluster) {
    bool is_fenced = false;
    for (const std::uint64_t number : cluster.blocks) {
        std::array<Segment, 32>& released = cluster.pending.segments[number];
        const auto found = blocks_.find(number);
        if (found == blocks_.end()) {
            released.fill(next_);
            continue;
        }
        const BlockState& state = *found->second;
        is_fenced = is_fenced || state.fence_version != 0;
        for (std::size_t warp = 0; warp < state.warps.size(); ++warp)
            if (state.warps[warp].live == 0) released[warp] = next_;
    }
    cluster.completed = std::make_shared<const ClusterKnown>(cluster.pending);
    if (!is_fenced) return;
    for (const std::uint64_t number : cluster.blocks)
        if (const auto found = blocks_.find(number); found != blocks_.end())
            ++found->second->fence_version;
}

// Fences are cumulative: a warp that publishes behind the cluster's barrier publishes what the
// other blocks did before it, too.
void HappensBefore::publish_cluster(const BlockState& block) {
    constexpr std::size_t reach = BlockPublications::device_reach;
    for (const auto& [number, segments] : block.cluster->segments) {
        if (number == block.block) continue;
        BlockPublications& published = publications_[number];
        if (published.reads.empty()) published.reads.resize(block.warps.size());
        published.fenced[reach].resize(block.warps.size());
        published.strong_writes[reach].resize(block.warps.size());
        for (std::size_t warp = 0; warp < block.warps.size(); ++warp)
            raise(published.fenced[reach][warp], segments[warp]);
    }
}

} // namespace vgpu::observe
