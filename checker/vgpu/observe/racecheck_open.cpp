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
        if (open.writes()) return; // the store has an event of its own
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
            report_open(access, lane, open, other);
        }
    }
}

void Racecheck::report_open(const Access& access, int lane, const OpenAccess& open,
                            std::uint32_t other) {
    const exec::AccessEvent& event = access.event;
    const std::uint64_t space = event.space == ptx::Space::shared ? 2 : 1;
    const std::uint64_t a = access.place, b = open.place;
    log_.add(space << 62 | std::min(a, b) << 31 | std::max(a, b), [&] {
        const RaceParty now{event.place, event.warp, lane, event.operation->action};
        const RaceParty before{open.event.place, open.event.warp, static_cast<int>(other),
                               open.event.operation->action};
        return race_fault(before, now, event.space, event.addresses[lane], event.bytes);
    });
}

// ---- Copies that an mbarrier's phase has completed ----

void Racecheck::land(std::uint64_t copy, const exec::MBarrierEvent& event) {
    for (const OpenAccess& open : open_.all()) {
        if (open.copy != copy) continue;
        LandedCopy landed;
        landed.access = open;
        landed.block = event.block;
        landed.mbarrier = event.address;
        landed_.add(std::move(landed));
    }
    open_.close(copy, ~0u);
}

void Racecheck::mbarrier(const exec::MBarrierEvent& event) {
    order_.mbarrier(event);
    if (event.what != exec::MBarrierEvent::What::wait || landed_.empty()) return;
    BlockState& block = order_.block(event.warp.block);
    const Segment segment = order_.segment(block, event.warp.warp);
    landed_.wait(event.block, event.address, {event.warp.warp, event.mask, segment}, block.warps);
}

void Racecheck::barrier(const exec::BarrierEvent& event) {
    order_.barrier(event);
    if (!landed_.empty()) landed_.whole_block(event.block, order_.block(event.block).floor);
}

bool Racecheck::knows(const LandedCopy& copy, const exec::WarpPlace& warp, std::uint32_t lane) {
    BlockState& block = order_.block(warp.block);
    return std::ranges::any_of(copy.waits, [&](const LandedCopy::Wait& wait) {
        if (copy.block == warp.block && wait.warp == warp.warp && (wait.lanes >> lane & 1) != 0)
            return true;
        for (std::uint32_t rest = wait.lanes; rest != 0; rest &= rest - 1)
            if (order_.ordered({wait.segment, wait.warp,
                                static_cast<std::uint32_t>(std::countr_zero(rest)),
                                HappensBefore::plain_write},
                               block, warp.warp, lane))
                return true;
        return false;
    });
}

void Racecheck::look_at_landed(const Access& access) {
    const exec::AccessEvent& event = access.event;
    for (const LandedCopy& landed : landed_.all()) {
        const OpenAccess& open = landed.access;
        if (!open.is_where(event) || (is_atomic(event) && is_atomic(open.event))) continue;
        for (std::uint32_t rest = event.mask; rest != 0; rest &= rest - 1) {
            const int lane = std::countr_zero(rest);
            const std::uint32_t other =
                open.meets(event.addresses[lane], static_cast<std::uint64_t>(event.bytes));
            if (other == 32 || knows(landed, event.warp, static_cast<std::uint32_t>(lane)))
                continue;
            report_open(access, lane, open, other);
            break;
        }
    }
}

} // namespace vgpu::observe
