// Finds reads of memory that was never written: global memory (by the host or a kernel), shared
// memory (by a thread of the block), local memory (by the thread), and copies to the host of arrays
// in which nothing was ever written. docs/decisions/0007-uninitialised-memory.md says what counts.
//
// One bit for each byte, set when the byte is written. Bytes written by a thread count at once, for
// every reader: whether the reader could have come first is racecheck's business.
#pragma once

#include "vgpu/observe/access.hpp"
#include "vgpu/observe/fault_log.hpp"
#include "vgpu/observe/page_map.hpp"
#include "vgpu/observe/tool.hpp"
#include "vgpu/observe/unwritten_values.hpp"
#include "vgpu/observe/zero_memory.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace vgpu::observe {

class Initcheck {
  public:
    static bool is_wanted(const Options& options) { return options.wants("initcheck"); }
    static constexpr std::uint32_t wants = exec::event_access | exec::event_block;
    using OwnHooks = Hooks<hook::allocate, hook::map, hook::host_access, hook::launch_begin,
                           hook::launch_end, hook::block_begin, hook::block_end, hook::access,
                           hook::use, hook::pass, hook::parameters, hook::frame_end, hook::repeated,
                           hook::quick_row, hook::can_exempt, hook::quiet_phase, hook::dropped>;

    explicit Initcheck(const Workshop& workshop)
        : places_(workshop.places), log_(workshop.sink, workshop.options.max_reports) {}

    void allocate(std::uint64_t address, std::uint64_t bytes, bool initialised);
    void map(std::uint64_t address, std::uint64_t bytes, std::uint64_t home) {
        written_until_.clear();
        regions_.map(address, bytes, home);
    }
    void host_access(const exec::HostAccess& access);
    void launch_begin(const exec::LaunchInfo& launch);
    void launch_end() { log_.flush(); }
    void block_begin(std::uint64_t block);
    void block_end(std::uint64_t block);
    void access(const Access& access);
    void use(const exec::AccessEvent& load);
    void pass(const exec::PassEvent& event);
    void parameters(const exec::AccessEvent& event); // of the space param
    void frame_end(const exec::WarpPlace& warp, const std::byte* area, std::uint64_t bytes);
    // One like those before, from its first address on; false: look closely.
    bool repeated(const Shape& shape, std::uint64_t first, const exec::WarpPlace& warp);
    template <bool is_shared, int bytes>
    bool quick_row(const Shape& shape, std::uint64_t first, const exec::WarpPlace& warp);
    bool can_exempt(const Shape&, std::uint64_t, ptx::Space space, std::uint64_t begin,
                    std::uint64_t end) {
        return space == ptx::Space::shared || is_all_written(begin, end);
    }
    bool quiet_phase(std::uint64_t block) { return is_shared_all_written(block); }
    std::uint64_t dropped() const { return log_.dropped(); }

  private:
    // The bits of 2 MiB.
    struct Region {
        ZeroMemory bits{RegionMap<Region>::region_bytes / 8};
    };
    using SharedBits = std::vector<std::uint64_t>;
    static constexpr std::uint64_t region_bytes = RegionMap<Region>::region_bytes;
    static constexpr std::uint32_t bytes_of_word = 64;
    // For each byte of the threads' local memory, the lanes of the warp that have written it.
    using LocalLanes = std::vector<std::uint32_t>;

    // Whether all bytes of an allocation, or of a block's shared memory, are known to be written.
    bool is_all_written(std::uint64_t begin, std::uint64_t end);
    bool is_shared_all_written(std::uint64_t block);
    // Whether any of the bytes was written. `if_unknown`: the answer for memory that was never
    // announced.
    bool was_written(std::uint64_t address, std::uint64_t bytes, bool if_unknown = true) const;
    void copy_bits(std::uint64_t from, std::uint64_t to, std::uint64_t bytes);
    void report_copy(const exec::HostAccess& access);
    void mark(std::uint64_t address, std::uint64_t bytes, bool written);
    void global(const Access& access);
    void shared(const Access& access);
    void each_lane(const Access& access, std::uint64_t* bits, std::uint64_t base);
    void local(const Access& access);
    bool halves(const Access& access, std::uint64_t* bits, std::uint64_t base);
    // No byte that a lane reads was ever written.
    void found(const Access& access, int lane, std::uint64_t address);
    void report(const exec::AccessEvent& event, std::uint32_t place, int lane,
                std::uint64_t address);
    static exec::Site site_of(const exec::AccessEvent& event, int lane);
    bool is_in_library(const Access& access);
    static std::uint64_t key_of(const exec::WarpPlace& warp);
    // initcheck_copies.cpp: objects that are copied. Bytes that were never written are so at their
    // new place, too; copying them is no use of them.
    void load_copy(const Access& load, int lane, std::uint64_t written); // of its bytes
    void load_local_copy(const Access& load, std::uint32_t lanes, std::uint64_t first);
    bool object_was_touched(const exec::AccessEvent& load, int lane);
    void store_copy(const Access& store);
    void unmark(const exec::AccessEvent& store, std::uint32_t lane, std::uint64_t address);
    static bool any_written(const std::uint64_t* bits, std::uint64_t first, std::uint64_t count);
    SharedBits& shared_bits(std::uint64_t block) {
        if (current_block_ != block) find_shared_bits(block);
        return *current_;
    }
    void find_shared_bits(std::uint64_t block);

    PlaceTable& places_;
    std::unordered_map<std::uint32_t, bool> in_library_; // by place, of those looked at
    FaultLog log_;
    RegionMap<Region> regions_;
    // Maps the begin of a range that was asked for to the end of the written bytes from there on.
    std::unordered_map<std::uint64_t, std::uint64_t> written_until_;
    std::uint64_t shared_bytes_ = 0;
    std::unordered_map<std::uint64_t, std::unique_ptr<SharedBits>> blocks_;
    std::vector<std::unique_ptr<SharedBits>> spare_;
    std::uint64_t current_block_ = ~0ull;
    SharedBits* current_ = nullptr;
    std::unordered_map<std::uint64_t, LocalLanes> local_; // by block and warp
    UnwrittenValues copies_;                              // under way
    std::uint64_t local_key_ = ~0ull;
    LocalLanes* local_lanes_ = nullptr;
};

template <bool is_shared, int bytes>
inline bool Initcheck::quick_row(const Shape& shape, std::uint64_t first,
                                 const exec::WarpPlace& warp) {
    constexpr std::uint64_t words = 32 * bytes / bytes_of_word;
    std::uint64_t* word = nullptr;
    if constexpr (is_shared) {
        word = shared_bits(warp.block).data() + first / bytes_of_word;
    } else {
        const Region* region = regions_.find_at_once(first);
        const std::uint64_t offset = first % region_bytes;
        if (region == nullptr || offset + words * bytes_of_word > region_bytes) return false;
        word = region->bits.words() + offset / bytes_of_word;
        prefetch_beside(word, static_cast<std::int64_t>(shape.soon - first) >> 3);
    }
    if (shape.loads)
        return std::all_of(word, word + words, [](std::uint64_t bits) { return bits == ~0ull; });
    std::fill_n(word, words, ~0ull);
    return true;
}

} // namespace vgpu::observe
