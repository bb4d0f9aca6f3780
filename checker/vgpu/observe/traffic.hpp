// Counts the memory traffic, branches and barriers of a launch, for each code place
// (docs/reference/trace.md lists the counters, docs/decisions/0006-traffic-model.md says what they
// mean).
#pragma once

#include "vgpu/observe/access.hpp"
#include "vgpu/observe/counters.hpp"
#include "vgpu/observe/place_table.hpp"

#include <cstdint>
#include <vector>

namespace vgpu::observe {

// Distinct 32-byte sectors that an access touches, summed over its phases.
std::uint32_t sectors(const Access& access);

// Passes over shared memory (32 banks of 4 bytes, one word of a bank a pass) beyond one a phase.
std::uint32_t bank_conflicts(const Access& access);

// Atomics on one address take their turns: the lanes of the busiest address beyond the first. In
// shared memory those of the busiest bank, since words of one bank take theirs too.
std::uint32_t atomic_conflicts(const Access& access);

// Constant memory gives one address at a time to a warp: the distinct addresses beyond the first.
std::uint32_t constant_conflicts(const Access& access);

// Local memory is laid out so that the 32 lanes' words at one offset lie side by side: the sectors
// of an access are those of its words, 8 lanes in each.
std::uint32_t local_sectors(const Access& access);

class Traffic {
  public:
    void launch_begin() { counters_.clear(); }
    void access(const Access& access);
    // Whether an access of the shape costs what its last one did.
    static bool knows(const Shape& shape, std::uint64_t first) {
        return shape.counted_phase == first % 32;
    }
    // Shape::repeats, which are zero then.
    void count_repeats(Shape& shape);
    void branches(std::uint32_t place, std::uint64_t times, std::uint64_t divergent) {
        Counters& counters = at(place);
        counters.branches += times;
        counters.divergent_branches += divergent;
    }
    void barrier(std::uint32_t place, std::uint64_t lanes) {
        ++at(place).barriers;
        at(place).barrier_lanes += lanes;
    }
    void instruction(std::uint32_t place, std::uint64_t warps, std::uint64_t threads);

    // By number in the PlaceTable; may be shorter than the table.
    const std::vector<Counters>& counters() const { return counters_; }

  private:
    Counters& at(std::uint32_t place) {
        if (place >= counters_.size()) make_room(place);
        return counters_[place];
    }
    // Not inlined: seldom, and longer than all that calls it.
    [[gnu::noinline]] void make_room(std::uint32_t place) { counters_.resize(place + 16); }

    std::vector<Counters> counters_;
};

} // namespace vgpu::observe
