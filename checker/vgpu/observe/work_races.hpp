// Races between pieces of device work that no stream, event or wait orders: a kernel in one stream
// and a copy in another that touch the same bytes, and one of them writes. Memory in the order of a
// stream (cudaMallocAsync, cudaFreeAsync) likewise: who uses it comes after the one, before the
// other.
//
// Costs nothing until somebody speaks of queues (exec::WorkInfo): before that all work is in one
// order, and what happened then comes before the rest. From then on it remembers for each 4 bytes
// of global memory the last access that wrote, and two that read, by whatever piece of work.
#pragma once

#include "vgpu/observe/access.hpp"
#include "vgpu/observe/fault_log.hpp"
#include "vgpu/observe/page_map.hpp"
#include "vgpu/observe/zero_memory.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace vgpu::observe {

class WorkRaces {
  public:
    WorkRaces(exec::FaultSink& sink, std::uint32_t max_reports, std::uint64_t shadow_bytes)
        : log_(sink, max_reports), most_pages_(shadow_bytes / page_memory) {}

    void work(const exec::WorkInfo& info);
    bool active() const { return active_; }

    void birth(const exec::WorkInfo& info, std::uint64_t address, std::uint64_t bytes);
    void free(std::uint64_t address, std::uint64_t bytes);
    void host_access(const exec::HostAccess& access);
    void launch_begin(const exec::LaunchInfo& launch);
    void launch_end() { log_.flush(); }
    void access(const Access& access);
    // Not all of memory was watched.
    bool is_full() const { return pages_ == most_pages_; }

  private:
    struct Work {
        std::uint32_t queue = 0;
        std::uint32_t name = 0; // into names_
        std::uint64_t number = 0;
    };
    // Who did it: a piece of work, and in a kernel the instruction.
    struct Party {
        std::uint32_t work = 0; // into works_
        std::uint32_t site = 0; // into sites_; 0: a copy or a set
        bool writes = false, strong = false, frees = false;
    };
    // Memory of cudaMallocAsync.
    struct Birth {
        std::uint64_t begin = 0, end = 0;
        Work work;
    };
    // A cell's entry: the party (from 1 on; 0: nobody) and which of the 4 bytes.
    using Entry = std::uint32_t;
    struct Cell {
        Entry write = 0, first = 0, second = 0;
    };
    static constexpr unsigned page_bits = 14;
    static constexpr std::uint64_t cells = (1ull << page_bits) / 4;
    static constexpr std::uint64_t page_memory = cells * sizeof(Cell);
    struct Region { // 2 MiB
        std::array<ZeroMemory, 1u << (21 - page_bits)> pages;
    };

    Cell* cell(std::uint64_t address);
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
    void enter(const Now& now);
    void free_cells(Cell* page, std::uint64_t begin, std::uint64_t end, std::uint32_t party);
    void check_birth(const Now& now, std::uint64_t address, std::uint64_t bytes);
    bool ordered(const Work& before) const;
    bool ordered(const Party& earlier) const { return ordered(works_[earlier.work]); }
    bool stores_what_is_there(const Now& now) const;
    void conflict(const Now& now, Entry earlier);
    exec::Fault fault_of(const Now& now) const;
    std::string words(const Party& party) const;

    FaultLog log_;
    bool active_ = false;
    std::vector<Work> works_;
    std::vector<std::uint64_t> after_;      // of the last one
    bool frees_ = false;                    // the last one
    std::map<std::uint64_t, Birth> births_; // by address
    std::vector<Birth> unborn_;             // of those: what the last work does not come after
    std::vector<std::string> names_;
    std::unordered_map<std::string, std::uint32_t> known_names_;
    std::vector<Party> parties_ = std::vector<Party>(1);
    std::unordered_map<std::uint32_t, std::uint32_t> parties_of_launch_; // by place number
    std::vector<exec::Site> sites_ = std::vector<exec::Site>(1);
    std::unordered_map<std::string, std::uint32_t> known_sites_; // by kernel and code place
    std::string kernel_;
    RegionMap<Region> regions_;
    std::uint64_t pages_ = 0, most_pages_;
};

} // namespace vgpu::observe
