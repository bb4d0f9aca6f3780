// The life of launches and blocks, what a warp knows until it synchronises, and the way of an
// access into its form (racecheck_forms.cpp).
#include "vgpu/observe/racecheck.hpp"

#include <bit>

namespace vgpu::observe {

namespace {

bool is_strong(const Access& access) {
    return access.updates() || access.event.operation->ordering != isa::Ordering::weak;
}

bool releases(isa::Ordering ordering) {
    return ordering == isa::Ordering::release || ordering == isa::Ordering::acquire_release ||
           ordering == isa::Ordering::sequential;
}

HappensBefore::Places places_of(const Access& access) {
    const exec::AccessEvent& event = access.event;
    const std::uint32_t first = event.mask & (~event.mask + 1);
    return {event.space, event.addresses, access.uniform ? first : event.mask,
            event.memory_block()};
}

} // namespace

void Racecheck::launch_begin(const exec::LaunchInfo& launch) {
    log_.forget_dropped();
    const bool anew = order_.launch_begin(launch);
    if (anew) global_.clear();
    for (auto& [block, page] : shared_) spare_.push_back(std::move(page));
    shared_.clear();
    current_block_ = ~0ull;
    if (anew || launch.shared_bytes != shared_bytes_ || shared_is_narrow_) spare_.clear();
    reaches_.clear();
    of_async_proxy_.clear();
    has_clusters_ = launch.cluster != exec::Dim3{};
    shared_bytes_ = launch.shared_bytes;
    shared_is_narrow_ = false;
}

void Racecheck::block_begin(std::uint64_t block) {
    order_.block_begin(block);
    if (shared_bytes_ == 0) return;
    if (spare_.empty()) {
        shared_[block] = std::make_unique<ShadowPage>();
        shared_[block]->create(shared_bytes_, shared_is_narrow_ ? 0 : 2);
    } else {
        shared_[block] = std::move(spare_.back());
        spare_.pop_back();
    }
    current_block_ = ~0ull;
}

void Racecheck::block_end(std::uint64_t block) {
    if (!reaches_.empty()) look_at_end(block);
    order_.block_end(block);
    open_.block_end(block);
    landed_.block_end(block);
    if (const auto found = shared_.find(block); found != shared_.end()) {
        spare_.push_back(std::move(found->second));
        shared_.erase(found);
        current_block_ = ~0ull;
    }
}

[[gnu::noinline]] void Racecheck::refresh_epoch(const exec::WarpPlace& warp) {
    BlockState& block = order_.block(warp.block);
    const Segment segment = order_.segment(block, warp.warp);
    epoch_.version = order_.version();
    epoch_.block = warp.block;
    epoch_.warp = warp.warp;
    epoch_.me = cell::make(segment, warp.warp, 0, 0);
    epoch_.knows_order = false;
    Current both;
    both.me = epoch_.me;
    both.block = warp.block;
    both.plain_order = !block.warp_order && block.warps[warp.warp].acquired == 0;

    Current& shared = epoch_.shared = both;
    shared.shared = true;
    shared.floor = Cell{block.floor} << cell::segment_shift;
    shared.own_begin = cell::latest;
    shared.block_known = true; // all cells are

    Current& global = epoch_.global = both;
    global.floor = Cell{order_.launch_floor()} << cell::segment_shift;
    global.own_begin = block.alone ? Cell{block.begin} << cell::segment_shift : cell::latest;
    global.own_end = Cell{block.floor} << cell::segment_shift;
    global.block_begin = global.own_begin;
    global.block_known = block.alone;

    if (!has_clusters_) return;
    // Its cells may be those of the cluster's other blocks, which have begun together.
    shared = global;
    shared.shared = true;
    shared.floor = Cell{block.begin} << cell::segment_shift;
}

Racecheck::CurrentAccess Racecheck::current_access(const Access& access) {
    const exec::AccessEvent& event = access.event;
    Cell flags = access.loads() ? 0 : cell::writes;
    if (is_strong(access)) flags |= cell::strong;
    if (event.operation->ordering == isa::Ordering::volatile_ && !access.updates())
        flags |= cell::volatile_;
    if ((flags & cell::strong) != 0 && event.operation->scope == isa::Scope::cta &&
        (event.space == ptx::Space::global || has_clusters_))
        flags |= cell::block_scope;
    CurrentAccess now{current(event.space, event.warp), access, order_.block(event.warp.block),
                      event.warp.warp};
    access.shape.race_bits = cell::of_place(access.place) | flags;
    now.me = epoch_.me | access.shape.race_bits;
    now.loads = access.loads();
    now.bytes = static_cast<unsigned>(event.bytes);
    if (event.other_block != exec::AccessEvent::own_block) {
        now.Current::block = event.other_block;
        note_reach(now);
    }
    return now;
}

void Racecheck::access(const Access& access) {
    const exec::AccessEvent& event = access.event;
    if (event.operation->action == isa::MemoryAction::prefetch) return;
    if (event.space != ptx::Space::global &&
        (event.space != ptx::Space::shared || shared_bytes_ == 0))
        return;
    if (open_.may_meet(event.space, access.loads())) look_at_open(access);
    if (event.space == ptx::Space::shared && landed_.concerns(event.warp, has_clusters_))
        look_at_landed(access);
    if (event.of_async_proxy) look_at_proxies(access);
    if (event.cannot_race && options_.exempts_loads) {
        access.shape.race_bits = cell::of_place(access.place); // of those like it that may race
        return;
    }
    if (event.space == ptx::Space::global) global_.prefetch(access.shape.soon);
    const bool strong = is_strong(access);
    // The order that mbarriers make comes as an event of its own (mbarrier).
    const bool orders = strong && event.operation->mbarrier.form == isa::MBarrierForm::none;
    if (orders) synchronise_before(access);
    const CurrentAccess now = current_access(access);
    if (access.contiguous && !strong && row(now, event.addresses[0], 0, 32)) return;
    std::uint32_t mask = event.mask;
    if (mask == full_mask && !strong && !access.uniform) mask = half_warps(now);
    // If many lanes read one place, two stand for all: an access that conflicts with any of them
    // conflicts with one of these two.
    if (access.uniform && !access.stores()) mask = (mask & (~mask + 1)) | std::bit_floor(mask);
    if (std::popcount(mask) > 2) mask = scattered(now, mask);
    for (; mask != 0; mask &= mask - 1) {
        const int l = std::countr_zero(mask);
        lane(now, static_cast<std::uint32_t>(l), event.addresses[l]);
    }
    if (orders) synchronise_after(access);
}

void Racecheck::synchronise_before(const Access& access) {
    const exec::AccessEvent& event = access.event;
    const isa::MemoryOperation& operation = *event.operation;
    if (releases(operation.ordering) && !access.loads()) order_.fence(event.warp, operation.scope);
    if (!order_.anything_published()) return;
    if (access.stores() || operation.action == isa::MemoryAction::reduction) return;
    order_.acquire(order_.block(event.warp.block), event.warp.warp, places_of(access),
                   operation.scope == isa::Scope::cta);
}

void Racecheck::synchronise_after(const Access& access) {
    const exec::AccessEvent& event = access.event;
    if (access.loads()) return;
    BlockState& block = order_.block(event.warp.block);
    // A store shows at least that the reads before it are done; an atomic could as well, but
    // atomics without a fence are many and seldom signals.
    if (block.fence_version == 0 && !access.stores()) return;
    order_.publish(block, event.warp.warp, places_of(access));
}

} // namespace vgpu::observe
