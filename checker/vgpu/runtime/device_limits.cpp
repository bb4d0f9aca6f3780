#include "vgpu/runtime/device_limits.hpp"

#include <algorithm>

namespace vgpu::runtime {

std::optional<std::uint64_t> DeviceLimit::after(std::uint64_t wish) const {
    if (wish > most) return std::nullopt;
    const std::uint64_t raised = std::max(wish, least);
    const std::uint64_t rest = raised % unit;
    if (rest != 0 && raised > ~0ull - unit) return std::nullopt;
    return rest == 0 ? raised : raised + (unit - rest);
}

std::optional<DeviceLimit> device_limit(const DeviceModel& model, cudaLimit limit) {
    const auto persisting = static_cast<std::uint64_t>(
        device_attribute(model, 108 /* cudaDevAttrMaxPersistingL2CacheSize */).value_or(0));
    switch (limit) {
    case cudaLimitStackSize: // a thread has at most 512 KB of local memory
        return DeviceLimit{.standard = 1024, .unit = 16, .most = 512 << 10};
    case cudaLimitPrintfFifoSize:
        return DeviceLimit{.standard = 8650752, .least = 512 << 10, .most = 1ull << 40};
    case cudaLimitMallocHeapSize:
        return DeviceLimit{
            .standard = 8 << 20, .least = 4 << 20, .unit = 64 << 10, .most = 1ull << 40};
    case cudaLimitDevRuntimeSyncDepth: // gone with compute capability 9.0
        if (model.major >= 9) return std::nullopt;
        return DeviceLimit{.standard = 2, .most = 24};
    case cudaLimitDevRuntimePendingLaunchCount:
        return DeviceLimit{.standard = 2048, .least = 32};
    case cudaLimitMaxL2FetchGranularity:
        return DeviceLimit{.standard = 64, .most = 128};
    case cudaLimitPersistingL2CacheSize:
        return DeviceLimit{
            .standard = persisting * 3 / 10, .least = persisting / 10, .most = persisting};
    default:
        return std::nullopt;
    }
}

} // namespace vgpu::runtime
