// Finds data races in shared and global memory: two accesses of different threads to one byte, at
// least one a write, not both strong, and nothing that orders them (happens_before.hpp).
#pragma once

#include "vgpu/observe/access.hpp"
#include "vgpu/observe/fault_log.hpp"
#include "vgpu/observe/happens_before.hpp"
#include "vgpu/observe/place_table.hpp"
#include "vgpu/observe/race_shadow.hpp"

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace vgpu::observe {

class Racecheck {
  public:
    Racecheck(exec::FaultSink& sink, const PlaceTable& places, std::uint32_t max_reports,
              std::uint64_t shadow_bytes)
        : places_(places), log_(sink, max_reports), global_(shadow_bytes) {}

    void launch_begin(const exec::LaunchInfo& launch);
    void launch_end() { log_.flush(); }
    void block_begin(std::uint64_t block);
    void block_end(std::uint64_t block);
    void access(const Access& access);
    void barrier(const exec::BarrierEvent& event) { order_.barrier(event); }
    void warp_sync(const exec::WarpSyncEvent& event) { order_.warp_sync(event.warp, event.mask); }
    void fence(const exec::FenceEvent& event) { order_.fence(event.warp, event.scope); }
    void exit(const exec::WarpPlace& warp, std::uint32_t mask) { order_.exit(warp, mask); }

    FaultLog& log() { return log_; }
    const FaultLog& log() const { return log_; }

  private:
    // The access being checked, and what can be told of older cells by comparing integers alone.
    struct Now {
        const Access& access;
        BlockState& block;
        std::uint32_t warp = 0;
        Cell me = 0;        // without a lane
        Cell floor = 0;     // below: ordered before
        Cell own_begin = 0; // own_begin <= cell < own_end: this block's, before its last barrier
        Cell own_end = 0;
        bool strong() const { return (me & cell::strong) != 0; }
        bool writes_strongly() const { return strong() && !access.loads(); }
        // Ordered before, as far as one sees without asking HappensBefore.
        bool old(Cell c) const { return (c < floor) | ((c >= own_begin) & (c < own_end)); }
        bool old_or_mine(Cell c, Cell mine) const {
            return old(c) | (((c ^ mine) & cell::same_thread) == 0);
        }
    };
    struct Place { // one cell of a page
        ShadowPage& page;
        std::uint64_t index;
        std::uint64_t address; // of its first byte
    };

    Now now(const Access& access);
    void synchronise_before(const Access& access);
    void synchronise_after(const Access& access);
    ShadowPage& shared_page(std::uint64_t block, bool narrow);
    ShadowPage* page_of(const Access& access, std::uint64_t address, bool narrow);

    // All lanes at once; false if a closer look is needed.
    bool row(const Now& now, const ShadowPage& page, std::uint64_t index, unsigned cells_per_lane);
    void lane(const Now& now, std::uint32_t lane, std::uint64_t address, bool narrow);
    void read_cell(const Now& now, const Place& place, std::uint32_t lane);
    void write_cell(const Now& now, const Place& place, std::uint32_t lane);
    // Remembers a read or a strong write among the two accesses kept beside the last plain write.
    void enter(const Now& now, const Place& place, std::uint32_t lane);
    bool replaceable(const Now& now, Cell entry, std::uint32_t lane) const;
    bool writes_strongly(Cell c) const;
    bool is_ordered(const Now& now, Cell earlier, std::uint32_t lane) const;
    void conflict(const Now& now, const Place& place, std::uint32_t lane, Cell earlier);
    bool stores_what_is_there(const Now& now, const Place& place, std::uint32_t lane,
                              Cell earlier) const;
    void report(const Now& now, const Place& place, std::uint32_t lane, Cell earlier);

    const PlaceTable& places_;
    FaultLog log_;
    HappensBefore order_;
    GlobalShadow global_;
    std::uint64_t shared_bytes_ = 0;
    bool shared_is_narrow_ = false;
    std::unordered_map<std::uint64_t, std::unique_ptr<ShadowPage>> shared_;
    std::vector<std::unique_ptr<ShadowPage>> spare_;
    std::uint64_t current_block_ = ~0ull;
    ShadowPage* current_ = nullptr;
};

} // namespace vgpu::observe
