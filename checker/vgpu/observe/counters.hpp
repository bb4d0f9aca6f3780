// The traffic counters: one struct and one table of their names (docs/reference/trace.md). All
// code that writes or compares counters walks the table; there is no second list.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace vgpu::observe {

// Totals over a launch, or over one source line of it. docs/decisions/0006-traffic-model.md defines
// them.
struct Counters {
    std::uint64_t warp_instructions = 0;
    std::uint64_t thread_instructions = 0;
    std::uint64_t branches = 0;
    std::uint64_t divergent_branches = 0;
    std::uint64_t barriers = 0;
    std::uint64_t barrier_lanes = 0;
    std::uint64_t global_load_requests = 0;
    std::uint64_t global_load_sectors = 0;
    std::uint64_t global_load_bytes = 0;
    std::uint64_t global_store_requests = 0;
    std::uint64_t global_store_sectors = 0;
    std::uint64_t global_store_bytes = 0;
    std::uint64_t global_atomic_requests = 0;
    std::uint64_t global_atomic_lanes = 0;
    std::uint64_t global_atomic_sectors = 0;
    std::uint64_t global_atomic_conflicts = 0;
    std::uint64_t shared_load_requests = 0;
    std::uint64_t shared_load_conflicts = 0;
    std::uint64_t shared_load_bytes = 0;
    std::uint64_t shared_store_requests = 0;
    std::uint64_t shared_store_conflicts = 0;
    std::uint64_t shared_store_bytes = 0;
    std::uint64_t shared_atomic_requests = 0;
    std::uint64_t shared_atomic_lanes = 0;
    std::uint64_t shared_atomic_conflicts = 0;
    std::uint64_t constant_load_requests = 0;
    std::uint64_t constant_load_conflicts = 0;
    std::uint64_t local_requests = 0;
    std::uint64_t local_load_requests = 0;
    std::uint64_t local_load_sectors = 0;
    std::uint64_t local_store_requests = 0;
    std::uint64_t local_store_sectors = 0;
    std::uint64_t active_lane_sum = 0;

    Counters& operator+=(const Counters& other);
    bool operator==(const Counters&) const = default;
};

struct CounterRow {
    std::string_view name;
    std::uint64_t Counters::*member;
    bool of_every_line; // kept for each source line unasked (Options::lines)
};

#define WORKBOOK_COUNTER(name, of_every_line)                                                      \
    CounterRow { #name, &Counters::name, of_every_line }
inline constexpr std::array counter_table = {
    WORKBOOK_COUNTER(warp_instructions, false),
    WORKBOOK_COUNTER(thread_instructions, false),
    WORKBOOK_COUNTER(branches, true),
    WORKBOOK_COUNTER(divergent_branches, true),
    WORKBOOK_COUNTER(barriers, true),
    WORKBOOK_COUNTER(barrier_lanes, true),
    WORKBOOK_COUNTER(global_load_requests, true),
    WORKBOOK_COUNTER(global_load_sectors, true),
    WORKBOOK_COUNTER(global_load_bytes, true),
    WORKBOOK_COUNTER(global_store_requests, true),
    WORKBOOK_COUNTER(global_store_sectors, true),
    WORKBOOK_COUNTER(global_store_bytes, true),
    WORKBOOK_COUNTER(global_atomic_requests, true),
    WORKBOOK_COUNTER(global_atomic_lanes, true),
    WORKBOOK_COUNTER(global_atomic_sectors, true),
    WORKBOOK_COUNTER(global_atomic_conflicts, true),
    WORKBOOK_COUNTER(shared_load_requests, true),
    WORKBOOK_COUNTER(shared_load_conflicts, true),
    WORKBOOK_COUNTER(shared_load_bytes, true),
    WORKBOOK_COUNTER(shared_store_requests, true),
    WORKBOOK_COUNTER(shared_store_conflicts, true),
    WORKBOOK_COUNTER(shared_store_bytes, true),
    WORKBOOK_COUNTER(shared_atomic_requests, true),
    WORKBOOK_COUNTER(shared_atomic_lanes, true),
    WORKBOOK_COUNTER(shared_atomic_conflicts, true),
    WORKBOOK_COUNTER(constant_load_requests, true),
    WORKBOOK_COUNTER(constant_load_conflicts, true),
    WORKBOOK_COUNTER(local_requests, true),
    WORKBOOK_COUNTER(local_load_requests, true),
    WORKBOOK_COUNTER(local_load_sectors, true),
    WORKBOOK_COUNTER(local_store_requests, true),
    WORKBOOK_COUNTER(local_store_sectors, true),
    WORKBOOK_COUNTER(active_lane_sum, false),
};
#undef WORKBOOK_COUNTER

static_assert(sizeof(Counters) == counter_table.size() * sizeof(std::uint64_t),
              "every counter has a row");

inline Counters& Counters::operator+=(const Counters& other) {
    for (const CounterRow& row : counter_table) this->*row.member += other.*row.member;
    return *this;
}

} // namespace vgpu::observe
