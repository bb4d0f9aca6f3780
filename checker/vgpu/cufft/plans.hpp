// The plans that there are, by their handles.
#pragma once

#include "vgpu/cufft/plan.hpp"

namespace vgpu::cufft {

// A plan that has no transform yet. Its handle is the lowest that is free.
Plan* add_plan(cufftHandle& handle);
Plan* find_plan(cufftHandle handle); // null if there is none
void remove_plan(cufftHandle handle);

} // namespace vgpu::cufft
