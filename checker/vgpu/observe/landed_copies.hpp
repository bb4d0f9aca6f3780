// Bulk copies whose mbarrier has completed its phase: their bytes are there. A thread knows of it
// if it has waited for the phase, or comes after one that has.
#pragma once

#include "vgpu/observe/happens_before.hpp"
#include "vgpu/observe/open_accesses.hpp"

namespace vgpu::observe {

struct LandedCopy {
    OpenAccess access;
    std::uint64_t block = 0, mbarrier = 0; // its block and address
    // A wait by lanes of a warp of that block.
    struct Wait {
        std::uint32_t warp = 0, lanes = 0;
        Segment segment = 0; // what the warp does behind it
    };
    std::vector<Wait> waits;
    std::uint32_t known = 0; // warps, as bits, of which each lane has waited

    bool is_in_shared_memory_of(std::uint64_t its_block) const {
        return access.event.space == ptx::Space::shared && access.event.memory_block() == its_block;
    }
};

class LandedCopies {
  public:
    bool empty() const { return all_.empty(); }
    // Whether the warp may reach one that it does not know of. `in_cluster`: it reaches other
    // blocks' shared memory, too.
    bool concerns(const exec::WarpPlace& warp, bool in_cluster) const {
        return !all_.empty() && std::ranges::any_of(all_, [&](const LandedCopy& copy) {
            if (!copy.is_in_shared_memory_of(warp.block)) return in_cluster;
            return copy.block != warp.block || (copy.known >> warp.warp & 1) == 0;
        });
    }
    // The copy replaces those to the same bytes: what came before them is ordered, or has been
    // reported.
    void add(LandedCopy copy) {
        const OpenAccess& now = copy.access;
        std::erase_if(all_, [&](const LandedCopy& before) {
            return before.access.is_where(now.event) && before.access.lowest >= now.lowest &&
                   before.access.end <= now.end;
        });
        all_.push_back(std::move(copy));
    }
    // Lanes of a warp have waited for the mbarrier. `warps`: of its block.
    void wait(std::uint64_t block, std::uint64_t mbarrier, const LandedCopy::Wait& wait,
              const std::vector<WarpState>& warps) {
        std::erase_if(all_, [&](LandedCopy& copy) {
            if (copy.block != block || copy.mbarrier != mbarrier) return false;
            copy.waits.push_back(wait);
            std::uint32_t lanes = 0;
            for (const LandedCopy::Wait& each : copy.waits)
                if (each.warp == wait.warp) lanes |= each.lanes;
            if ((warps[wait.warp].live & ~lanes) == 0) copy.known |= 1u << wait.warp;
            for (std::size_t i = 0; i < warps.size(); ++i)
                if (warps[i].live != 0 && (copy.known >> i & 1) == 0) return false;
            return true;
        });
    }
    // All of the block comes after what was done before this segment.
    void whole_block(std::uint64_t block, Segment floor) {
        std::erase_if(all_, [&](const LandedCopy& copy) {
            return copy.block == block &&
                   std::ranges::any_of(copy.waits, [=](const LandedCopy::Wait& wait) {
                       return wait.segment < floor;
                   });
        });
    }
    void block_end(std::uint64_t block) {
        std::erase_if(all_, [=](const LandedCopy& copy) {
            return copy.block == block || copy.is_in_shared_memory_of(block);
        });
    }
    void clear() { all_.clear(); }
    const std::vector<LandedCopy>& all() const { return all_; }

  private:
    std::vector<LandedCopy> all_;
};

} // namespace vgpu::observe
