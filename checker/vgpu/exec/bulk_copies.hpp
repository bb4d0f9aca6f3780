// cp.async.bulk and its kin (PTX ISA 9.7.9.25.4): one thread has many bytes copied between global
// and shared memory, or to the shared memory of another block of its cluster, while it goes on.
// cp.reduce.async.bulk adds them to what is there; tensor_copies.cpp has those that move a box of a
// tensor; st.async and red.async write a thread's registers.
//
// As with cp.async, bytes are read when the copy begins and written when it has been waited for:
// into shared memory when the phase of an mbarrier completes, into global memory when the thread
// waits for its group or exits.
#pragma once

#include "vgpu/exec/events.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace vgpu::exec {

struct Machine;

struct BulkCopy {
    static constexpr std::uint32_t piece = 16; // bytes: what sizes and addresses are multiples of

    // Contiguous bytes: a Span as observers see them, a Place as they are on the host.
    struct Span {
        std::uint64_t address = 0, bytes = 0;
    };
    struct Place {
        std::byte* host = nullptr;
        std::uint32_t bytes = 0;
    };

    std::uint64_t read_number = 0, write_number = 0; // observers know the accesses by them
    CodePlace place;
    WarpPlace warp;
    int lane = 0;
    std::uint32_t group = 0;
    ptx::Space space = ptx::Space::shared;              // of the target
    std::uint64_t other_block = AccessEvent::own_block; // of the target, as in AccessEvent
    std::vector<Span> targets;
    std::vector<std::byte> bytes;
    std::vector<Place> places;               // where they go, one behind the other
    isa::AtomicFunction reduction = nullptr; // nullptr: they replace what is there
    std::uint32_t width = 0;                 // reduction: bytes of an element
    bool has_arrived = false;                // but its group was waited for with .read only

    std::uint32_t lanes() const { return 1u << lane; }
    void take_numbers(std::uint64_t& last) {
        read_number = ++last;
        write_number = ++last;
    }
    void write(const Machine& machine) const;
};

// Those of a warp that bulk groups wait for, in the order in which they began.
class BulkCopies {
  public:
    bool empty() const { return copies_.empty(); }
    void clear() { *this = {}; }
    void begin(BulkCopy copy) {
        copy.group = groups_[static_cast<std::size_t>(copy.lane)];
        copies_.push_back(std::move(copy));
    }
    void commit(std::uint32_t lanes) {
        for (std::size_t lane = 0; lane < groups_.size(); ++lane)
            groups_[lane] += lanes >> lane & 1;
    }
    // Calls arrive(copy) for those that are in all but a lane's last `open` groups; those for which
    // it is true are no longer under way.
    template <class Arrive>
    void wait(std::uint32_t lanes, const std::array<std::uint32_t, 32>& open,
              const Arrive& arrive) {
        std::erase_if(copies_, [&](BulkCopy& copy) {
            const auto lane = static_cast<std::size_t>(copy.lane);
            return (lanes >> lane & 1) != 0 && groups_[lane] - copy.group > open[lane] &&
                   arrive(copy);
        });
    }

  private:
    std::vector<BulkCopy> copies_;
    std::array<std::uint32_t, 32> groups_{}; // how many each lane has committed
};

} // namespace vgpu::exec
