// The opaque 64-bit states of mbarriers, which arrivals give and waits take (PTX ISA 9.7.13.15).
//
// The fields from the top: the phase's parity (1 bit), arrivals that were pending (20), where the
// barrier object is, in multiples of 8 bytes (20), the phase's number (23). The last two reveal a
// wait with another barrier's or an older phase's state.
#pragma once

#include <cstdint>

namespace vgpu::isa {

struct MBarrierState {
    std::uint32_t pending = 0;
    std::uint32_t address = 0; // in the block's shared memory
    std::uint64_t phase = 0;

    static constexpr std::uint32_t most_count = (1u << 20) - 1;
    static constexpr std::uint64_t phase_mask = (1u << 23) - 1;

    constexpr std::uint64_t bits() const {
        return (phase & 1) << 63 | std::uint64_t{pending} << 43 |
               std::uint64_t{address / 8 & most_count} << 23 | (phase & phase_mask);
    }
    static constexpr MBarrierState from(std::uint64_t bits) {
        return {static_cast<std::uint32_t>(bits >> 43 & most_count),
                static_cast<std::uint32_t>(bits >> 23 & most_count) * 8, bits & phase_mask};
    }
};

} // namespace vgpu::isa
