// The first accesses of each code place in the launch, in their order: what a picture that walks
// from warp to warp is made of. For profiles only.
#pragma once

#include "vgpu/observe/access_samples.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace vgpu::observe {

struct OrderedAccess {
    std::uint64_t order = 0; // among all accesses of the launch
    AccessSample sample;
};

struct FirstAccesses {
    // Enough for every warp of a block of 1024 threads once.
    static constexpr std::size_t most = 32;

    std::uint64_t count = 0; // of the place's accesses, kept or not
    std::vector<OrderedAccess> kept;
};

// The same of one kind of access in a line, whatever number of code places it has there.
struct AccessSeries {
    FirstAccesses accesses; // not empty
    std::string memory;     // the variable or allocation; "" if there are several
    std::uint64_t base = 0; // where that begins: two allocations may have one description
};

// Puts a place's accesses to those of its kind: space, action, width and memory.
inline void add_to_series(const FirstAccesses& place, const exec::CodePlace& code,
                          std::vector<AccessSeries>& series) {
    if (place.kept.empty()) return;
    const auto series_with = [&](const AccessSample& sample) {
        const std::uint64_t address = sample.addresses[std::countr_zero(sample.mask)];
        exec::Whereabouts where = code.resolver->describe(sample.space, address);
        return AccessSeries{place, std::move(where.name), address - where.offset};
    };
    const AccessSample& first = place.kept.front().sample;
    AccessSeries own = series_with(first);
    if (series_with(place.kept.back().sample).base != own.base) {
        own.memory.clear();
        own.base = 0;
    }
    const auto known = std::ranges::find_if(series, [&](const AccessSeries& other) {
        const AccessSample& sample = other.accesses.kept.front().sample;
        return sample.space == first.space && sample.action == first.action &&
               sample.bytes == first.bytes && other.memory == own.memory && other.base == own.base;
    });
    if (known == series.end()) {
        series.push_back(std::move(own));
        return;
    }
    known->accesses.count += place.count;
    known->accesses.kept.insert(known->accesses.kept.end(), place.kept.begin(), place.kept.end());
}

// When all places of a line are in: the first of each kind, in their order.
inline void end_series(std::vector<AccessSeries>& series) {
    for (AccessSeries& one : series) {
        auto& kept = one.accesses.kept;
        std::ranges::sort(kept, {}, &OrderedAccess::order);
        if (kept.size() > FirstAccesses::most)
            kept.erase(kept.begin() + FirstAccesses::most, kept.end());
    }
}

class FirstAccessTable {
  public:
    void launch_begin() {
        global_.clear();
        shared_.clear();
        order_ = 0;
    }

    // After the traffic counters have seen the access.
    void access(const Access& access) {
        ++order_;
        if (!is_sampled(access)) return;
        // An instruction without a state space may reach both.
        auto& places = access.event.space == ptx::Space::shared ? shared_ : global_;
        if (access.place >= places.size()) places.resize(access.place + 16);
        FirstAccesses& place = places[access.place];
        ++place.count;
        if (place.kept.size() < FirstAccesses::most)
            place.kept.push_back({order_, sample_of(access)});
    }

    // Adds the accesses of a place, by its number in the PlaceTable, to those of its line.
    void add(std::uint32_t place, const exec::CodePlace& code,
             std::vector<AccessSeries>& series) const {
        for (const auto* places : {&global_, &shared_})
            if (place < places->size()) add_to_series((*places)[place], code, series);
    }

  private:
    std::vector<FirstAccesses> global_, shared_; // by number in the PlaceTable
    std::uint64_t order_ = 0;
};

} // namespace vgpu::observe
