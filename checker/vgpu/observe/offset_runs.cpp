// Each run begins where the one before it ends, and is as long as its first step goes on.
#include "vgpu/observe/offset_runs.hpp"

namespace vgpu::observe {

std::vector<OffsetRun> runs_of(std::uint32_t mask, const std::array<std::uint64_t, 32>& offsets) {
    std::vector<OffsetRun> runs;
    const auto takes_part = [&](std::uint32_t lane) {
        return lane < 32 && (mask >> lane & 1) != 0;
    };
    for (std::uint32_t lane = 0; lane < 32;) {
        if (!takes_part(lane)) {
            ++lane;
            continue;
        }
        const std::uint32_t first = lane++;
        const std::uint64_t step = takes_part(lane) ? offsets[lane] - offsets[first] : 0;
        while (takes_part(lane) && offsets[lane] - offsets[lane - 1] == step) ++lane;
        runs.push_back({first, lane - first, offsets[first],
                        lane - first == 1 ? 0 : static_cast<std::int64_t>(step)});
    }
    return runs;
}

} // namespace vgpu::observe
