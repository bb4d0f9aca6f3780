#include "vgpu/observe/map_fences.hpp"

#include "vgpu/observe/race_report.hpp"

#include <string_view>

namespace vgpu::observe {

namespace {

constexpr int map_bytes = 128;

} // namespace

void MapFences::tensor_map(const exec::TensorMapEvent& event) {
    using exec::MapStep;
    if (event.step == MapStep::changed || event.step == MapStep::copied) {
        changes_[event.address] = {event, event.step == MapStep::copied, {}};
        return;
    }
    if (event.step == MapStep::released) return release(event.warp.block);
    const auto found = changes_.find(event.address);
    if (found == changes_.end()) return;
    Change& change = found->second;
    if (event.step == MapStep::used) {
        if (!change.acquired.contains(event.warp.block)) report(change, event);
    } else if (change.is_released) {
        change.acquired.insert(event.warp.block);
    }
}

void MapFences::release(std::uint64_t block) {
    for (auto& [address, change] : changes_)
        if (change.by.warp.block == block) change.is_released = true;
}

void MapFences::report(const Change& change, const exec::TensorMapEvent& use) {
    const std::uint64_t before = places_.number(change.by.place), now = places_.number(use.place);
    log_.add(before << 32 | now, [&] {
        const RaceParty writer{change.by.place, change.by.warp, change.by.lane,
                               isa::MemoryAction::store};
        const RaceParty reader{use.place, use.warp, use.lane, isa::MemoryAction::load};
        exec::Fault fault = race_fault(writer, reader, ptx::Space::global, use.address, map_bytes);
        constexpr std::string_view race = "Race reported";
        fault.message.replace(0, race.size(), "Missing fence.proxy.tensormap");
        fault.detail +=
            change.is_released
                ? ": copies read a tensor map by a proxy of their own, so that each block whose "
                  "copies use a changed map has to execute "
                  "fence.proxy.tensormap::generic.acquire on it first, behind the release"
                : ": copies read a tensor map by a proxy of their own, so that the thread that "
                  "changes it has to execute fence.proxy.tensormap::generic.release behind the "
                  "change, and each block that uses it fence.proxy.tensormap::generic.acquire";
        return fault;
    });
}

} // namespace vgpu::observe
