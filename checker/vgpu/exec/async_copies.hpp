// cp.async (PTX ISA 9.7.9.25.3): a thread has bytes of global memory copied to shared memory while
// it goes on, and waits for that later.
//
// The bytes are read when the copy begins. They are written, and observers are told so, when the
// thread has waited: until then all threads read what was there before. A copy that its thread does
// not wait for never arrives. Hardware may do either at any time in between, so observers are told
// that both accesses are open from the begin to the wait.
#pragma once

#include "vgpu/exec/events.hpp"
#include "vgpu/exec/executable.hpp"

#include <array>
#include <vector>

namespace vgpu::exec {

struct AsyncCopy {
    std::uint64_t number = 0; // observers know it by that
    CodePlace place;
    std::uint32_t lanes = 0;                          // whose bytes have not arrived
    std::uint32_t given = 0;                          // lanes: an mbarrier waits for them
    int bytes = 0;                                    // of each lane
    std::array<std::uint64_t, warp_size> addresses{}; // in shared memory; of other lanes: any
    std::array<std::uint32_t, warp_size> groups{};
    static constexpr std::size_t most_words = 4;
    std::array<std::array<std::uint32_t, warp_size>, most_words> words{};
};

// Those of one warp, in the order in which they began.
class AsyncCopies {
  public:
    bool empty() const { return copies_.empty(); }
    void clear() { *this = {}; }
    void begin(const AsyncCopy& copy) {
        copies_.push_back(copy);
        copies_.back().groups = groups_;
    }
    // Makes a group of the copies that the lanes have begun since their last commit.
    void commit(std::uint32_t lanes) {
        for (std::size_t lane = 0; lane < warp_size; ++lane) groups_[lane] += lanes >> lane & 1;
    }
    // Calls arrive(copy, lanes) for the copies that are in all but each lane's last `open` groups.
    // Those of no group yet are in the last one that a wait_all makes of them (commit first).
    template <class Arrive>
    void wait(std::uint32_t lanes, const std::array<std::uint32_t, warp_size>& open,
              const Arrive& arrive) {
        for (AsyncCopy& copy : copies_) {
            std::uint32_t due = 0;
            for (std::uint32_t rest = copy.lanes & lanes; rest != 0; rest &= rest - 1) {
                const auto lane = static_cast<std::size_t>(first_lane(rest));
                if (groups_[lane] - copy.groups[lane] > open[lane]) due |= 1u << lane;
            }
            if (due != 0) arrive(copy, due);
            copy.lanes &= ~due;
        }
        std::erase_if(copies_, [](const AsyncCopy& copy) { return copy.lanes == 0; });
    }

    // Calls body(copy, lanes) for those that have not arrived.
    template <class Body>
    void each(std::uint32_t lanes, const Body& body) {
        for (AsyncCopy& copy : copies_)
            if ((copy.lanes & lanes) != 0) body(copy, copy.lanes & lanes);
    }
    // Calls arrive(copy, lanes) for those up to a number.
    template <class Arrive>
    void finish(std::uint32_t lanes, std::uint64_t last, const Arrive& arrive) {
        for (AsyncCopy& copy : copies_) {
            if (copy.number > last || (copy.lanes & lanes) == 0) continue;
            arrive(copy, copy.lanes & lanes);
            copy.lanes &= ~lanes;
        }
        std::erase_if(copies_, [](const AsyncCopy& copy) { return copy.lanes == 0; });
    }

  private:
    std::vector<AsyncCopy> copies_;
    std::array<std::uint32_t, warp_size> groups_{}; // how many each lane has committed
};

} // namespace vgpu::exec
