// Racecheck, of asynchronous copies. Their target counts as written when the copy begins and again
// when it arrives, their source as read at both times: what is not ordered before the begin or
// behind the wait is found as between any two accesses. What happens in between conflicts anyway.
#include "vgpu/observe/race_report.hpp"
#include "vgpu/observe/racecheck.hpp"

namespace vgpu::observe {

void OpenAccesses::add(std::uint64_t copy, const Access& access) {
    OpenAccess& open = all_.emplace_back();
    open.copy = copy;
    open.place = access.place;
    open.event = access.event;
    open.event.values = open.event.words = nullptr;
    open.lowest = ~0ull;
    for (std::uint32_t rest = access.event.mask; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
        const std::uint64_t address = open.addresses[lane] = access.event.addresses[lane];
        open.lowest = std::min(open.lowest, address);
        open.end = std::max(open.end, address + static_cast<std::uint64_t>(access.event.bytes));
    }
}

void Racecheck::open(std::uint64_t copy, const Access& access) {
    if (access.event.space == ptx::Space::shared && shared_bytes_ == 0) return;
    if (!access.loads()) this->access(access);
    open_.add(copy, access);
}

void Racecheck::settle(std::uint64_t copy, std::uint32_t lanes) {
    open_.settle(copy, lanes, [&](const OpenAccess& open) {
        if (open.writes()) return; // the store is told
        Shape shape = shape_of(open.event, open.place);
        access(Access{open.event, open.place, shape, false, false});
    });
}

namespace {
// Reductions of copies are atomic, each element for itself.
bool is_atomic(const exec::AccessEvent& event) {
    return event.operation->action == isa::MemoryAction::reduction ||
           event.operation->action == isa::MemoryAction::atomic;
}
} // namespace

void Racecheck::look_at_open(const Access& access) {
    const exec::AccessEvent& event = access.event;
    std::uint64_t lowest = ~0ull, end = 0;
    for (std::uint32_t rest = event.mask; rest != 0; rest &= rest - 1) {
        const std::uint64_t address = event.addresses[std::countr_zero(rest)];
        lowest = std::min(lowest, address);
        end = std::max(end, address + static_cast<std::uint64_t>(event.bytes));
    }
    for (const OpenAccess& open : open_.all()) {
        if (open.lowest >= end || open.end <= lowest) continue;
        if (!open.is_where(event) || (access.loads() && !open.writes()) ||
            (is_atomic(event) && is_atomic(open.event)))
            continue;
        for (std::uint32_t rest = event.mask; rest != 0; rest &= rest - 1) {
            const int lane = std::countr_zero(rest);
            const std::uint32_t other =
                open.meets(event.addresses[lane], static_cast<std::uint64_t>(event.bytes));
            if (other == 32) continue;
            const std::uint64_t space = event.space == ptx::Space::shared ? 2 : 1;
            const std::uint64_t a = access.place, b = open.place;
            log_.add(space << 62 | std::min(a, b) << 31 | std::max(a, b), [&] {
                const RaceParty now{event.place, event.warp, lane, event.operation->action};
                const RaceParty before{open.event.place, open.event.warp, static_cast<int>(other),
                                       open.event.operation->action};
                return race_fault(before, now, event.space, event.addresses[lane], event.bytes);
            });
        }
    }
}

} // namespace vgpu::observe
