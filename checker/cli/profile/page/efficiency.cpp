#include "cli/profile/page/efficiency.hpp"

#include "cli/profile/numbers.hpp"
#include "wire/trace_fields.hpp"

#include <algorithm>
#include <array>
#include <tuple>

namespace workbook::cli {

namespace field = wire::trace_field;

namespace {

constexpr std::uint64_t bytes_of_sector = 32, lanes_of_warp = 32;

// The text came through a student's process: a part is never more than the whole.
UsedPart part(std::uint64_t used, std::uint64_t all) { return {std::min(used, all), all}; }

} // namespace

UsedPart used_bytes(const Counts& counts) {
    return part(counts(field::global_load_used_bytes) + counts(field::global_store_used_bytes),
                bytes_of_sector * (counts("global_load_sectors") + counts("global_store_sectors")));
}

UsedPart used_lanes(const Counts& counts) {
    return part(counts("thread_instructions"), lanes_of_warp * counts("warp_instructions"));
}

UsedPart used_turns(const Counts& counts) {
    const std::uint64_t least = counts(field::shared_least_turns);
    return part(least, least + shared_traffic(counts).conflicts);
}

HeatPart heat_of(const LineProfile& line, const LaunchProfile& launch) {
    std::array<HeatPart, 3> parts = {
        HeatPart{"bytes of global memory", used_bytes(line.counts), used_bytes(launch.totals).all},
        HeatPart{"turns of shared memory", used_turns(line.counts), used_turns(launch.totals).all},
        HeatPart{"lanes of instructions", used_lanes(line.counts), used_lanes(launch.totals).all}};
    return *std::ranges::max_element(parts, {}, [](const HeatPart& heat) {
        return std::tuple(heat.percent(heat.of_line.wasted()), heat.percent(heat.of_line.all));
    });
}

} // namespace workbook::cli
