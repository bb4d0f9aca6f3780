// The wording of a race, as compute-sanitizer's racecheck puts it.
#pragma once

#include "vgpu/exec/events.hpp"

#include <cstddef>
#include <cstdint>

namespace vgpu::observe {

struct RaceParty {
    exec::CodePlace place;
    exec::WarpPlace warp;
    int lane = 0;
    isa::MemoryAction action = isa::MemoryAction::load;
};

exec::Fault race_fault(const RaceParty& earlier, const RaceParty& later, ptx::Space space,
                       std::uint64_t address, int bytes);

// Byte `offset` of what a lane stores; event.values must be told.
std::byte stored_byte(const exec::AccessEvent& event, std::uint32_t lane, std::uint64_t offset);

// The end of a block whose shared memory another block of the cluster may still use.
exec::Fault end_race_fault(const RaceParty& access, std::uint64_t block, std::uint64_t address,
                           int bytes);

} // namespace vgpu::observe
