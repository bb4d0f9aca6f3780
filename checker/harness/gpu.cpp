#include "harness/gpu.hpp"

#include <dlfcn.h>
#include <link.h>

namespace workbook {

std::optional<WantedDevice> parse_wanted_device(std::string_view text) {
    if (text == "auto" || text.empty()) return WantedDevice::automatic;
    if (text == "gpu") return WantedDevice::gpu;
    if (text == "virtual") return WantedDevice::virtual_gpu;
    return std::nullopt;
}

std::optional<std::string> find_gpu(std::string& reason) {
    // The driver is not unloaded again: it does not take that well.
    void* driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!driver) {
        reason = "there is no NVIDIA driver (libcuda.so.1)";
        return std::nullopt;
    }
    // CUDA Driver API: cuInit, cuDeviceGetCount, cuDeviceGet, cuDeviceGetName; 0 is CUDA_SUCCESS.
    const auto init = reinterpret_cast<int (*)(unsigned)>(dlsym(driver, "cuInit"));
    const auto get_count = reinterpret_cast<int (*)(int*)>(dlsym(driver, "cuDeviceGetCount"));
    const auto get = reinterpret_cast<int (*)(int*, int)>(dlsym(driver, "cuDeviceGet"));
    const auto get_name =
        reinterpret_cast<int (*)(char*, int, int)>(dlsym(driver, "cuDeviceGetName"));
    int count = 0, device = 0;
    if (!init || !get_count || !get || !get_name || init(0) != 0 || get_count(&count) != 0 ||
        count < 1 || get(&device, 0) != 0) {
        reason = "the NVIDIA driver finds no GPU";
        return std::nullopt;
    }
    char name[256] = "GPU";
    get_name(name, sizeof name, device);
    return std::string(name);
}

std::string driver_folder() {
    void* driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
    link_map* map = nullptr;
    if (driver == nullptr || dlinfo(driver, RTLD_DI_LINKMAP, static_cast<void*>(&map)) != 0)
        return {};
    const std::string path = map->l_name;
    return path.substr(0, path.rfind('/'));
}

std::optional<DeviceChoice> choose_device(WantedDevice wanted, std::string& reason) {
    if (wanted != WantedDevice::virtual_gpu)
        if (auto name = find_gpu(reason)) return DeviceChoice{false, *name};
    if (wanted == WantedDevice::gpu) return std::nullopt;
    return DeviceChoice{};
}

} // namespace workbook
