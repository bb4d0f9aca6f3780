// Memory that the program owns: device, pinned and managed memory, and how it is given back.
#pragma once

#include "vgpu/runtime/runtime.hpp"

namespace vgpu::runtime {

cudaError_t allocate(Call& call, void** pointer, std::uint64_t bytes, MemoryKind kind,
                     unsigned flags = 0);

// cudaFree for device and managed memory, cudaFreeHost for pinned memory. Both wait for the device;
// cudaFreeAsync does not.
// One fault for each allocation that is still there, if settings ask for it (leakcheck).
void report_leaks(Runtime& runtime);
cudaError_t release(Call& call, void* pointer, bool pinned, bool waits = true);

// What `cudaMallocPitch` aligns rows to.
inline constexpr std::uint64_t pitch_alignment = 512;

} // namespace vgpu::runtime
