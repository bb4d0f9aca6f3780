// Memory that the program owns: device, pinned and managed memory, and how it is given back.
#pragma once

#include "vgpu/runtime/runtime.hpp"

namespace vgpu::runtime {

cudaError_t allocate(Call& call, void** pointer, std::uint64_t bytes, MemoryKind kind,
                     unsigned flags = 0, PoolPointer pool = nullptr);

// One fault for each allocation that is still there, of one device or of all, if settings ask for
// it (leakcheck).
void report_leaks(Runtime& runtime, std::optional<int> device = std::nullopt);

// cudaFree for device and managed memory, cudaFreeHost for pinned memory: both wait for the device
// that it belongs to. cudaFreeAsync takes its place in the stream.
struct ReleaseRequest {
    bool pinned = false;
    bool array = false; // cudaFreeArray: the storage of an array
    bool in_stream = false;
    cudaStream_t stream = nullptr;
};
cudaError_t release(Call& call, void* pointer, const ReleaseRequest& request);

// What `cudaMallocPitch` aligns rows to.
inline constexpr std::uint64_t pitch_alignment = 512;

} // namespace vgpu::runtime
