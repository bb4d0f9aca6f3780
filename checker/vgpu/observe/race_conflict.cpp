// Racecheck's second look: what a suspect pair of accesses is, and whether it is reported.
#include "vgpu/observe/race_report.hpp"
#include "vgpu/observe/racecheck.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <fmt/format.h>

namespace vgpu::observe {

// A plain read and a compare-and-swap. The loops by which the CUDA Programming Guide makes atomics
// that the hardware lacks, and CUDA's own headers do for 16 bits, begin with a plain read: a value
// that is no longer there makes the first compare-and-swap fail, and nothing else.
bool Racecheck::is_guess(const CurrentAccess& now, Cell earlier) const {
    if ((earlier & (cell::writes | cell::strong)) == 0)
        return now.access.updates() && now.access.event.operation->compare;
    return now.access.loads() && places_[cell::place(earlier)].compares;
}

void Racecheck::conflict(const CurrentAccess& now, const Place& place, std::uint32_t lane,
                         Cell earlier) {
    if ((earlier & now.me & cell::strong) != 0) {
        // Two strong accesses do not race, unless the scope of one ends with its block (PTX ISA,
        // "Morally-strong operations") and the other is of another block. Volatile ones to shared
        // memory within a warp do: they are the warp-synchronous programming that needs __syncwarp.
        const bool warp_synchronous = (earlier & now.me & cell::volatile_) != 0 &&
                                      of_my_warp(now, earlier) &&
                                      now.access.event.space == ptx::Space::shared;
        const bool out_of_scope = ((earlier | now.me) & cell::block_scope) != 0 &&
                                  order_.block_of(cell::segment(earlier)) != now.block.block;
        if (!warp_synchronous && !out_of_scope) return;
    }
    if (is_guess(now, earlier) || is_ordered(now, earlier, lane)) return;
    const bool earlier_stores = (earlier & (cell::writes | cell::strong)) == cell::writes;
    if (earlier_stores && now.access.stores() && stores_what_is_there(now, place, lane, earlier))
        return;
    report(now, place, lane, earlier);
}

bool Racecheck::stores_what_is_there(const CurrentAccess& now, const Place& place,
                                     std::uint32_t lane, Cell earlier) const {
    const exec::AccessEvent& event = now.access.event;
    if (event.values == nullptr) return false;
    const std::uint64_t bytes = 1ull << place.page.shift;
    std::array<std::byte, 4> mine;
    for (std::uint64_t i = 0; i < bytes; ++i)
        mine[i] = stored_byte(event, lane, place.address - event.addresses[lane] + i);
    // Another lane of this very instruction: its value is not in memory yet.
    const std::uint32_t other = cell::lane(earlier);
    const bool same_instruction =
        ((earlier ^ now.me) >> cell::warp_shift) == 0 && other != lane &&
        (event.mask >> other & 1) != 0 &&
        place.address - event.addresses[other] < static_cast<std::uint64_t>(event.bytes);
    if (same_instruction) {
        for (std::uint64_t i = 0; i < bytes; ++i)
            if (stored_byte(event, other, place.address - event.addresses[other] + i) != mine[i])
                return false;
        return true;
    }
    if (event.to_host == 0) return false;
    const auto there =
        static_cast<std::uintptr_t>(place.address) + static_cast<std::uintptr_t>(event.to_host);
    return std::memcmp(reinterpret_cast<const void*>(there), mine.data(), bytes) == 0;
}

void Racecheck::report(const CurrentAccess& now, const Place& place, std::uint32_t lane,
                       Cell earlier) {
    const exec::AccessEvent& event = now.access.event;
    const std::uint64_t a = now.access.place, b = cell::place(earlier);
    const std::uint64_t space = event.space == ptx::Space::shared ? 2 : 1;
    log_.add(space << 62 | std::min(a, b) << 31 | std::max(a, b), [&] {
        const RaceParty current{event.place, event.warp, static_cast<int>(lane),
                                event.operation->action};
        const PlaceTable::Entry& entry = places_[cell::place(earlier)];
        const RaceParty before{entry.place,
                               {order_.block_of(cell::segment(earlier)), cell::warp(earlier)},
                               static_cast<int>(cell::lane(earlier)),
                               cell::action(earlier, entry.action)};
        exec::Fault fault = race_fault(before, current, event.space, place.address, event.bytes);
        if (event.space == ptx::Space::shared && before.warp.block != current.warp.block) {
            const exec::Dim3 owner =
                event.place.resolver->site(event.place, {event.memory_block(), 0}, 0).block;
            fault.detail += fmt::format(", in the shared memory of block ({},{},{})", owner.x,
                                        owner.y, owner.z);
        } else if (event.other_block != exec::AccessEvent::own_block) {
            fault.detail += ", in the shared memory of another block of the cluster";
        }
        return fault;
    });
}

} // namespace vgpu::observe
