// Races between pieces of device work that no stream, event or wait orders: a kernel in one stream
// and a copy in another that touch the same bytes, and one of them writes. Memory in the order of a
// stream (cudaMallocAsync, cudaFreeAsync) likewise: its use comes after the one and before the
// other.
//
// Costs nothing until the runtime names queues (exec::WorkInfo): before that all work is in one
// order, and what happened then comes before the rest. From then on accesses are entered into a
// shadow of their own (work_shadow.hpp): rows and copies at once, and what cannot be decided from
// the parties' numbers alone word by word.
//
// Grids that kernels launch are one piece in their queue with the kernel that the host launched;
// what is ordered among them, child_order.hpp says.
#pragma once

#include "vgpu/observe/access.hpp"
#include "vgpu/observe/child_order.hpp"
#include "vgpu/observe/fault_log.hpp"
#include "vgpu/observe/tool.hpp"
#include "vgpu/observe/work_shadow.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace vgpu::observe {

class WorkRaces {
  public:
    static bool is_wanted(const Options& options) { return options.wants("racecheck"); }
    static constexpr std::uint32_t wants =
        exec::event_access | exec::event_barrier | exec::event_fence;
    using OwnHooks =
        Hooks<hook::work, hook::birth, hook::free, hook::map, hook::host_access, hook::child,
              hook::launch_begin, hook::launch_end, hook::barrier, hook::fence, hook::access,
              hook::repeated, hook::can_exempt, hook::is_full>;

    explicit WorkRaces(const Workshop& workshop)
        : log_(workshop.sink, workshop.options.max_reports),
          shadow_(workshop.options.race_shadow_bytes) {}

    void work(const exec::WorkInfo& info);

    void birth(const exec::WorkInfo& info, std::uint64_t address, std::uint64_t bytes);
    void free(std::uint64_t address, std::uint64_t bytes);
    void map(std::uint64_t address, std::uint64_t bytes, std::uint64_t home) {
        shadow_.map(address, bytes, home);
    }
    void host_access(const exec::HostAccess& access);
    void child(const exec::ChildEvent& event) { tree_.child(event); }
    void barrier(const exec::BarrierEvent& event) { tree_.barrier(event); }
    void fence(const exec::FenceEvent& event) {
        if (!event.is_of_proxies) tree_.fence(event.warp);
    }
    void launch_begin(const exec::LaunchInfo& launch);
    void launch_end() { log_.flush(); }
    void access(const Access& access);
    // One like those before in the launch, from its first address on; false: look closely.
    bool repeated(const Shape& shape, std::uint64_t first, const exec::WarpPlace&) {
        if (shape.space != ptx::Space::global) return true;
        // The segment differs from warp to warp.
        return !tree_.launches() && (shape.work_party == 0 || settles(shape, first));
    }
    bool can_exempt(const Shape&, std::uint64_t, ptx::Space space, std::uint64_t,
                    std::uint64_t) const {
        return space == ptx::Space::shared || !active_;
    }
    // Not all of memory was watched.
    bool is_full() const { return shadow_.is_full(); }

  private:
    struct Work {
        std::uint32_t queue = 0;
        std::uint32_t name = 0; // into names_
        std::uint64_t number = 0;
        std::uint32_t tree = 0; // 0: none
        std::uint32_t grid = 0; // of the tree
    };
    // What made an access: a piece of work, and in a kernel the instruction.
    struct Party {
        std::uint32_t work = 0;    // into works_
        std::uint32_t site = 0;    // into sites_; 0: a copy or a set
        std::uint32_t segment = 0; // of its grid, if that launches grids
        bool writes = false, strong = false, frees = false;
    };
    // Memory of cudaMallocAsync.
    struct Birth {
        std::uint64_t begin = 0, end = 0;
        Work work;
    };
    using Entry = WorkShadow::Entry;
    using Cell = WorkShadow::Cell;
    // Where a piece of work stands in its queue, and the first party that it can have.
    struct Start {
        std::uint64_t number = 0;
        std::uint32_t party = 0;
    };

    bool settles(const Shape& shape, std::uint64_t first);
    std::uint32_t party_of(const Access& access);
    std::uint32_t add_party(const Party& party);
    std::uint32_t site_of(const exec::CodePlace& place);
    // What is known of the access that is being entered.
    struct Now {
        std::uint32_t party = 0;
        std::uint64_t address = 0; // and bytes, within a cell
        std::uint32_t bytes = 0;   // as bits
        const Access* access = nullptr;
        int lane = 0;
    };
    Work work_of(const exec::WorkInfo& info);
    void note_order();
    // Enters a party where it is clear from the order of the work that it races with nothing in the
    // cell. False: nothing was entered.
    bool settle(Cell& cell, Entry mine, bool writes) const;
    void enter_party(Cell& cell, Entry mine, bool writes) const;
    // The same for [begin, end); false: some may have been entered, which does no harm.
    bool settle_all(std::uint32_t party, std::uint64_t begin, std::uint64_t end);
    void enter(const Now& now, std::uint64_t begin, std::uint64_t end);
    void look_closely(Cell& cell, const Now& now);
    void lane(Now& now, int lane);
    bool is_before(Entry entry) const {
        return entry < floor_ || entry >= own_ || ordered(parties_[WorkShadow::party_in(entry)]);
    }
    std::size_t first_unborn(std::uint64_t address) const; // that ends behind it
    bool is_born(std::uint64_t begin, std::uint64_t end) const;
    void check_birth(const Now& now, std::uint64_t address, std::uint64_t bytes);
    bool ordered(const Work& before) const;
    bool ordered(const Party& earlier) const {
        const Work& work = works_[earlier.work];
        return is_of_tree(work) ? tree_.is_before(work.grid, earlier.segment) : ordered(work);
    }
    // That to which the last work belongs.
    bool is_of_tree(const Work& work) const {
        return work.tree != 0 && work.tree == works_.back().tree;
    }
    bool stores_what_is_there(const Now& now) const;
    void conflict(const Now& now, Entry earlier);
    exec::Fault fault_of(const Now& now) const;
    std::string words(const Party& party) const;
    std::string_view advice(const Work& earlier) const;

    FaultLog log_;
    bool active_ = false;
    std::vector<Work> works_;
    std::vector<std::vector<Start>> starts_; // by queue
    // Entries of the last work itself begin with `own_`; those below `floor_` are of parties that
    // it comes after, and between the two one has to ask.
    Entry floor_ = 0, own_ = 0;
    std::vector<std::uint64_t> after_;      // of the last one
    bool frees_ = false;                    // the last one
    std::map<std::uint64_t, Birth> births_; // by address
    std::vector<Birth> unborn_; // of those, in order: what the last work does not come after
    std::vector<std::string> names_;
    std::unordered_map<std::string, std::uint32_t> known_names_;
    std::vector<Party> parties_ = std::vector<Party>(1);
    std::unordered_map<std::uint64_t, std::uint32_t> parties_of_launch_; // by segment and place
    ChildOrder tree_;
    std::unordered_map<std::uint32_t, Entry> own_of_grids_; // of the last tree: `own_` of each
    std::uint32_t trees_ = 0;                               // there have been
    std::uint32_t tree_party_ = 0;                          // the first one of the last
    std::vector<exec::Site> sites_ = std::vector<exec::Site>(1);
    std::unordered_map<std::string, std::uint32_t> known_sites_; // by kernel and code place
    std::string kernel_;
    WorkShadow shadow_;
};

} // namespace vgpu::observe
