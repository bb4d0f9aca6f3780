// Copying and setting memory: whose pointer is it, does the range fit, is the direction right.
#pragma once

#include "vgpu/runtime/runtime.hpp"

namespace vgpu::runtime {

// A pointer as the program passed it. Pinned and managed memory is of both worlds.
struct Pointer {
    enum class Place : std::uint8_t { host, device, both, dangling } place = Place::host;
    std::uint64_t address = 0;
    std::optional<exec::Allocation> allocation; // of a dangling one: what was freed there, if known

    bool host_side() const { return place == Place::host || place == Place::both; }
    bool device_side() const { return place == Place::device || place == Place::both; }
};
Pointer classify(Call& call, const void* pointer);

// `height` rows of `width` bytes; a plain copy has one row.
struct CopyRequest {
    void* destination = nullptr;
    const void* source = nullptr;
    std::uint64_t width = 0;
    std::uint64_t height = 1;
    std::uint64_t destination_pitch = 0; // 0 with one row
    std::uint64_t source_pitch = 0;
    cudaMemcpyKind kind = cudaMemcpyDefault;
    bool waits = true; // for the device, before it begins: every copy but an asynchronous one
};
cudaError_t copy(Call& call, const CopyRequest& request);

struct SetRequest {
    void* destination = nullptr;
    int value = 0;
    std::uint64_t width = 0;
    std::uint64_t height = 1;
    std::uint64_t pitch = 0;
};
cudaError_t set(Call& call, const SetRequest& request);

} // namespace vgpu::runtime
