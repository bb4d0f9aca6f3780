// A warp: its lanes in groups that stand at one place each.
//
// Lanes that have gone separate ways are groups of their own, and groups that meet merge. The group
// that is furthest behind runs first, so that paths rejoin where they meet in the code.
#pragma once

#include "vgpu/exec/async_copies.hpp"
#include "vgpu/exec/bulk_copies.hpp"
#include "vgpu/exec/frame.hpp"
#include "vgpu/exec/group_products.hpp"
#include "vgpu/exec/lanes_seen.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace vgpu::exec {

struct Group {
    enum class State : std::uint8_t {
        ready,
        at_sync,    // a warp-synchronous instruction, until the lanes its mask names are there
        at_barrier, // a block barrier, until the warp's other lanes are there, then until it opens
        at_cluster, // barrier.cluster, the same
        at_product, // wgmma.mma_async, until the other warps of the warpgroup are there
    };
    Frame* frame = nullptr;
    Pc pc = 0;
    std::uint32_t lanes = 0;
    State state = State::ready;
    std::uint32_t members = 0;  // at_sync: the mask it waits for
    std::uint64_t last_run = 0; // when it last had its turn out of order
};

// Whether a comes before b: by their places in the outermost function in which these differ. At the
// same place, the group that is deeper in a call comes first.
bool comes_before(const Group& a, const Group& b);

struct Warp {
    std::uint32_t index = 0; // in its block
    bool started = false;
    std::uint32_t all = 0;      // lanes that have a thread
    std::uint32_t live = 0;     // lanes that have not exited
    std::uint64_t executed = 0; // instructions, at the end of its last turn
    int group_count = 0;
    // Twice the lanes: one that meets all others leaves their groups empty until the next merge,
    // and may part again into as many before it.
    std::array<Group, 2 * warp_size> groups;
    // Lanes of a group that runs out of order, until the instruction counter reaches
    // preferred_until.
    std::uint32_t preferred = 0;
    std::uint64_t preferred_until = 0;
    int barrier = -1; // the block barrier at which all its lanes wait
    // Lanes that have arrived at the cluster's barrier in the phase under way, and those that have
    // arrived and not waited since.
    std::uint32_t cluster_arrived = 0, cluster_owed = 0;
    std::vector<std::byte> local; // lane_bytes.hpp; grows with the deepest access
    AsyncCopies copies;
    BulkCopies bulk;
    WarpProducts products;
    LanesSeen seen;                  // if executions are counted
    bool waits_for_mbarrier = false; // the last look at one was in vain
    // Backward branches that a group may take before others get a turn. A look at memory that
    // waiting threads use (a failed compare-and-swap, a volatile load) counts as many.
    static constexpr std::int64_t full_poll_budget = 1 << 14;
    std::int64_t poll_budget = 0;   // with a group that loops or looks at memory again and again
    std::uint64_t random_state = 0; // schedule.hpp; 0: the fixed order

    Group& add_group(const Group& group) { return groups[group_count++] = group; }
    void remove_group(Group& group) { group = groups[--group_count]; }
    // Lanes that go on at another place than the rest of their group.
    void split(Group& group, std::uint32_t lanes, Pc pc);
    bool done() const { return started && live == 0; }

    // Merges ready groups that stand in one place and drops empty ones.
    void merge();
    // The ready group to run next; null when all wait. `now` is the instruction counter.
    Group* choose(std::uint64_t now);
    // With a seed: how many operations a group may run before others are looked at.
    std::uint64_t run_length();
    bool yields(); // with a seed: whether the warp gives up its turn after such a run
    // The next place behind the group's own at which another group of its frame stands; no_pc when
    // none does.
    Pc next_meeting(const Group& group) const;
    // Gives another ready group a turn out of order; false when there is none.
    bool rotate(const Group& spinning, std::uint64_t now);
    // Every wait is looked at anew: lanes it waits for may be gone.
    void wake_waiting();

  private:
    Group* choose_any();
};

} // namespace vgpu::exec
