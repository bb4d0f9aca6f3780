// The mbarrier objects of a block (PTX ISA 9.7.13.15).
//
// What an object is like stands here; its 8 bytes in shared memory hold an image of it, by which a
// store that does not belong there is found.
#pragma once

#include "vgpu/exec/bulk_copies.hpp"
#include "vgpu/isa/mbarrier.hpp"

#include <cstdint>
#include <map>
#include <vector>

namespace vgpu::exec {

struct MBarrier {
    std::uint32_t expected = 0; // arrivals of each phase
    std::uint32_t pending = 0;  // of this phase
    std::int64_t bytes = 0;     // that are still to come in this phase (tx-count)
    std::uint64_t phase = 0;
    // Copies that arrive when the phase completes: those of the lanes up to this number.
    struct Copies {
        std::uint32_t warp = 0, lanes = 0;
        std::uint64_t last = 0;
    };
    std::vector<Copies> copies;
    std::vector<BulkCopy> bulk; // the same

    static constexpr std::int64_t most_bytes = (1 << 20) - 1;

    std::uint64_t state(std::uint32_t address) const {
        return isa::MBarrierState{pending, address, phase}.bits();
    }
    std::uint64_t image(std::uint32_t address) const {
        constexpr std::uint64_t low = isa::MBarrierState::phase_mask;
        return (state(address) & ~low) | (static_cast<std::uint64_t>(bytes) & low);
    }
    bool is_complete() const { return pending == 0 && bytes == 0; }
};

using MBarriers = std::map<std::uint32_t, MBarrier>; // by address

} // namespace vgpu::exec
