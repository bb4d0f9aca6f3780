// Lanes whose addresses are evenly spaced, as traces keep them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace vgpu::observe {

struct OffsetRun {
    std::uint32_t lane = 0, count = 0; // lanes side by side, from that one on
    std::uint64_t offset = 0;          // of the first
    std::int64_t step = 0;             // from each to the next; 0 for one lane alone
};

// The mask's lanes in their order; `offsets` by lane.
std::vector<OffsetRun> runs_of(std::uint32_t mask, const std::array<std::uint64_t, 32>& offsets);

} // namespace vgpu::observe
