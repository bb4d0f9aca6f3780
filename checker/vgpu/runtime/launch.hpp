// Launching a kernel: which one, whether the configuration is legal, what it left behind.
#pragma once

#include "vgpu/runtime/occupancy.hpp"
#include "vgpu/runtime/runtime.hpp"

#include <span>

namespace vgpu::runtime {

struct LaunchRequest {
    const void* function = nullptr; // a host function or a cudaKernel_t
    dim3 grid, block;
    void** arguments = nullptr; // one pointer a parameter
    std::uint64_t dynamic_shared_bytes = 0;
    cudaStream_t stream = nullptr;
    bool cooperative = false;
};
cudaError_t launch(Call& call, const LaunchRequest& request);

// The kernel behind a host function or handle, its module loaded.
cudaError_t find_kernel(Call& call, const void* function, Kernel*& kernel);

} // namespace vgpu::runtime
