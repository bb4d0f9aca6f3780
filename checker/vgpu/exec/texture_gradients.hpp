// The level of detail that the gradients of a fetch lead to, as an H200 computes it.
#pragma once

#include <array>

namespace vgpu::exec {

// Gradients in texels of the first level.
using Gradient = std::array<double, 3>;
float level_of_gradients(const Gradient& first, const Gradient& second);

} // namespace vgpu::exec
