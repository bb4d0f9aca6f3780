// Launching a kernel: which one, whether the configuration is legal, what it left behind.
#pragma once

#include "vgpu/runtime/occupancy.hpp"
#include "vgpu/runtime/runtime.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vgpu::runtime {

// Threads of a block; of a grid, its blocks.
inline std::uint64_t threads_of(const dim3& block) {
    return static_cast<std::uint64_t>(block.x) * block.y * block.z;
}
std::string text_of(const dim3& value); // "(8, 1, 1)"

struct LaunchRequest {
    const void* function = nullptr; // a host function or a cudaKernel_t
    dim3 grid, block;
    void** arguments = nullptr; // one pointer a parameter
    std::uint64_t dynamic_shared_bytes = 0;
    cudaStream_t stream = nullptr;
    bool cooperative = false;
    // What cudaLaunchAttributeClusterDimension asks for; all 0: nothing.
    dim3 cluster{0, 0, 0};
    // What the arguments lead to, one parameter behind the other, if that was fetched before: then
    // they are not looked at.
    std::optional<std::vector<std::byte>> parameters{};
};
// What a launch configuration asks for, with its attributes, which are in the program's memory.
cudaError_t read_config(Call& call, const cudaLaunchConfig_t& config, LaunchRequest& request);

// CUDA C++ programming guide, "Thread Block Clusters": so many blocks are possible everywhere, more
// where a kernel allows it and the device can (cudaFuncAttributeNonPortableClusterSizeAllowed).
inline constexpr std::uint32_t portable_cluster_blocks = 8;
inline constexpr std::uint32_t first_with_clusters = 90; // architecture

// The size of the clusters of a launch: the request's, the kernel's, or one block. Returns CUDA's
// error if such clusters are not possible (clusters.cpp).
cudaError_t find_cluster(Call& call, const LaunchRequest& request, const Kernel& kernel,
                         const exec::KernelAttributes& attributes, const std::string& name,
                         exec::Dim3& cluster);
// Checks the launch and puts it into its stream's queue. It runs when a call waits for it.
cudaError_t launch(Call& call, const LaunchRequest& request);

// The launch as a piece of work on the current device, with an event in the trace.
cudaError_t work_of_launch(Call& call, const LaunchRequest& request, Work& work);
// For a graph's node: checks that it could be launched, and puts its parameters into the request.
cudaError_t complete(Call& call, LaunchRequest& request);

// Whether there is such a configuration of shared memory; it changes nothing.
cudaError_t check_banks(Call& call, cudaSharedMemConfig config);

// The kernel behind a host function or handle, its module loaded.
cudaError_t find_kernel(Call& call, const void* function, Kernel*& kernel);

} // namespace vgpu::runtime
