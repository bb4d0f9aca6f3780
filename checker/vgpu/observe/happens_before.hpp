// Which accesses of a launch are ordered, as docs/decisions/0005-race-model.md defines it.
//
// A segment is what a warp does between two of its synchronisations (barrier, warp sync, fence).
// Segments are numbered in the order in which they begin, over all warps; so "everything before
// that barrier" is one comparison with the number that the next segment had at the barrier.
#pragma once

#include "vgpu/exec/events.hpp"
#include "vgpu/observe/publications.hpp"
#include "vgpu/observe/zero_memory.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace vgpu::observe {

// Orders up to 32 parties: party i comes after the segments of party j before known(i, j). It is
// needed only where part of a warp or part of a block synchronises.
class PartialOrder {
  public:
    Segment known(std::uint32_t i, std::uint32_t j) const { return known_[i][j]; }
    const std::array<Segment, 32>& known(std::uint32_t i) const { return known_[i]; }
    // The parties of the mask meet: each learns what the others know and all that they did so far.
    void meet(std::uint32_t mask, Segment next) {
        std::array<Segment, 32> done;
        done.fill(next);
        meet(mask, mask, done);
    }
    // Only the learners learn, and of party j only its segments before done[j].
    void meet(std::uint32_t parties, std::uint32_t learners, const std::array<Segment, 32>& done);
    // One party comes after these segments of each.
    void learn(std::uint32_t party, const std::array<Segment, 32>& done) {
        for (std::size_t j = 0; j < done.size(); ++j)
            known_[party][j] = std::max(known_[party][j], done[j]);
    }

  private:
    std::array<std::array<Segment, 32>, 32> known_{};
};

struct WarpState {
    Segment segment = 0;    // the current one; 0 until the next access
    Segment sync_floor = 0; // the whole warp synchronised: lanes are ordered after earlier segments
    std::uint32_t live = 0; // lanes that have not exited
    PublicationTime acquired = 0; // publications up to this time are known
    // Last fence, by reach (block, device): own segments and the block's segments before it.
    std::array<Segment, 2> fenced{};
    std::array<Segment, 2> fenced_block{};
    // And, after named barriers, the segments of each warp that it knew of.
    using ByWarp = std::array<Segment, 32>;
    std::unique_ptr<std::array<ByWarp, 2>> fenced_others;
    std::uint64_t published_version = 0; // BlockState::fence_version of the last publication
    PublicationTime published_time = 0;
    Segment published_segment = 0; // that of the last publication
    std::unique_ptr<PartialOrder> lanes;
    std::array<std::uint32_t, 4> met{}; // masks that synchronised since the last access
    std::uint32_t met_count = 0;
};

inline void raise_all(std::array<Segment, 32>& all, const std::array<Segment, 32>& other) {
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = std::max(all[i], other[i]);
}

// The segments of each warp of a cluster's blocks, by the block's number, that come before what is
// done behind the cluster's barrier, or an mbarrier at which other blocks arrive.
struct ClusterKnown {
    std::unordered_map<std::uint64_t, std::array<Segment, 32>> segments;
    PublicationTime acquired = 0;
    void learn(const ClusterKnown& other);
};

// The segments that come before a thread that waits for an mbarrier: those of each warp of the
// block, and those of each lane of its own warp.
struct MBarrierOrder {
    using Segments = std::array<Segment, 32>;
    struct Arrived {
        Segments warps{};
        std::unordered_map<std::uint32_t, Segments> lanes; // by warp
        std::array<Segments, 2> fenced{};                  // by reach
        PublicationTime acquired = 0;
        std::shared_ptr<const ClusterKnown> cluster; // of other blocks; null: none has arrived
    };
    Arrived pending, completed; // so far, and up to the last phase that has completed
};

struct ClusterOrder {
    std::vector<std::uint64_t> blocks;             // that have begun
    std::size_t running = 0;                       // of them
    ClusterKnown pending;                          // so far
    std::shared_ptr<const ClusterKnown> completed; // up to the last phase that has completed
};

struct BlockState {
    std::uint64_t block = 0;
    // What is known since some warp of the block last waited at the cluster's barrier.
    std::shared_ptr<const ClusterKnown> cluster;
    Segment begin = 0; // the first segment of the block
    Segment floor = 0; // the whole block synchronised: everyone is ordered after earlier segments
    bool alone = true; // no other block ran at the same time: segments from `begin` on are its own
    std::vector<WarpState> warps;
    std::unique_ptr<PartialOrder> warp_order;
    // The first segment of each warp after it arrived at a barrier without waiting.
    std::unordered_map<std::uint32_t, std::array<Segment, 32>> arrivals; // by barrier
    std::unordered_map<std::uint64_t, MBarrierOrder> mbarriers;          // by address
    // What fences of any warp had covered at the last barrier, by reach and warp.
    std::array<std::vector<Segment>, 2> covered;
    // By warp: plain writes in segments before this one are behind some warp's fence.proxy.async.
    std::vector<Segment> behind_proxy_fence;
    std::uint64_t fence_version = 0;        // counts fences and, after the first, barriers
    PublicationTime before = 0;             // the last one before the block began
    BlockPublications* published = nullptr; // its own; nullptr: none yet
    PublishedPlaces::OfBlock places;        // in its shared memory
};

class HappensBefore {
  public:
    HappensBefore();
    ~HappensBefore();

    // True when the numbers start anew: whatever was remembered by segment must be forgotten.
    bool launch_begin(const exec::LaunchInfo& launch);
    void block_begin(std::uint64_t block);
    void block_end(std::uint64_t block);
    void barrier(const exec::BarrierEvent& event);
    void mbarrier(const exec::MBarrierEvent& event);       // happens_before_mbarrier.cpp
    void cluster_barrier(const exec::ClusterEvent& event); // happens_before_cluster.cpp
    void warp_sync(const exec::WarpPlace& warp, std::uint32_t mask);
    void fence(const exec::WarpPlace& warp, isa::Scope scope);
    void proxy_fence(const exec::WarpPlace& warp);
    void exit(const exec::WarpPlace& warp, std::uint32_t mask);

    // A strong read (atomic, volatile, relaxed, acquire) of the places of the mask, and a strong
    // write. An acquire of the block's scope learns from its own block only.
    struct Places {
        ptx::Space space = ptx::Space::global;
        const std::uint64_t* addresses = nullptr;
        std::uint32_t mask = 0;
        std::uint64_t owner = 0; // of shared memory: the block
    };
    void map(std::uint64_t address, std::uint64_t bytes, std::uint64_t home) {
        places_.map(address, bytes, home);
    }
    void acquire(BlockState& block, std::uint32_t warp, const Places& places, bool block_scope);
    void publish(BlockState& block, std::uint32_t warp, const Places& places);
    // Changes whenever the order, or a segment, may have changed.
    std::uint64_t version() const { return version_; }
    bool anything_published() const { return time_ != launch_time_; }

    BlockState& block(std::uint64_t block) {
        return current_ && current_->block == block ? *current_ : find_block(block);
    }
    // The warp's segment, begun if need be.
    Segment segment(BlockState& block, std::uint32_t warp) {
        WarpState& state = block.warps[warp];
        return state.segment != 0 ? state.segment : begin_segment(block, state);
    }

    // Whether an earlier access is ordered before what `lane` of `warp` does now.
    enum Kind : std::uint8_t { plain_read, strong_read, plain_write, strong_write, kinds };
    struct Earlier {
        Segment segment = 0;
        std::uint32_t warp = 0, lane = 0;
        Kind kind = plain_read;
    };
    bool ordered(const Earlier& earlier, const BlockState& block, std::uint32_t warp,
                 std::uint32_t lane) const;
    // The same for all lanes: segments of the warp `other` in the block (or of the warp itself) are
    // ordered before if they are below these levels.
    using Levels = std::array<Segment, kinds>;
    Levels levels(const BlockState& block, std::uint32_t warp, std::uint32_t other) const;
    // Segments before this one are so old that they count as ordered.
    Segment ancient() const { return next_ > owner_mask ? next_ - owner_mask : 0; }
    // The block a segment of this launch belongs to (approximate when it is very old).
    std::uint64_t block_of(Segment segment) const { return owners_.words()[segment & owner_mask]; }

    // Accesses before this segment belong to earlier launches.
    Segment launch_floor() const { return launch_floor_; }

  private:
    BlockState& find_block(std::uint64_t block);
    // The block whose shared memory the places are in.
    BlockState& places_owner(BlockState& block, const Places& places) {
        return places.owner == block.block ? block : this->block(places.owner);
    }
    Segment begin_segment(BlockState& block, WarpState& warp);
    void end_segment(WarpState& warp) { warp.segment = 0; }
    void whole_block(BlockState& block);
    void part_of_block(BlockState& block, const exec::BarrierEvent& event);
    void arrive(BlockState& block, const exec::BarrierEvent& event);
    void arrive(BlockState& block, const exec::MBarrierEvent& event);
    void arrive_from_other(BlockState& block, const exec::MBarrierEvent& event);
    void wait(BlockState& block, const exec::MBarrierEvent& event);
    // happens_before_cluster.cpp
    ClusterOrder& cluster_of(std::uint64_t block);
    std::array<Segment, 32> released_to_cluster(BlockState& block, std::uint32_t warp);
    void begin_in_cluster(std::uint64_t block);
    void end_in_cluster(std::uint64_t block);
    void complete(ClusterOrder& cluster);
    void publish_cluster(const BlockState& block);
    void pass_on(const BlockState& block, WarpState& warp) const;
    static void cover_others(BlockState& block, const WarpState& warp);
    static Segment cover(const BlockState& block, const WarpState& warp, std::size_t other,
                         std::size_t reach);
    void learn(BlockState& block, std::uint32_t warp, PublicationTime newest);
    void add_publication(BlockState& block, std::uint32_t warp);
    void raise(Progress& progress, Segment segment);
    Levels published(const BlockPublications* by, std::uint32_t warp, PublicationTime until,
                     bool same_block) const;

    static constexpr Segment owner_mask = (1u << 22) - 1; // remembered segments
    static constexpr std::size_t most_publications = 1u << 26;

    std::uint32_t warps_per_block_ = 0;
    std::uint32_t threads_per_block_ = 0;
    std::uint64_t version_ = 0;
    Segment next_ = 1;
    Segment launch_floor_ = 1;
    ZeroMemory owners_; // segment -> block, a ring; 32 MiB that most programs never touch
    std::unordered_map<std::uint64_t, std::unique_ptr<BlockState>> blocks_;
    std::vector<std::unique_ptr<BlockState>> spare_;
    BlockState* current_ = nullptr;
    exec::Dim3 grid_, cluster_;                                // of the launch
    std::unordered_map<std::uint64_t, ClusterOrder> clusters_; // by number
    PublicationTime time_ = 0, launch_time_ = 0; // of the last publication; before this launch
    PublishedPlaces places_;                     // in global memory
    std::vector<std::uint64_t> publishers_;      // blocks, by time since the launch began
    std::unordered_map<std::uint64_t, BlockPublications> publications_; // by block
    std::size_t publication_count_ = 0;
    bool saturated_ = false; // too much to remember: take everything published as known
};

} // namespace vgpu::observe
