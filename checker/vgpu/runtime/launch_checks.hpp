// Whether a launch is possible: its kernel, its shape, what it needs of the device.
#pragma once

#include "vgpu/runtime/launch.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace vgpu::runtime {

// The kernel that the request is of, and its parameters as PTX lays them out.
struct CheckedLaunch {
    Kernel* kernel = nullptr;
    std::string name = "a kernel";
    std::uint64_t static_shared_bytes = 0;
    exec::Dim3 cluster;
    bool explicit_cluster = false;
    std::vector<std::byte> bytes;      // one parameter behind the other
    std::vector<std::byte> parameters; // the block
};

// Loads the kernel. Whatever is known is in `checked` if there is an error, too.
cudaError_t check_launch(Call& call, const LaunchRequest& request, CheckedLaunch& checked);

} // namespace vgpu::runtime
