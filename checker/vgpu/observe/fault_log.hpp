// Gathers one tool's faults of a launch: each place once, with a count, handed to the sink at the
// end. A key is a code place or a pair of them; several may be one place to a person.
#pragma once

#include "vgpu/exec/fault_place.hpp"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace vgpu::observe {

class FaultLog {
  public:
    FaultLog(exec::FaultSink& sink, std::uint32_t limit) : sink_(sink), limit_(limit) {}

    // Counts one occurrence; `build` makes the fault when the key is new. Keys are never zero.
    template <typename Build>
    void add(std::uint64_t key, Build&& build) {
        if (key == last_key_) {
            ++last_count();
            return;
        }
        const auto [known, is_new] = index_.try_emplace(key, dropped_index);
        if (is_new) {
            if (faults_.size() < limit_)
                known->second = index_of(std::forward<Build>(build)());
            else
                ++dropped_;
        }
        last_key_ = key;
        last_index_ = known->second;
        ++last_count();
    }

    // Without waiting for the end of a launch, and without counting.
    void report_now(exec::Fault fault) { sink_.report(std::move(fault)); }

    void flush() {
        for (exec::Fault& fault : faults_) sink_.report(std::move(fault));
        clear();
    }

    void clear() {
        faults_.clear();
        index_.clear();
        places_.clear();
        last_key_ = 0;
    }

    // Code places (or pairs of them) that were not reported, since the last call of forget_dropped.
    std::uint64_t dropped() const { return dropped_; }
    void forget_dropped() { dropped_ = 0; }

  private:
    static constexpr std::size_t dropped_index = static_cast<std::size_t>(-1);
    std::size_t index_of(exec::Fault fault) {
        const auto [place, is_new] =
            places_.try_emplace(exec::place_key(fault, exec::MergedBy::allocation), faults_.size());
        if (is_new) {
            faults_.push_back(std::move(fault));
            faults_.back().count = 0;
        }
        return place->second;
    }
    std::uint64_t& last_count() {
        return last_index_ == dropped_index ? ignored_ : faults_[last_index_].count;
    }

    exec::FaultSink& sink_;
    std::uint32_t limit_;
    std::vector<exec::Fault> faults_;
    std::unordered_map<std::uint64_t, std::size_t> index_;
    std::unordered_map<std::string, std::size_t> places_; // by line and allocation
    std::uint64_t last_key_ = 0;
    std::size_t last_index_ = dropped_index;
    std::uint64_t dropped_ = 0;
    std::uint64_t ignored_ = 0;
};

} // namespace vgpu::observe
