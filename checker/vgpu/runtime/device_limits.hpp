// The limits of cudaDeviceSetLimit: what they are to begin with, and what becomes of a wish. As an
// H200 answers (checker/tests/silicon/device_attributes.txt): small ones are raised to a least
// value, some are rounded up to a unit, and what is beyond a most is refused.
#pragma once

#include "vgpu/runtime/device_model.hpp"

namespace vgpu::runtime {

struct DeviceLimit {
    std::uint64_t standard = 0;
    std::uint64_t least = 0;
    std::uint64_t unit = 1;
    std::uint64_t most = ~0ull;

    // nullopt for a wish that is refused.
    std::optional<std::uint64_t> after(std::uint64_t wish) const;
};

// nullopt for one that the device does not have.
std::optional<DeviceLimit> device_limit(const DeviceModel& model, cudaLimit limit);

} // namespace vgpu::runtime
