#include "cupti/driver.hpp"

#include <cstdint>
#include <dlfcn.h>

namespace workbook::cupti {

namespace {

template <typename Function>
bool look_up(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

} // namespace

bool Driver::bind(void* library) {
    return look_up(library, "cuInit", init_) && look_up(library, "cuDeviceGet", device_get_) &&
           look_up(library, "cuDeviceGetName", device_name_) &&
           look_up(library, "cuDeviceGetAttribute", device_attribute_) &&
           look_up(library, "cuCtxGetCurrent", current_context_) &&
           look_up(library, "cuCtxGetDevice", context_device_) &&
           look_up(library, "cuCtxSynchronize", synchronize_) &&
           look_up(library, "cuPointerGetAttribute", pointer_attribute_) &&
           look_up(library, "cuGetErrorName", error_name_) &&
           look_up(library, "cuGetErrorString", error_string_) && init_(0) == CUDA_SUCCESS;
}

const Driver* Driver::find() {
    static Driver driver;
    static const bool found = [] {
        void* library = dlopen("libcuda.so.1", RTLD_NOW);
        return library != nullptr && driver.bind(library);
    }();
    return found ? &driver : nullptr;
}

Place Driver::place_of(const void* pointer) const {
    const auto address = static_cast<CUdeviceptr>(reinterpret_cast<std::uintptr_t>(pointer));
    unsigned managed = 0;
    if (pointer_attribute_(&managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, address) == CUDA_SUCCESS &&
        managed != 0)
        return Place::managed;
    unsigned type = 0; // the driver refuses addresses that it does not know: ordinary host memory
    if (pointer_attribute_(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, address) != CUDA_SUCCESS)
        return Place::host;
    return type == CU_MEMORYTYPE_DEVICE ? Place::device : Place::host;
}

std::optional<Driver::DeviceName> Driver::device() const {
    CUcontext context = nullptr;
    CUdevice device = 0;
    const bool current = current_context_(&context) == CUDA_SUCCESS && context != nullptr &&
                         context_device_(&device) == CUDA_SUCCESS;
    if (!current && device_get_(&device, 0) != CUDA_SUCCESS) return std::nullopt;
    char name[256] = "";
    DeviceName result;
    if (device_name_(name, sizeof name, device) != CUDA_SUCCESS) return std::nullopt;
    result.name = name;
    device_attribute_(&result.major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
    device_attribute_(&result.minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
    return result;
}

std::optional<Driver::Error> Driver::synchronize() const {
    CUcontext context = nullptr;
    if (current_context_(&context) != CUDA_SUCCESS || context == nullptr) return std::nullopt;
    const CUresult result = synchronize_();
    if (result == CUDA_SUCCESS) return std::nullopt;
    const char* name = nullptr;
    const char* text = nullptr;
    error_name_(result, &name);
    error_string_(result, &text);
    return Error{static_cast<int>(result), name != nullptr ? name : "",
                 text != nullptr ? text : ""};
}

} // namespace workbook::cupti
