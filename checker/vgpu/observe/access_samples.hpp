// The access of each code place that cost the most: what a sentence about a line's addresses, or a
// picture of them, is made of.
#pragma once

#include "vgpu/observe/access.hpp"
#include "vgpu/observe/access_costs.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

namespace vgpu::observe {

struct AccessSample {
    exec::WarpPlace warp;
    std::uint32_t mask = 0; // lanes that access; 0: there was none
    ptx::Space space = ptx::Space::global;
    isa::MemoryAction action = isa::MemoryAction::load;
    int bytes = 0;                             // that each lane touches
    std::array<std::uint64_t, 32> addresses{}; // as in exec::AccessEvent
    std::uint32_t cost = 0; // global: sectors; shared: turns beyond the least; of atomics, both
    std::string memory{};   // the variable or allocation; filled in when the launch has ended
};

inline bool costs_more(const AccessSample& one, const AccessSample& other) {
    if (one.cost != other.cost) return one.cost > other.cost;
    return std::popcount(one.mask) > std::popcount(other.mask);
}

// Global and shared memory, but for prefetches.
inline bool is_sampled(const Access& access) {
    const ptx::Space space = access.event.space;
    return (space == ptx::Space::global || space == ptx::Space::shared) &&
           (access.loads() || access.stores() || access.updates());
}

inline AccessSample sample_without_addresses(const Access& access) {
    const exec::AccessEvent& event = access.event;
    const bool global = event.space == ptx::Space::global;
    AccessSample sample{event.warp,
                        event.mask,
                        event.space,
                        event.operation->action,
                        event.bytes,
                        {},
                        global ? access.shape.sectors : access.shape.conflicts};
    if (access.updates()) sample.cost = (global ? sample.cost : 0) + atomic_conflicts(access);
    return sample;
}

inline void add_addresses(const Access& access, AccessSample& sample) {
    const exec::AccessEvent& event = access.event;
    for (std::uint32_t mask = event.mask; mask != 0; mask &= mask - 1)
        sample.addresses[std::countr_zero(mask)] = event.addresses[std::countr_zero(mask)];
}

inline AccessSample sample_of(const Access& access) {
    AccessSample sample = sample_without_addresses(access);
    add_addresses(access, sample);
    return sample;
}

class AccessSamples {
  public:
    void launch_begin() { samples_.clear(); }

    // After the traffic counters have seen the access: they leave its cost in its shape.
    void access(const Access& access) {
        if (!is_sampled(access)) return;
        AccessSample sample = sample_without_addresses(access);
        if (access.place >= samples_.size()) samples_.resize(access.place + 16);
        AccessSample& kept = samples_[access.place];
        if (!costs_more(sample, kept)) return;
        add_addresses(access, sample);
        kept = std::move(sample);
    }

    // By number in the PlaceTable; may be shorter than the table.
    const std::vector<AccessSample>& samples() const { return samples_; }

  private:
    std::vector<AccessSample> samples_;
};

} // namespace vgpu::observe
