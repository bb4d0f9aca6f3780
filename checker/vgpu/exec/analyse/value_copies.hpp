// Objects that are copied, found in the code: AccessEvent::copied.
#pragma once

#include "vgpu/exec/analyse/register_counts.hpp"

#include <vector>

namespace vgpu::exec {

struct CopiedValues {
    std::uint32_t elements = 0;           // of a load or store, a bit each
    std::uint32_t before = 0, behind = 0; // of a load: the object, from its address on
};

// The result is by isa pc. `is_target`: where control may come from elsewhere.
std::vector<CopiedValues> copied_values(const isa::Function& function, const RegisterCounts& counts,
                                        const std::vector<bool>& is_target);

} // namespace vgpu::exec
