// What the virtual GPU says of itself: compute capability, limits, sizes. One table of attributes;
// cudaDeviceProp is filled from it.
//
// The model is that of an H100-class device, compute capability 9.0: PTX for a newer architecture
// is tried all the same (fatbin/container.hpp), and what cannot be run is refused by name.
#pragma once

#include <driver_types.h>

#include <cstdint>
#include <optional>

namespace vgpu::runtime {

struct DeviceModel {
    static constexpr const char* name = "Virtual GPU";
    static constexpr int major = 9;
    static constexpr int minor = 0;
    static constexpr std::uint32_t architecture = 10 * major + minor;
    static constexpr std::uint32_t sm_count = 132;

    static constexpr std::uint32_t max_threads_per_block = 1024;
    static constexpr std::uint32_t max_block[3] = {1024, 1024, 64};
    static constexpr std::uint32_t max_grid[3] = {2147483647, 65535, 65535};
    static constexpr std::uint32_t max_threads_per_sm = 2048;
    static constexpr std::uint32_t max_blocks_per_sm = 32;
    static constexpr std::uint32_t registers_per_sm = 65536;
    static constexpr std::uint64_t shared_per_block = 48 << 10;        // without opting in
    static constexpr std::uint64_t shared_per_block_optin = 227 << 10; // cudaFuncSetAttribute
    static constexpr std::uint64_t shared_per_sm = 228 << 10;
    static constexpr std::uint64_t shared_reserved_per_block = 1 << 10;
};

// nullopt for a number that is not an attribute.
std::optional<int> device_attribute(cudaDeviceAttr attribute);

} // namespace vgpu::runtime
