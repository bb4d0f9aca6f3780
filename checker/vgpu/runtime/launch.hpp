// Launching a kernel: which one, whether the configuration is legal, what it left behind.
#pragma once

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

// Blocks of that size that fit on one multiprocessor at a time.
std::uint32_t resident_blocks(const exec::KernelAttributes& attributes, std::uint64_t threads,
                              std::uint64_t dynamic_shared_bytes);

// Dynamic shared memory a launch may ask for.
std::uint64_t dynamic_shared_limit(const Kernel& kernel, const exec::KernelAttributes& attributes);

} // namespace vgpu::runtime
