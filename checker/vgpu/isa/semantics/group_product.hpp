// The kinds of products of a warpgroup (isa/group_product.hpp).
#pragma once

#include "vgpu/isa/group_product.hpp"

namespace vgpu::isa::semantics {

void multiply_group_integers(const GroupProduct& product, const std::uint32_t* a,
                             const std::uint32_t* b, std::uint32_t* d);
void multiply_group_floats(const GroupProduct& product, const std::uint32_t* a,
                           const std::uint32_t* b, std::uint32_t* d);

} // namespace vgpu::isa::semantics
