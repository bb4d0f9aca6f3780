// Racecheck of thread block clusters: a block that uses the shared memory of another one has to be
// done before that one ends. What comes after its end is a fault (exec); what came before it, and
// is not ordered before it, is found here.
#include "vgpu/observe/racecheck.hpp"

#include "vgpu/observe/race_report.hpp"

#include <fmt/format.h>

namespace vgpu::observe {

void Racecheck::note_reach(const CurrentAccess& now) {
    const exec::AccessEvent& event = now.access.event;
    using Kind = HappensBefore::Kind;
    const Kind kind = now.access.loads() ? (now.strong() ? Kind::strong_read : Kind::plain_read)
                      : now.strong()     ? Kind::strong_write
                                         : Kind::plain_write;
    const auto lane = static_cast<std::uint32_t>(now.access.first_lane());
    Reach& reach = reaches_[event.other_block][32 * event.warp.block + now.warp];
    reach = {{cell::segment(now.me), now.warp, lane, kind},
             event.warp,
             event.place,
             now.access.place,
             event.operation->action,
             event.addresses[lane],
             event.bytes};
}

void Racecheck::look_at_end(std::uint64_t block) {
    const auto found = reaches_.find(block);
    if (found == reaches_.end()) return;
    const BlockState& ending = order_.block(block);
    for (const auto& [warp, reach] : found->second) {
        bool is_ordered = false;
        for (std::uint32_t own = 0; own < ending.warps.size() && !is_ordered; ++own)
            is_ordered = order_.ordered(reach.access, ending, own, 0);
        if (is_ordered) continue;
        constexpr std::uint64_t of_ends = 3; // beside those of spaces
        log_.add(of_ends << 62 | reach.number, [&] {
            return end_race_fault(
                {reach.place, reach.warp, static_cast<int>(reach.access.lane), reach.action}, block,
                reach.address, reach.bytes);
        });
    }
    reaches_.erase(found);
}

} // namespace vgpu::observe
