// What a profile knows besides the counters: samples of accesses, what is read more than once, what
// the requests could not do without, threads that do nothing.
#pragma once

#include "vgpu/observe/access_samples.hpp"
#include "vgpu/observe/first_accesses.hpp"
#include "vgpu/observe/idle_threads.hpp"
#include "vgpu/observe/lanes_of_warps.hpp"
#include "vgpu/observe/least_traffic.hpp"
#include "vgpu/observe/repeated_reads.hpp"
#include "vgpu/observe/tool.hpp"

#include <algorithm>
#include <bit>

namespace vgpu::observe {

class ProfileFacts {
  public:
    static bool is_wanted(const Options& options) {
        return options.wants("counters") && options.instructions;
    }
    static constexpr std::uint32_t wants =
        exec::event_instruction | exec::event_block | exec::event_access;
    using OwnHooks =
        Hooks<hook::launch_begin, hook::access, hook::block_end, hook::lanes, hook::map>;

    explicit ProfileFacts(const Workshop& workshop) : warps_(workshop.places) {}

    void map(std::uint64_t address, std::uint64_t bytes, std::uint64_t home) {
        reads_.map(address, bytes, home);
    }
    void launch_begin(const exec::LaunchInfo& launch) {
        samples_.launch_begin();
        first_accesses_.launch_begin();
        least_.launch_begin();
        reads_.launch_begin();
        idle_threads_.launch_begin(launch);
        warps_.launch_begin();
    }
    void access(const Access& access) {
        samples_.access(access);
        first_accesses_.access(access);
        least_.access(access);
        reads_.access(access);
        idle_threads_.access(access);
    }
    void block_end(std::uint64_t block) { idle_threads_.block_end(block); }
    void lanes(const exec::LanesEvent& event) { warps_.lanes(event); }

    std::uint64_t idle_threads() const { return idle_threads_.count(); }
    const std::vector<WarpOfPlaces>& warps() const { return warps_.warps(); }
    ReadTraffic reads_of(std::uint32_t place) const { return of(place, reads_.reads()); }
    LeastTraffic least_of(std::uint32_t place) const { return of(place, least_.places()); }

    // Adds what is known of a place to what is known of its line.
    void add(std::uint32_t place, const exec::CodePlace& code, LineCounters& line) const {
        if (place < samples_.samples().size())
            add_sample(samples_.samples()[place], code, line.accesses);
        first_accesses_.add(place, code, line.series);
        line.reads += reads_of(place);
        line.least += least_of(place);
    }

  private:
    template <class Facts>
    static Facts of(std::uint32_t place, const std::vector<Facts>& places) {
        return place < places.size() ? places[place] : Facts{};
    }
    static void add_sample(const AccessSample& sample, const exec::CodePlace& code,
                           std::vector<AccessSample>& accesses) {
        if (sample.mask == 0) return;
        const auto known =
            std::find_if(accesses.begin(), accesses.end(), [&](const AccessSample& other) {
                return other.space == sample.space && other.action == sample.action;
            });
        if (known != accesses.end() && !costs_more(sample, *known)) return;
        AccessSample& kept = known == accesses.end() ? accesses.emplace_back() : *known;
        kept = sample;
        kept.memory =
            code.resolver->describe(sample.space, sample.addresses[std::countr_zero(sample.mask)])
                .name;
    }

    AccessSamples samples_;
    FirstAccessTable first_accesses_;
    RepeatedReads reads_;
    LeastTrafficTable least_;
    IdleThreads idle_threads_;
    LanesOfWarps warps_;
};

} // namespace vgpu::observe
