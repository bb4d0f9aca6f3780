#include "harness/gpu.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>

namespace workbook {
namespace {

int needed_capability = 0; // what the lesson needs, times ten, as gpu_capability() has it

} // namespace

std::optional<WantedDevice> parse_wanted_device(std::string_view text) {
    if (text == "auto" || text.empty()) return WantedDevice::automatic;
    if (text == "gpu") return WantedDevice::gpu;
    if (text == "virtual") return WantedDevice::virtual_gpu;
    return std::nullopt;
}

std::optional<std::string> find_gpu(std::string& reason) {
    // The driver is never unloaded, because drivers do not take that well.
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

int gpu_capability() {
    void* driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!driver) return 0;
    const auto get = reinterpret_cast<int (*)(int*, int)>(dlsym(driver, "cuDeviceGet"));
    const auto get_attribute =
        reinterpret_cast<int (*)(int*, int, int)>(dlsym(driver, "cuDeviceGetAttribute"));
    // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR and _MINOR of cuda.h
    constexpr int major_attribute = 75, minor_attribute = 76;
    int device = 0, major = 0, minor = 0;
    if (!get || !get_attribute || get(&device, 0) != 0 ||
        get_attribute(&major, major_attribute, device) != 0 ||
        get_attribute(&minor, minor_attribute, device) != 0)
        return 0;
    return 10 * major + minor;
}

bool need_capability(int major, int minor) {
    needed_capability = 10 * major + minor;
    return true;
}

std::string lacking_capability(const std::string& name, int capability) {
    if (capability == 0 || capability >= needed_capability) return {};
    return fmt::format(
        "this lesson needs a GPU of compute capability {}.{} or newer, and the {} has "
        "{}.{}: set WORKBOOK_DEVICE=virtual to have the virtual GPU check it",
        needed_capability / 10, needed_capability % 10, name, capability / 10, capability % 10);
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
