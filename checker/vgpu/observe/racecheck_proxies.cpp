// Racecheck, of the two ways to shared memory: what ordinary instructions have written, wgmma and
// bulk copies read by the asynchronous proxy. A barrier between the two is not enough, a
// fence.proxy.async has to stand behind the write: in the thread that wrote, or in one that comes
// after it.
#include "vgpu/observe/race_report.hpp"
#include "vgpu/observe/racecheck.hpp"

#include <algorithm>

namespace vgpu::observe {

namespace {

exec::Fault proxy_fault(const RaceParty& write, const RaceParty& read, std::uint64_t address,
                        int bytes) {
    exec::Fault fault = race_fault(write, read, ptx::Space::shared, address, bytes);
    constexpr std::string_view race = "Race reported";
    fault.message.replace(0, race.size(), "Missing fence.proxy.async");
    fault.detail += ": the threads that write what wgmma or a bulk copy reads have to execute "
                    "fence.proxy.async before the barrier in front of it";
    return fault;
}

} // namespace

void Racecheck::look_at_proxies(const Access& access) {
    const exec::AccessEvent& event = access.event;
    if (access.stores() || access.updates()) {
        if (of_async_proxy_.size() <= access.place) of_async_proxy_.resize(access.place + 1);
        of_async_proxy_[access.place] = true;
        return;
    }
    if (event.space != ptx::Space::shared) return;
    const ShadowPage& page = shared_page(event.warp.block, false);
    BlockState& block = order_.block(event.warp.block);
    for (std::uint32_t rest = event.mask; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        const std::uint64_t begin = event.addresses[lane] >> page.shift;
        const std::uint64_t count =
            std::max<std::uint64_t>(static_cast<std::uint64_t>(event.bytes) >> page.shift, 1);
        page.open(begin, count);
        for (std::uint64_t index = begin; index < begin + count; ++index) {
            const Cell write = page.write[index];
            if (is_fenced(write, block)) continue;
            // A race is reported as such.
            if (!order_.ordered({cell::segment(write), cell::warp(write), cell::lane(write),
                                 HappensBefore::plain_write},
                                block, event.warp.warp, lane))
                continue;
            return report_proxies(access, lane, index << page.shift, write);
        }
    }
}

// Whether the asynchronous proxy sees what this access of the block has written.
bool Racecheck::is_fenced(Cell write, const BlockState& block) const {
    const Segment segment = cell::segment(write);
    const std::uint32_t place = cell::place(write);
    return segment < block.begin || order_.block_of(segment) != block.block ||
           segment < block.behind_proxy_fence[cell::warp(write)] ||
           (place < of_async_proxy_.size() && of_async_proxy_[place]);
}

void Racecheck::report_proxies(const Access& access, std::uint32_t lane, std::uint64_t address,
                               Cell write) {
    const exec::AccessEvent& event = access.event;
    const std::uint64_t a = access.place, b = cell::place(write);
    log_.add(std::uint64_t{3} << 62 | std::min(a, b) << 31 | std::max(a, b), [&] {
        const RaceParty now{event.place, event.warp, static_cast<int>(lane),
                            isa::MemoryAction::load};
        const RaceParty before{places_[cell::place(write)].place,
                               {event.warp.block, cell::warp(write)},
                               static_cast<int>(cell::lane(write)),
                               isa::MemoryAction::store};
        return proxy_fault(before, now, address, event.bytes);
    });
}

} // namespace vgpu::observe
