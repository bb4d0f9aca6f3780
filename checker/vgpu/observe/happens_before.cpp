#include "vgpu/observe/happens_before.hpp"

#include <algorithm>
#include <bit>

namespace vgpu::observe {

namespace {
constexpr std::size_t block_reach = BlockPublications::block_reach,
                      device_reach = BlockPublications::device_reach;
constexpr Segment last_segment = 0x7fff0000u;
constexpr PublicationTime last_time = ~PublicationTime{0};
} // namespace

void PartialOrder::meet(std::uint32_t parties, std::uint32_t learners,
                        const std::array<Segment, 32>& done) {
    std::array<Segment, 32> joined{};
    for (std::uint32_t i = 0; i < 32; ++i) {
        if ((parties >> i & 1) == 0) continue;
        for (std::uint32_t j = 0; j < 32; ++j) joined[j] = std::max(joined[j], known_[i][j]);
    }
    for (std::uint32_t j = 0; j < 32; ++j)
        if ((parties >> j & 1) != 0) joined[j] = std::max(joined[j], done[j]);
    for (std::uint32_t i = 0; i < 32; ++i)
        if ((learners >> i & 1) != 0) known_[i] = joined;
}

HappensBefore::HappensBefore() : owners_((owner_mask + std::size_t{1}) * sizeof(std::uint64_t)) {}
HappensBefore::~HappensBefore() = default;

bool HappensBefore::launch_begin(const exec::LaunchInfo& launch) {
    ++version_;
    const bool anew = next_ >= last_segment / 2;
    if (anew) next_ = 1;
    launch_floor_ = next_;
    warps_per_block_ = launch.warps_per_block;
    threads_per_block_ = launch.threads_per_block;
    blocks_.clear();
    spare_.clear();
    current_ = nullptr;
    grid_ = launch.grid;
    cluster_ = launch.cluster;
    clusters_.clear();
    if (time_ >= last_time / 2) {
        time_ = 0;
        places_.clear();
    }
    launch_time_ = time_;
    publishers_.clear();
    publications_.clear();
    publication_count_ = 0;
    saturated_ = false;
    return anew;
}

void HappensBefore::block_begin(std::uint64_t block) {
    ++version_;
    std::unique_ptr<BlockState> state;
    if (spare_.empty()) {
        state = std::make_unique<BlockState>();
    } else {
        state = std::move(spare_.back());
        spare_.pop_back();
    }
    state->block = block;
    state->begin = state->floor = next_;
    state->alone = blocks_.empty();
    for (auto& [other, running] : blocks_) running->alone = false;
    state->warps.clear();
    state->warps.resize(warps_per_block_);
    for (std::uint32_t warp = 0; warp < warps_per_block_; ++warp) {
        const std::uint32_t threads = std::min(threads_per_block_ - 32 * warp, 32u);
        state->warps[warp].live = threads == 32 ? 0xffffffffu : (1u << threads) - 1;
    }
    state->warp_order.reset();
    state->arrivals.clear();
    state->mbarriers.clear();
    for (std::vector<Segment>& covered : state->covered) covered.assign(warps_per_block_, 0);
    state->behind_proxy_fence.assign(warps_per_block_, 0);
    state->fence_version = 0;
    state->before = time_;
    state->published = nullptr;
    state->cluster.reset();
    begin_in_cluster(block);
    current_ = state.get();
    blocks_[block] = std::move(state);
}

void HappensBefore::block_end(std::uint64_t block) {
    ++version_;
    const auto found = blocks_.find(block);
    if (found == blocks_.end()) return;
    if (current_ == found->second.get()) current_ = nullptr;
    end_in_cluster(block);
    spare_.push_back(std::move(found->second));
    blocks_.erase(found);
}

BlockState& HappensBefore::find_block(std::uint64_t block) {
    auto found = blocks_.find(block);
    if (found == blocks_.end()) { // begun without notice
        block_begin(block);
        return *current_;
    }
    current_ = found->second.get();
    return *current_;
}

Segment HappensBefore::begin_segment(BlockState& block, WarpState& warp) {
    if (next_ < last_segment) ++next_; // at the end of the numbers, checks fade but nothing breaks
    warp.segment = next_ - 1;
    warp.met_count = 0;
    owners_.words()[warp.segment & owner_mask] = block.block;
    return warp.segment;
}

void HappensBefore::barrier(const exec::BarrierEvent& event) {
    ++version_;
    BlockState& state = block(event.block);
    if (event.arriving) return arrive(state, event);
    const bool all_waited =
        event.waited == nullptr ||
        std::equal(event.arrived, event.arrived + state.warps.size(), event.waited);
    if (event.arrived == nullptr || (event.whole_block && all_waited))
        whole_block(state);
    else
        part_of_block(state, event);
}

void HappensBefore::arrive(BlockState& block, const exec::BarrierEvent& event) {
    std::array<Segment, 32>& arrivals = block.arrivals[event.barrier];
    for (std::size_t warp = 0; warp < block.warps.size(); ++warp) {
        if (event.arrived[warp] == 0) continue;
        arrivals[warp] = next_;
        end_segment(block.warps[warp]);
    }
}

void HappensBefore::whole_block(BlockState& block) {
    block.floor = next_;
    block.warp_order.reset();
    PublicationTime acquired = 0;
    for (WarpState& warp : block.warps) {
        end_segment(warp);
        warp.lanes.reset();
        warp.met_count = 0;
        acquired = std::max(acquired, warp.acquired);
    }
    if (acquired != 0)
        for (WarpState& warp : block.warps) warp.acquired = acquired;
    if (block.fence_version == 0) return;
    ++block.fence_version;
    for (std::size_t reach = 0; reach < 2; ++reach) {
        Segment everyone = 0;
        for (const WarpState& warp : block.warps)
            everyone = std::max(everyone, warp.fenced_block[reach]);
        for (std::size_t warp = 0; warp < block.warps.size(); ++warp)
            block.covered[reach][warp] =
                std::max({block.covered[reach][warp], everyone, block.warps[warp].fenced[reach]});
    }
    for (const WarpState& warp : block.warps) cover_others(block, warp);
}

void HappensBefore::cover_others(BlockState& block, const WarpState& warp) {
    if (!warp.fenced_others) return;
    for (std::size_t reach = 0; reach < 2; ++reach)
        for (std::size_t other = 0; other < block.warps.size(); ++other)
            block.covered[reach][other] =
                std::max(block.covered[reach][other], (*warp.fenced_others)[reach][other]);
}

void HappensBefore::part_of_block(BlockState& block, const exec::BarrierEvent& event) {
    const std::uint32_t* arrived = event.arrived;
    const std::uint32_t* waited = event.waited == nullptr ? arrived : event.waited;
    if (!block.warp_order) block.warp_order = std::make_unique<PartialOrder>();
    std::uint32_t parties = 0, learners = 0;
    PublicationTime acquired = 0;
    std::array<Segment, 32> done;
    done.fill(next_);
    for (std::size_t warp = 0; warp < block.warps.size(); ++warp) {
        if (arrived[warp] == 0) continue;
        parties |= 1u << warp;
        if (waited[warp] != 0) learners |= 1u << warp;
        acquired = std::max(acquired, block.warps[warp].acquired);
    }
    if (const auto at = block.arrivals.find(event.barrier); at != block.arrivals.end()) {
        for (std::size_t warp = 0; warp < block.warps.size(); ++warp)
            if ((learners >> warp & 1) == 0 && at->second[warp] != 0) done[warp] = at->second[warp];
        block.arrivals.erase(at);
    }
    block.warp_order->meet(parties, learners, done);
    if (block.fence_version != 0) ++block.fence_version;
    for (std::size_t warp = 0; warp < block.warps.size(); ++warp) {
        if (arrived[warp] == 0) continue;
        WarpState& state = block.warps[warp];
        if (waited[warp] != 0) {
            state.acquired = acquired;
            warp_sync({block.block, static_cast<std::uint32_t>(warp)}, waited[warp]);
        }
        for (std::size_t reach = 0; reach < 2; ++reach)
            block.covered[reach][warp] = std::max(block.covered[reach][warp], state.fenced[reach]);
        cover_others(block, state);
    }
}

void HappensBefore::warp_sync(const exec::WarpPlace& place, std::uint32_t mask) {
    ++version_;
    WarpState& warp = block(place.block).warps[place.warp];
    if ((warp.live & ~mask) == 0) {
        warp.sync_floor = next_;
        warp.lanes.reset();
        warp.met_count = 0;
        end_segment(warp);
        return;
    }
    if (warp.segment == 0) { // nothing happened since: meeting once more changes nothing
        for (std::uint32_t i = 0; i < warp.met_count; ++i)
            if (warp.met[i] == mask) return;
    } else {
        warp.met_count = 0;
    }
    if (!warp.lanes) warp.lanes = std::make_unique<PartialOrder>();
    end_segment(warp);
    warp.lanes->meet(mask, next_);
    for (std::uint32_t i = 0; i < warp.met_count; ++i)
        if ((warp.met[i] & mask) != 0) warp.met_count = 0; // the two meetings together say more
    if (warp.met_count < warp.met.size()) warp.met[warp.met_count++] = mask;
}

void HappensBefore::fence(const exec::WarpPlace& place, isa::Scope scope) {
    ++version_;
    BlockState& state = block(place.block);
    WarpState& warp = state.warps[place.warp];
    end_segment(warp);
    ++state.fence_version;
    warp.fenced[block_reach] = next_;
    warp.fenced_block[block_reach] = state.floor;
    const bool within_block = scope == isa::Scope::cta || scope == isa::Scope::none;
    if (state.warp_order) {
        if (!warp.fenced_others)
            warp.fenced_others = std::make_unique<std::array<WarpState::ByWarp, 2>>();
        for (std::size_t reach = 0; reach < (within_block ? 1 : 2); ++reach)
            (*warp.fenced_others)[reach] = state.warp_order->known(place.warp);
    }
    if (within_block) return;
    warp.fenced[device_reach] = next_;
    warp.fenced_block[device_reach] = state.floor;
    pass_on(state, warp);
}

// The fence is for the warp's own writes, and for those that it comes after.
void HappensBefore::proxy_fence(const exec::WarpPlace& place) {
    ++version_;
    BlockState& state = block(place.block);
    end_segment(state.warps[place.warp]);
    for (std::uint32_t other = 0; other < state.warps.size(); ++other) {
        Segment& behind = state.behind_proxy_fence[other];
        behind = std::max(
            behind, other == place.warp ? next_ : levels(state, place.warp, other)[plain_write]);
    }
}

// A warp's fence also covers what other warps have fenced for the block and this warp has read of:
// fences are cumulative, and this one reaches further.
void HappensBefore::pass_on(const BlockState& block, WarpState& warp) const {
    if (warp.acquired == 0 || block.published == nullptr) return;
    if (!warp.fenced_others)
        warp.fenced_others = std::make_unique<std::array<WarpState::ByWarp, 2>>();
    WarpState::ByWarp& passed_on = (*warp.fenced_others)[device_reach];
    for (std::uint32_t other = 0; other < block.warps.size(); ++other)
        passed_on[other] = std::max(
            passed_on[other], published(block.published, other, warp.acquired, true)[plain_write]);
}

void HappensBefore::exit(const exec::WarpPlace& place, std::uint32_t mask) {
    block(place.block).warps[place.warp].live &= ~mask;
}

namespace {

// Calls body(time) for each place that has a page. `page_of` finds or makes the page of an address.
template <class PageOf, class Body>
void visit(const HappensBefore::Places& places, const PageOf& page_of, const Body& body) {
    PublishedPlaces::Page* page = nullptr;
    std::uint64_t number = ~0ull;
    for (std::uint32_t rest = places.mask; rest != 0; rest &= rest - 1) {
        const std::uint64_t address = places.addresses[std::countr_zero(rest)];
        if (PublishedPlaces::page_number(address) != number) {
            number = PublishedPlaces::page_number(address);
            page = page_of(address);
        }
        if (page != nullptr) body((*page)[PublishedPlaces::in_page(address)]);
    }
}

// The places of all lanes in the page of the first, if they have one: nearly always.
class InOnePage {
  public:
    explicit InOnePage(const HappensBefore::Places& places)
        : first_(places.addresses[std::countr_zero(places.mask)]) {
        constexpr std::uint64_t within = (PublishedPlaces::page_bytes - 1) & ~std::uint64_t{3};
        std::uint64_t strays = 0;
        for (std::uint32_t lane = 0; lane < 32; ++lane) {
            const std::uint64_t active = std::uint64_t{0} - (places.mask >> lane & 1);
            const std::uint64_t address = (places.addresses[lane] & active) | (first_ & ~active);
            strays |= (address ^ first_) & ~within;
            index_[lane] = PublishedPlaces::in_page(address);
        }
        holds_ = strays == 0;
    }
    bool holds() const { return holds_; }
    std::uint64_t first() const { return first_; } // address
    PublicationTime newest(const PublishedPlaces::Page& page) const {
        const PublicationTime* const times = page.data();
        PublicationTime newest = 0;
        for (const std::uint64_t at : index_) newest = std::max(newest, times[at]);
        return newest;
    }
    void set(PublishedPlaces::Page& page, PublicationTime time) const {
        PublicationTime* const times = page.data();
        for (const std::uint64_t at : index_) times[at] = time;
    }

  private:
    std::uint64_t first_;
    std::array<std::uint64_t, 32> index_; // of lanes outside the mask: the first one's
    bool holds_ = false;
};

} // namespace

void HappensBefore::acquire(BlockState& block, std::uint32_t warp, const Places& places,
                            bool block_scope) {
    const bool is_shared = places.space == ptx::Space::shared;
    PublicationTime newest = block.warps[warp].acquired;
    if (saturated_) newest = time_;
    const PublicationTime before = std::max(newest, is_shared ? block.before : launch_time_);
    BlockState& owner = is_shared ? places_owner(block, places) : block;
    const auto page_of = [&](std::uint64_t address) {
        return is_shared ? owner.places.find(address) : places_.find(address);
    };
    const InOnePage together(places);
    if (together.holds()) {
        const PublishedPlaces::Page* const page = page_of(together.first());
        const PublicationTime time = page == nullptr ? 0 : together.newest(*page);
        if (time <= before) return learn(block, warp, newest);
        if (!block_scope) return learn(block, warp, time);
    }
    visit(places, page_of, [&](PublicationTime time) {
        if (time <= before || time <= newest) return;
        if (!block_scope || publishers_[time - launch_time_ - 1] == block.block) newest = time;
    });
    learn(block, warp, newest);
}

void HappensBefore::learn(BlockState& block, std::uint32_t warp, PublicationTime newest) {
    if (newest == block.warps[warp].acquired) return;
    block.warps[warp].acquired = newest;
    ++version_;
}

// The segments of a warp of the block that the publishing warp's fences cover.
Segment HappensBefore::cover(const BlockState& block, const WarpState& warp, std::size_t other,
                             std::size_t reach) {
    Segment covered = std::max(block.covered[reach][other], warp.fenced_block[reach]);
    if (warp.fenced_others) covered = std::max(covered, (*warp.fenced_others)[reach][other]);
    return &warp == &block.warps[other] ? std::max(covered, warp.fenced[reach]) : covered;
}

void HappensBefore::raise(Progress& progress, Segment segment) {
    if (progress.raise(time_, segment)) saturated_ |= ++publication_count_ > most_publications;
}

// Enters only what goes beyond what was published before.
void HappensBefore::add_publication(BlockState& block, std::uint32_t warp) {
    if (block.published == nullptr) {
        block.published = &publications_[block.block];
        block.published->reads.resize(block.warps.size());
    }
    BlockPublications& published = *block.published;
    const WarpState& state = block.warps[warp];
    raise(published.reads[warp], state.segment + 1);
    raise(published.block_reads, block.floor);
    if (block.fence_version == 0) return;
    if (block.cluster != nullptr) publish_cluster(block);
    for (const std::size_t reach : {block_reach, device_reach}) {
        published.fenced[reach].resize(block.warps.size());
        published.strong_writes[reach].resize(block.warps.size());
        bool is_fenced = false;
        for (std::size_t other = 0; other < block.warps.size(); ++other) {
            const Segment covered = cover(block, state, other, reach);
            if (covered == 0) continue;
            is_fenced = true;
            raise(published.fenced[reach][other], covered);
        }
        if (is_fenced) raise(published.strong_writes[reach][warp], state.segment + 1);
    }
}

void HappensBefore::publish(BlockState& block, std::uint32_t warp, const Places& places) {
    WarpState& state = block.warps[warp];
    const Segment now = segment(block, warp);
    if (state.published_version != block.fence_version || state.published_segment != now) {
        state.published_version = block.fence_version;
        state.published_segment = now;
        saturated_ |= time_ == last_time;
        if (!saturated_) {
            state.published_time = ++time_;
            publishers_.push_back(block.block);
            add_publication(block, warp);
        }
    }
    const PublicationTime time = state.published_time;
    const bool is_shared = places.space == ptx::Space::shared;
    BlockState& owner = is_shared ? places_owner(block, places) : block;
    const auto page_of = [&](std::uint64_t address) {
        return is_shared ? owner.places.get(address) : places_.get(address);
    };
    const auto page_to_write = [&](std::uint64_t address) {
        PublishedPlaces::Page* const page = page_of(address);
        saturated_ |= page == nullptr;
        return page;
    };
    if (time == time_) // no place has a later one
        if (const InOnePage together(places); together.holds()) {
            if (PublishedPlaces::Page* const page = page_to_write(together.first()))
                together.set(*page, time);
            return;
        }
    visit(places, page_to_write, [&](PublicationTime& there) { there = std::max(there, time); });
}

// The segments of a block's warp that were published: those before.
HappensBefore::Levels HappensBefore::published(const BlockPublications* by, std::uint32_t warp,
                                               PublicationTime until, bool same_block) const {
    Levels levels{};
    if (until == 0) return levels;
    if (saturated_) levels.fill(last_segment);
    if (saturated_ || by == nullptr) return levels;
    levels[plain_read] = std::max(by->block_reads.at(until), by->reads[warp].at(until));
    for (std::size_t reach = same_block ? block_reach : device_reach; reach < 2; ++reach) {
        if (by->fenced[reach].empty()) continue;
        const Segment fenced = by->fenced[reach][warp].at(until);
        for (Segment& level : levels) level = std::max(level, fenced);
        levels[strong_write] =
            std::max(levels[strong_write], by->strong_writes[reach][warp].at(until));
    }
    return levels;
}

HappensBefore::Levels HappensBefore::levels(const BlockState& block, std::uint32_t warp,
                                            std::uint32_t other) const {
    const WarpState& state = block.warps[warp];
    Segment before = block.floor;
    if (other == warp)
        before = std::max(before, state.sync_floor);
    else if (block.warp_order)
        before = std::max(before, block.warp_order->known(warp, other));
    Levels levels = published(block.published, other, state.acquired, true);
    for (Segment& level : levels) level = std::max(level, before);
    return levels;
}

bool HappensBefore::ordered(const Earlier& earlier, const BlockState& block, std::uint32_t warp,
                            std::uint32_t lane) const {
    const Segment segment = earlier.segment;
    if (segment < launch_floor_ || segment < ancient()) return true;
    const WarpState& state = block.warps[warp];
    const std::uint64_t earlier_block = block_of(segment);
    if (earlier_block != block.block) {
        if (block.cluster != nullptr) {
            const auto known = block.cluster->segments.find(earlier_block);
            if (known != block.cluster->segments.end() && segment < known->second[earlier.warp])
                return true;
        }
        const auto by = publications_.find(earlier_block);
        return by != publications_.end() &&
               segment < published(&by->second, earlier.warp, state.acquired, false)[earlier.kind];
    }
    if (earlier.warp == warp) {
        if (earlier.lane == lane) return true;
        if (state.lanes && segment < state.lanes->known(lane, earlier.lane)) return true;
    }
    return segment < levels(block, warp, earlier.warp)[earlier.kind];
}

} // namespace vgpu::observe
