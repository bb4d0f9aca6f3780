// HappensBefore, of mbarriers: an arrival releases what its warp did, and what that came after. A
// lane that has waited for the phase comes after all of its arrivals and those of earlier phases.
#include "vgpu/observe/happens_before.hpp"

#include <algorithm>
#include <bit>

namespace vgpu::observe {

void HappensBefore::mbarrier(const exec::MBarrierEvent& event) {
    ++version_;
    BlockState& state = block(event.block);
    using What = exec::MBarrierEvent::What;
    switch (event.what) {
    case What::begins:
        state.mbarriers.erase(event.address);
        return;
    case What::arrive:
        return event.block == event.warp.block ? arrive(state, event)
                                               : arrive_from_other(state, event);
    case What::completes: {
        MBarrierOrder& order = state.mbarriers[event.address];
        order.completed = order.pending;
        return;
    }
    case What::wait:
        return wait(state, event);
    }
}

// `block` has the mbarrier. What its own threads learn by this arrival is in the cluster's order.
void HappensBefore::arrive_from_other(BlockState& block, const exec::MBarrierEvent& event) {
    BlockState& from = this->block(event.warp.block);
    MBarrierOrder::Arrived& arrived = block.mbarriers[event.address].pending;
    auto known = std::make_shared<ClusterKnown>();
    if (arrived.cluster != nullptr) known->learn(*arrived.cluster);
    if (from.cluster != nullptr) known->learn(*from.cluster);
    ClusterKnown own;
    own.segments[from.block] = released_to_cluster(from, event.warp.warp);
    own.acquired = from.warps[event.warp.warp].acquired;
    known->learn(own);
    arrived.cluster = std::move(known);
}

void HappensBefore::arrive(BlockState& block, const exec::MBarrierEvent& event) {
    MBarrierOrder::Arrived& arrived = block.mbarriers[event.address].pending;
    const std::uint32_t number = event.warp.warp;
    WarpState& warp = block.warps[number];
    end_segment(warp);
    if (block.warp_order) raise_all(arrived.warps, block.warp_order->known(number));
    arrived.warps[number] = next_;
    MBarrierOrder::Segments& lanes = arrived.lanes[number];
    for (std::uint32_t rest = event.mask; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        if (warp.lanes) raise_all(lanes, warp.lanes->known(lane));
        lanes[lane] = next_;
    }
    for (std::size_t reach = 0; reach < 2; ++reach)
        arrived.fenced[reach][number] = std::max(arrived.fenced[reach][number], warp.fenced[reach]);
    arrived.acquired = std::max(arrived.acquired, warp.acquired);
}

void HappensBefore::wait(BlockState& block, const exec::MBarrierEvent& event) {
    const MBarrierOrder::Arrived& arrived = block.mbarriers[event.address].completed;
    const std::uint32_t number = event.warp.warp;
    WarpState& warp = block.warps[number];
    end_segment(warp);
    if (!block.warp_order) block.warp_order = std::make_unique<PartialOrder>();
    block.warp_order->learn(number, arrived.warps);
    if (const auto own = arrived.lanes.find(number); own != arrived.lanes.end()) {
        if (!warp.lanes) warp.lanes = std::make_unique<PartialOrder>();
        for (std::uint32_t rest = event.mask; rest != 0; rest &= rest - 1)
            warp.lanes->learn(static_cast<std::uint32_t>(std::countr_zero(rest)), own->second);
    }
    warp.met_count = 0;
    warp.acquired = std::max(warp.acquired, arrived.acquired);
    if (arrived.cluster != nullptr) {
        auto known = std::make_shared<ClusterKnown>(*arrived.cluster);
        if (block.cluster != nullptr) known->learn(*block.cluster);
        // What the block itself did before another one arrived is known by its own order.
        if (const auto own = known->segments.find(block.block); own != known->segments.end())
            block.warp_order->learn(number, own->second);
        warp.acquired = std::max(warp.acquired, known->acquired);
        block.cluster = std::move(known);
    }
    if (block.fence_version == 0) return;
    ++block.fence_version;
    for (std::size_t reach = 0; reach < 2; ++reach)
        for (std::size_t other = 0; other < block.warps.size(); ++other)
            block.covered[reach][other] =
                std::max(block.covered[reach][other], arrived.fenced[reach][other]);
}

} // namespace vgpu::observe
