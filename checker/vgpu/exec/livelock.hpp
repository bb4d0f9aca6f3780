// Is a launch stuck although its threads run?
//
// Threads that wait for a flag look at it again and again. When a whole turn of all warps leaves
// every register, every lane's place and every byte that was written as they were, the next turn
// will do the same, and so on without end: execution is deterministic. Nothing is guessed from the
// time it takes.
//
// The same holds for a loop that never ends: its threads may do more than look, and it may take
// several turns until they come round, but if all registers and memory then hold what they held,
// they will come round for ever.
//
// With a schedule seed the next turn is another one. But if each warp comes back to where it was in
// a long turn of its own, and no byte changed even for a moment, then all that any warp can read
// stays as it is, and no warp gets further in whatever order they go.
#pragma once

#include "vgpu/exec/block.hpp"
#include "vgpu/exec/events.hpp"
#include "vgpu/exec/launch.hpp"

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace vgpu::exec {

using Blocks = std::vector<std::unique_ptr<Block>>;

// Everything that the warps of these blocks remember, as one number.
std::uint64_t fingerprint(const Blocks& blocks);
std::uint64_t fingerprint_of_mbarriers(const Blocks& blocks);

// Listens during one turn of all warps: what is written, and what each warp looks at.
class TurnWatch final : public Observer {
  public:
    explicit TurnWatch(const DeviceMemory& memory) : memory_(memory) {}

    std::uint32_t wants() const override { return event_access; }
    void on_access(const AccessEvent& event) override;

    // Whether memory is other than at the turn's begin, or may be changed from outside: the host
    // can write where it has pinned or managed memory.
    bool may_change() const;
    // As above, but also true if memory changed and changed back during the turn: another
    // interleaving could observe the value in between.
    bool may_have_changed() const { return fluctuates_ || may_change(); }

    // What a warp looked at last.
    struct Poll {
        CodePlace place;
        std::uint64_t address = 0;
        ptx::Space space = ptx::Space::global;
    };
    const Poll* last_poll(std::uint64_t block, std::uint32_t warp) const;

  private:
    const DeviceMemory& memory_;
    std::map<std::pair<std::uint64_t, std::uint32_t>, Poll> polls_;
    std::unordered_map<const std::byte*, std::byte> before_; // values before the writes of a turn
    bool may_change_ = false;
    bool fluctuates_ = false;
};

// Whether all warps that have begun and not ended wait at block barriers or have looked at an
// mbarrier in vain, and at least one of them did the latter.
bool wait_for_mbarriers(const Blocks& blocks);

// Which warps spin and which wait where; warps that do the same together, a few lines of many.
std::string describe_stuck(const Blocks& blocks, const TurnWatch* watch, const Dim3& grid,
                           const Machine& machine);

} // namespace vgpu::exec
