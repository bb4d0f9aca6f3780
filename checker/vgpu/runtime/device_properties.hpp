// cudaDeviceProp, whose layout depends on the CUDA version that a program was built with.
#pragma once

#include "vgpu/runtime/cuda_api.hpp"
#include "vgpu/runtime/device_model.hpp"

#include <cstdint>

namespace vgpu::runtime {

// Whether a program that asks for that soname (12 or 13) uses the layout of the toolkit that this
// library was built with.
bool properties_layout_fits(int soname);

void fill_properties(cudaDeviceProp& properties, const DeviceModel& model,
                     std::uint64_t memory_bytes, int ordinal);

} // namespace vgpu::runtime
