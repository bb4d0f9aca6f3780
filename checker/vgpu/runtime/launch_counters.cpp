#include "vgpu/runtime/launch_counters.hpp"

#include "vgpu/observe/offset_runs.hpp"
#include "wire/trace_fields.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace vgpu::runtime {

namespace field = workbook::wire::trace_field;

using nlohmann::json;

namespace {

json counters_of(const observe::Counters& counters, bool all) {
    json object = json::object();
    for (const observe::CounterRow& row : observe::counter_table)
        if (all || row.of_every_line) object[std::string(row.name)] = counters.*row.member;
    return object;
}

const char* name_of(isa::MemoryAction action) {
    switch (action) {
    case isa::MemoryAction::load:
        return "load";
    case isa::MemoryAction::store:
        return "store";
    default:
        return "atomic";
    }
}

std::uint64_t lowest_address(const observe::AccessSample& sample) {
    std::uint64_t lowest = ~std::uint64_t{0};
    for (std::uint32_t mask = sample.mask; mask != 0; mask &= mask - 1)
        lowest = std::min(lowest, sample.addresses[std::countr_zero(mask)]);
    return lowest;
}

// One access of a warp: where each lane's address lies behind the lowest.
json access_of(const observe::AccessSample& sample) {
    const std::uint64_t lowest = lowest_address(sample);
    json offsets = json::array();
    for (std::uint32_t lane = 0; lane < 32; ++lane)
        offsets.push_back((sample.mask >> lane & 1) != 0 ? json(sample.addresses[lane] - lowest)
                                                         : json());
    return {{field::space, sample.space == ptx::Space::global ? "global" : "shared"},
            {field::action, name_of(sample.action)},
            {field::bytes, sample.bytes},
            {field::address, lowest},
            {field::offsets, std::move(offsets)},
            {field::block, sample.warp.block},
            {field::warp, sample.warp.warp},
            {field::cost, sample.cost},
            {field::memory, sample.memory.substr(0, 200)}};
}

void add_reads(json& counters, const observe::ReadTraffic& reads) {
    counters[field::global_load_different_bytes] = reads.different_bytes;
    counters[field::global_load_sectors_again] = std::llround(reads.sectors_again);
}

void add_least(json& counters, const observe::LeastTraffic& least) {
    counters[field::global_load_used_bytes] = least.load_used_bytes;
    counters[field::global_store_used_bytes] = least.store_used_bytes;
    counters[field::shared_least_turns] = least.shared_least_turns;
}

// Block, warp, cost and lowest address; then the runs of lanes with evenly spaced addresses. A run
// is its first lane, the number of lanes, the first address's offset from the lowest, and the step.
json warp_of(const observe::AccessSample& sample) {
    const std::uint64_t lowest = lowest_address(sample);
    json object = {sample.warp.block, sample.warp.warp, sample.cost, lowest};
    for (const observe::OffsetRun& run : observe::runs_of(sample.mask, sample.addresses))
        for (const std::int64_t number : {std::int64_t{run.lane}, std::int64_t{run.count},
                                          static_cast<std::int64_t>(run.offset - lowest), run.step})
            object.push_back(number);
    return object;
}

json series_of(const observe::AccessSeries& series) {
    const observe::AccessSample& first = series.accesses.kept.front().sample;
    json warps = json::array();
    for (const observe::OrderedAccess& access : series.accesses.kept)
        warps.push_back(warp_of(access.sample));
    return {{field::space, first.space == ptx::Space::global ? "global" : "shared"},
            {field::action, name_of(first.action)},
            {field::bytes, first.bytes},
            {field::memory, series.memory.substr(0, 200)},
            {field::count, series.accesses.count},
            {field::warps, std::move(warps)}};
}

} // namespace

json totals_of(const observe::LaunchTraffic& traffic, bool with_instructions) {
    json object = counters_of(traffic.total, true);
    object[field::warps] = traffic.warps_run;
    object[field::busiest_warp_instructions] = traffic.busiest_warp_instructions;
    if (with_instructions) {
        add_reads(object, traffic.reads);
        add_least(object, traffic.least);
        object[field::idle_threads] = traffic.idle_threads;
    }
    return object;
}

json warps_of(const observe::LaunchTraffic& traffic) {
    constexpr std::size_t most_lines = 1000, most_masks = 100; // 100 ways to diverge say enough
    json warps = json::array();
    for (const observe::WarpLanes& warp : traffic.warps) {
        json lines = json::array();
        for (const auto& [index, times] : warp.lines) {
            if (lines.size() == most_lines) break;
            const observe::LineCounters& line = traffic.lines[index];
            json masks = json::array();
            for (const auto& [mask, count] : times) {
                if (masks.size() == most_masks) break;
                masks.push_back({mask, count});
            }
            lines.push_back({line.file, line.line, std::move(masks)});
        }
        warps.push_back({{field::block, warp.block},
                         {field::warp, warp.warp},
                         {field::lanes, warp.all},
                         {field::lines, std::move(lines)}});
    }
    return warps;
}

json lines_of(const observe::LaunchTraffic& traffic, bool with_instructions) {
    constexpr std::size_t most = 1000;
    json lines = json::array();
    for (const observe::LineCounters& line : traffic.lines) {
        if (lines.size() == most) break;
        json object = counters_of(line.counters, with_instructions);
        object[field::file] = line.file;
        object[field::line] = line.line;
        if (with_instructions) add_reads(object, line.reads);
        if (with_instructions) add_least(object, line.least);
        for (const observe::AccessSeries& series : line.series)
            object[field::series].push_back(series_of(series));
        for (const observe::AccessSample& sample : line.accesses)
            object[field::accesses].push_back(access_of(sample));
        lines.push_back(std::move(object));
    }
    return lines;
}

} // namespace vgpu::runtime
