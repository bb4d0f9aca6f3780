// Finds data races in shared and global memory: two accesses of different threads to one byte, at
// least one a write, not both strong, and nothing that orders them (happens_before.hpp).
#pragma once

#include "vgpu/observe/access.hpp"
#include "vgpu/observe/fault_log.hpp"
#include "vgpu/observe/happens_before.hpp"
#include "vgpu/observe/landed_copies.hpp"
#include "vgpu/observe/open_accesses.hpp"
#include "vgpu/observe/race_cells.hpp"
#include "vgpu/observe/race_shadow.hpp"
#include "vgpu/observe/tool.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace vgpu::observe {

class Racecheck {
  public:
    static bool is_wanted(const Options& options) { return options.wants("racecheck"); }
    static constexpr std::uint32_t wants = exec::every_event;
    using OwnHooks =
        Hooks<hook::launch_begin, hook::launch_end, hook::block_begin, hook::block_end,
              hook::access, hook::repeated, hook::quick_row, hook::is_ready, hook::make_ready,
              hook::open, hook::close, hook::land, hook::settle, hook::settled, hook::barrier,
              hook::mbarrier, hook::cluster_barrier, hook::warp_sync, hook::fence, hook::exit,
              hook::is_full, hook::dropped, hook::map>;

    explicit Racecheck(const Workshop& workshop)
        : places_(workshop.places), options_(workshop.options),
          log_(workshop.sink, options_.max_reports), global_(options_.race_shadow_bytes) {}

    void launch_begin(const exec::LaunchInfo& launch);
    void launch_end() {
        open_.clear();
        landed_.clear();
        log_.flush();
    }
    void block_begin(std::uint64_t block);
    void block_end(std::uint64_t block);
    void access(const Access& access);
    // Accesses of asynchronous copies (racecheck_open.cpp).
    void open(std::uint64_t copy, const Access& access);
    void settle(std::uint64_t copy, std::uint32_t lanes);
    void settled(bool closes) { open_.end_settling(closes); }
    void close(std::uint64_t copy, std::uint32_t lanes) { open_.close(copy, lanes); }
    void land(std::uint64_t copy, const exec::MBarrierEvent& event);
    // One like those before, from its first address on; false: look closely.
    bool repeated(const Shape& shape, std::uint64_t first, const exec::WarpPlace& warp);
    // The same for a row of quiet lines (access_quiet_lines), without a call: the epoch must be the
    // warp's (is_ready).
    template <bool is_shared, int bytes>
    bool quick_row(const Shape& shape, std::uint64_t first, const exec::WarpPlace& warp);
    bool is_ready(const exec::WarpPlace& warp) const { return epoch_is_current(warp); }
    void make_ready(const exec::WarpPlace& warp) { refresh_epoch(warp); }
    void barrier(const exec::BarrierEvent& event);
    void mbarrier(const exec::MBarrierEvent& event);
    void map(std::uint64_t address, std::uint64_t bytes, std::uint64_t home) {
        global_.map(address, bytes, home);
        order_.map(address, bytes, home);
    }
    void cluster_barrier(const exec::ClusterEvent& event) { order_.cluster_barrier(event); }
    void warp_sync(const exec::WarpSyncEvent& event) { order_.warp_sync(event.warp, event.mask); }
    void fence(const exec::FenceEvent& event) {
        event.is_of_proxies ? order_.proxy_fence(event.warp)
                            : order_.fence(event.warp, event.scope);
    }
    void exit(const exec::WarpPlace& warp, std::uint32_t mask) { order_.exit(warp, mask); }

    // Not all of global memory is watched: the memory for remembering accesses is used up.
    bool is_full() const { return global_.is_full(); }

    std::uint64_t dropped() const { return log_.dropped(); }

  private:
    struct CurrentAccess : Current {
        const Access& access;
        BlockState& block;
        std::uint32_t warp = 0;
    };
    struct Place { // one cell of a page
        ShadowPage& page;
        std::uint64_t index;
        std::uint64_t address; // of its first byte
    };

    // What is the same for all accesses of a warp until its next synchronisation, kept for the warp
    // that accessed last.
    struct WarpEpoch {
        std::uint64_t version = ~0ull, block = 0;
        std::uint32_t warp = 0;
        Cell me = 0; // without place and flags
        Current shared, global;
        bool knows_order = false;
        WarpOrder order; // if so
    };
    void refresh_epoch(const exec::WarpPlace& warp);
    bool epoch_is_current(const exec::WarpPlace& warp) const {
        return epoch_.version == order_.version() && epoch_.block == warp.block &&
               epoch_.warp == warp.warp;
    }
    // Valid until the next call. Inlined by force: nearly every access begins with it.
    [[gnu::always_inline]] Current& current(ptx::Space space, const exec::WarpPlace& warp) {
        if (!epoch_is_current(warp)) refresh_epoch(warp);
        return space == ptx::Space::shared ? epoch_.shared : epoch_.global;
    }
    CurrentAccess current_access(const Access& access);
    void synchronise_before(const Access& access);
    void synchronise_after(const Access& access);
    ShadowPage& shared_page(std::uint64_t block, bool narrow);
    void find_shared_page(std::uint64_t block);
    // nullptr if there is no such line.
    ShadowLine* shared_line(std::uint64_t address, std::uint64_t block) {
        if (shared_bytes_ == 0) return nullptr;
        const ShadowPage& page = shared_page(block, false);
        return page.lines == nullptr ? nullptr : page.lines + address / ShadowLine::bytes;
    }
    void refine_shared_page();
    ShadowPage* page_of(const Current& now, std::uint64_t address);

    // Lanes whose addresses are contiguous, at once, from that of the first one on; false if a
    // closer look is needed.
    bool row(const Current& now, std::uint64_t address, unsigned first_lane, unsigned lanes);
    // The same for whole lines that are quiet (access_quiet_lines).
    bool quiet_lines(const Current& now, std::uint64_t address, unsigned first_lane,
                     unsigned lanes);
    // The same for whole lines.
    bool whole_lines(const Current& now, const ShadowPage& page, const RowOfCells& row);
    // Half warps with contiguous or equal addresses (tiles of 16 columns); returns the lanes left.
    std::uint32_t half_warps(const CurrentAccess& now);
    // Lanes that read one place: the first and the last stand for all. Returns those of the two
    // that want a closer look.
    std::uint32_t read_one_place(const Current& now, std::uint64_t address, unsigned first,
                                 unsigned last);
    // Lanes anywhere; returns those that want a closer look.
    std::uint32_t scattered(const CurrentAccess& now, std::uint32_t mask);
    const WarpOrder& order_of_warp(const BlockState& block, std::uint32_t warp,
                                   std::uint32_t warps);
    // A volatile access by a row; nothing is entered that would be twice.
    bool repeated_strongly(const Shape& shape, std::uint64_t first, const exec::WarpPlace& warp);
    // The cells of a row in one page; false if it reaches beyond.
    static bool collect_row(const Current& now, const ShadowPage& page, std::uint64_t first,
                            CellsOfLanes& cells);
    bool collect(const CurrentAccess& now, CellsOfLanes& cells);
    void lane(const CurrentAccess& now, std::uint32_t lane, std::uint64_t address);
    template <bool loads>
    void look_closely(const CurrentAccess& now, const Place& place, std::uint32_t lane);
    bool of_my_warp(const CurrentAccess& now, Cell c) const;
    bool is_ordered(const CurrentAccess& now, Cell earlier, std::uint32_t lane) const;
    bool is_guess(const CurrentAccess& now, Cell earlier) const;
    void conflict(const CurrentAccess& now, const Place& place, std::uint32_t lane, Cell earlier);
    bool stores_what_is_there(const CurrentAccess& now, const Place& place, std::uint32_t lane,
                              Cell earlier) const;
    void report(const CurrentAccess& now, const Place& place, std::uint32_t lane, Cell earlier);
    void look_at_open(const Access& access);
    void look_at_landed(const Access& access);
    bool knows(const LandedCopy& copy, const exec::WarpPlace& warp, std::uint32_t lane);
    void report_open(const Access& access, int lane, const OpenAccess& open, std::uint32_t other);
    // racecheck_proxies.cpp: of the asynchronous proxy's accesses.
    void look_at_proxies(const Access& access);
    bool is_fenced(Cell write, const BlockState& block) const;
    void report_proxies(const Access& access, std::uint32_t lane, std::uint64_t address,
                        Cell write);
    // racecheck_clusters.cpp: of accesses to the shared memory of other blocks.
    void note_reach(const CurrentAccess& now);
    void look_at_end(std::uint64_t block);

    const PlaceTable& places_;
    const Options& options_;
    FaultLog log_;
    HappensBefore order_;
    OpenAccesses open_;
    LandedCopies landed_;
    std::vector<bool> of_async_proxy_; // by place: what writes there
    GlobalShadow global_;
    // The last access of a warp to another block's memory; by that block, and by the warp.
    struct Reach {
        HappensBefore::Earlier access;
        exec::WarpPlace warp;
        exec::CodePlace place;
        std::uint32_t number = 0; // of the place
        isa::MemoryAction action = isa::MemoryAction::load;
        std::uint64_t address = 0;
        int bytes = 0;
    };
    std::unordered_map<std::uint64_t, std::unordered_map<std::uint64_t, Reach>> reaches_;
    bool has_clusters_ = false; // of more than one block
    std::uint64_t shared_bytes_ = 0;
    bool shared_is_narrow_ = false;
    std::unordered_map<std::uint64_t, std::unique_ptr<ShadowPage>> shared_;
    std::vector<std::unique_ptr<ShadowPage>> spare_;
    std::uint64_t current_block_ = ~0ull;
    ShadowPage* current_ = nullptr;
    WarpEpoch epoch_;
};

template <bool is_shared, int bytes>
inline bool Racecheck::quick_row(const Shape& shape, std::uint64_t first,
                                 const exec::WarpPlace& warp) {
    if (!open_.empty() || (is_shared && landed_.concerns(warp, has_clusters_))) return false;
    constexpr std::uint64_t row_bytes = 32 * bytes;
    constexpr unsigned step = std::countr_zero(bytes / 4u); // a lane has 2^step cells
    ShadowLine* line = is_shared ? shared_line(first, warp.block)
                                 : global_.lines_of_row(first, row_bytes, shape.soon);
    if (line == nullptr) return false;
    const Current& now = is_shared ? epoch_.shared : epoch_.global;
    return access_quiet_lines(now, shape.loads, line, row_bytes / ShadowLine::bytes,
                              epoch_.me | shape.race_bits, step);
}

} // namespace vgpu::observe
