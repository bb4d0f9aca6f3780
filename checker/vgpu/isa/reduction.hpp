// What a reduction leaves of an element in memory, by its name: where the type is known only when
// an instruction runs, as that of a tensor is.
#pragma once

#include "vgpu/isa/instruction.hpp"

namespace vgpu::isa {

// "add", "min", ...; and the other way round.
Reduction reduction_named(std::string_view name);
std::string_view name_of(Reduction reduction);

// What becomes of an element in that space; nullptr if the type has no such reduction.
AtomicFunction reduction_of(Reduction reduction, ptx::Type type, ptx::Space space);

} // namespace vgpu::isa
