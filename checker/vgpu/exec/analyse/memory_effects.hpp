// What a memory instruction does to memory, for the analyses that pass over what cannot matter to
// them. A new action does not compile until it is said here.
#pragma once

#include "vgpu/isa/instruction.hpp"

#include <cstdint>

namespace vgpu::exec {

enum class MemoryEffect : std::uint8_t {
    reads,            // changes nothing
    writes,           // at its address
    writes_elsewhere, // reads at its address
};

constexpr MemoryEffect effect_of(isa::MemoryAction action) {
    switch (action) { // without a default: the compiler asks for each
    case isa::MemoryAction::load:
    case isa::MemoryAction::prefetch:
    case isa::MemoryAction::acquire_map:
    case isa::MemoryAction::texture: // what a surface store changes is at no address
        return MemoryEffect::reads;
    case isa::MemoryAction::store:
    case isa::MemoryAction::atomic:
    case isa::MemoryAction::reduction:
    case isa::MemoryAction::mbarrier:
        break;
    case isa::MemoryAction::replace_field:
        break;
    case isa::MemoryAction::copy_map:
    case isa::MemoryAction::copy:
    case isa::MemoryAction::bulk_copy:
        return MemoryEffect::writes_elsewhere;
    }
    return MemoryEffect::writes;
}

} // namespace vgpu::exec
