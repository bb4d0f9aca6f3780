#include "vgpu/observe/traffic.hpp"

#include "vgpu/observe/access_costs.hpp"

#include <bit>
#include <utility>

namespace vgpu::observe {

namespace {

// The count of a shape's last execution, where the first address has the same remainder by 32: all
// addresses moved by a multiple of a sector, and of a bank's words, then.
template <auto count>
std::uint32_t counted_once(const Access& access, std::uint32_t& known) {
    const std::uint64_t first = access.event.addresses[access.first_lane()];
    const auto now = static_cast<std::uint8_t>(first % 32);
    if (access.shape.counted_phase != now) {
        known = count(access);
        access.shape.counted_phase = now;
    }
    return known;
}

} // namespace

void Traffic::access(const Access& access) {
    const exec::AccessEvent& event = access.event;
    if (event.of_product) return; // no warp's request
    const auto sectors_of = [&] { return counted_once<sectors>(access, access.shape.sectors); };
    const auto conflicts_of = [&] {
        return counted_once<bank_conflicts>(access, access.shape.conflicts);
    };
    const auto lanes = static_cast<std::uint64_t>(std::popcount(event.mask));
    Counters& counters = at(access.place);
    switch (event.space) {
    case ptx::Space::global:
        if (access.loads()) {
            ++counters.global_load_requests;
            counters.global_load_sectors += sectors_of();
            counters.global_load_bytes += lanes * static_cast<std::uint64_t>(event.bytes);
        } else if (access.stores()) {
            ++counters.global_store_requests;
            counters.global_store_sectors += sectors_of();
            counters.global_store_bytes += lanes * static_cast<std::uint64_t>(event.bytes);
        } else if (access.updates()) {
            ++counters.global_atomic_requests;
            counters.global_atomic_lanes += lanes;
            counters.global_atomic_sectors += sectors_of();
            counters.global_atomic_conflicts += atomic_conflicts(access);
        }
        break;
    case ptx::Space::shared:
        if (access.loads()) {
            ++counters.shared_load_requests;
            counters.shared_load_conflicts += conflicts_of();
            counters.shared_load_bytes += lanes * static_cast<std::uint64_t>(event.bytes);
        } else if (access.stores()) {
            ++counters.shared_store_requests;
            counters.shared_store_conflicts += conflicts_of();
            counters.shared_store_bytes += lanes * static_cast<std::uint64_t>(event.bytes);
        } else if (access.updates()) {
            ++counters.shared_atomic_requests;
            counters.shared_atomic_lanes += lanes;
            counters.shared_atomic_conflicts += atomic_conflicts(access);
        }
        break;
    case ptx::Space::constant:
        ++counters.constant_load_requests;
        counters.constant_load_conflicts += constant_conflicts(access);
        break;
    case ptx::Space::local:
        ++counters.local_requests;
        if (access.loads()) {
            ++counters.local_load_requests;
            counters.local_load_sectors += local_sectors(access);
        } else {
            ++counters.local_store_requests;
            counters.local_store_sectors += local_sectors(access);
        }
        break;
    default:
        break;
    }
}

void Traffic::count_repeats(Shape& shape) {
    const std::uint64_t times = std::exchange(shape.repeats, 0);
    if (times == 0) return;
    Counters& counters = at(shape.place);
    const std::uint64_t bytes = times * 32 * static_cast<std::uint64_t>(shape.bytes);
    if (shape.space == ptx::Space::global && shape.loads) {
        counters.global_load_requests += times;
        counters.global_load_sectors += times * shape.sectors;
        counters.global_load_bytes += bytes;
    } else if (shape.space == ptx::Space::global) {
        counters.global_store_requests += times;
        counters.global_store_sectors += times * shape.sectors;
        counters.global_store_bytes += bytes;
    } else if (shape.loads) {
        counters.shared_load_requests += times;
        counters.shared_load_conflicts += times * shape.conflicts;
        counters.shared_load_bytes += bytes;
    } else {
        counters.shared_store_requests += times;
        counters.shared_store_conflicts += times * shape.conflicts;
        counters.shared_store_bytes += bytes;
    }
}

void Traffic::branch(const exec::BranchEvent& event) {
    Counters& counters = at(places_.number(event.place));
    counters.branches += event.times;
    counters.divergent_branches += event.divergent;
}

void Traffic::barrier(const exec::BarrierEvent& event) {
    if (event.arriving) return;
    Counters& counters = at(places_.number(event.place));
    ++counters.barriers;
    for (std::uint32_t warp = 0; warp < warps_per_block_; ++warp)
        counters.barrier_lanes += static_cast<std::uint64_t>(std::popcount(event.arrived[warp]));
}

void Traffic::instruction(const exec::InstructionEvent& event) {
    Counters& counters = at(places_.number(event.place));
    counters.warp_instructions += event.warps;
    counters.thread_instructions += event.threads;
    counters.active_lane_sum += event.threads;
}

} // namespace vgpu::observe
