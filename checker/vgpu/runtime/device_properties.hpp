// cudaDeviceProp, whose layout depends on the CUDA version that a program was built with: CUDA 12's
// is device_properties_12.hpp, CUDA 13's that of the toolkit.
#pragma once

#include "vgpu/runtime/cuda_api.hpp"
#include "vgpu/runtime/device_model.hpp"
#include "vgpu/runtime/device_properties_12.hpp"

#include <cstdint>

namespace vgpu::runtime {

// Whether the plain cudaGetDeviceProperties of that soname (12 or 13) fills the toolkit's struct.
// With soname 12, only programs compiled with CUDA 11's header call it, and it fills CUDA 11's
// struct.
bool properties_layout_fits(int soname);

void fill_properties(cudaDeviceProp& properties, const DeviceModel& model,
                     std::uint64_t memory_bytes, int ordinal);
void fill_properties(DeviceProperties12& properties, const DeviceModel& model,
                     std::uint64_t memory_bytes, int ordinal);

} // namespace vgpu::runtime
