// The one device: its number, properties, attributes, limits and versions.
#include "vgpu/runtime/device_properties.hpp"
#include "vgpu/runtime/runtime.hpp"

#include <fmt/core.h>

#include <cstring>

using namespace vgpu::runtime;

namespace {

cudaError_t check_device(Call& call, int device) {
    return device == 0
               ? cudaSuccess
               : call.fail(cudaErrorInvalidDevice,
                           fmt::format("there is no device {}: the virtual GPU is device 0 and "
                                       "the only one",
                                       device));
}

// The question's answer, if the pointer for it is not null.
template <class Value>
cudaError_t answer(Call& call, Value* into, Value value) {
    if (into == nullptr)
        return call.fail(cudaErrorInvalidValue,
                         fmt::format("{} was given a null pointer for its answer", call.api));
    *into = value;
    return cudaSuccess;
}

std::optional<std::size_t> default_limit(cudaLimit limit) {
    switch (limit) {
    case cudaLimitStackSize:
        return 1024;
    case cudaLimitPrintfFifoSize:
        return 1 << 20;
    case cudaLimitMallocHeapSize:
        return 8 << 20;
    case cudaLimitDevRuntimeSyncDepth:
        return 2;
    case cudaLimitDevRuntimePendingLaunchCount:
        return 2048;
    case cudaLimitMaxL2FetchGranularity:
        return 128;
    case cudaLimitPersistingL2CacheSize:
        return 0;
    default:
        return std::nullopt;
    }
}

} // namespace

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
    return api_call(__func__, [&](Call& call) { return answer(call, count, 1); });
}

cudaError_t cudaGetDevice(int* device) {
    return api_call(__func__, [&](Call& call) { return answer(call, device, 0); });
}

cudaError_t cudaSetDevice(int device) {
    return api_call(__func__, [&](Call& call) { return check_device(call, device); });
}

cudaError_t cudaInitDevice(int device, unsigned, unsigned) {
    return api_call(__func__, [&](Call& call) { return check_device(call, device); });
}

cudaError_t cudaSetValidDevices(int* devices, int count) {
    return api_call(__func__, [&](Call& call) {
        if (count < 0 || (count > 0 && devices == nullptr))
            return call.fail(cudaErrorInvalidValue, "the list of devices is null");
        for (int index = 0; index < count; ++index)
            if (const cudaError_t error = check_device(call, devices[index]); error != cudaSuccess)
                return error;
        return cudaSuccess;
    });
}

cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp*) {
    return api_call(__func__, [&](Call& call) { return answer(call, device, 0); });
}

cudaError_t cudaSetDeviceFlags(unsigned) {
    return api_call(__func__, [](Call&) { return cudaSuccess; });
}

cudaError_t cudaGetDeviceFlags(unsigned* flags) {
    return api_call(__func__,
                    [&](Call& call) { return answer(call, flags, unsigned{cudaDeviceMapHost}); });
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
    return api_call(__func__, [&](Call& call) {
        if (const cudaError_t error = check_device(call, device); error != cudaSuccess)
            return error;
        const auto known = device_attribute(call.runtime.model, attribute, device);
        if (!known)
            return call.fail(cudaErrorInvalidValue,
                             fmt::format("{} is not an attribute", static_cast<int>(attribute)));
        return answer(call, value, *known);
    });
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
    return api_call(__func__, [&](Call& call) {
        if (const cudaError_t error = check_device(call, device); error != cudaSuccess)
            return error;
        if (properties == nullptr)
            return call.fail(cudaErrorInvalidValue, "the pointer for the answer is null");
        if (!properties_layout_fits(soname_version))
            return call.fail(
                cudaErrorNotSupported,
                "cudaDeviceProp of this program's CUDA version has another layout than "
                "the one the virtual GPU was built with; ask for single attributes "
                "with cudaDeviceGetAttribute");
        fill_properties(*properties, call.runtime.model, call.runtime.settings.memory_bytes,
                        device);
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int device) {
    return api_call(__func__, [&](Call& call) {
        if (const cudaError_t error = check_device(call, device); error != cudaSuccess)
            return error;
        constexpr char id[] = "0000:00:00.0";
        if (text == nullptr || length < static_cast<int>(sizeof id))
            return call.fail(cudaErrorInvalidValue, "the text for the answer is null or too short");
        std::memcpy(text, id, sizeof id);
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
    return api_call(__func__, [&](Call& call) {
        if (const cudaError_t error = check_device(call, device); error != cudaSuccess)
            return error;
        if (const cudaError_t error = check_device(call, peer); error != cudaSuccess) return error;
        return answer(call, can, 0);
    });
}

cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
    return api_call(__func__, [&](Call& call) {
        const auto standard = default_limit(limit);
        if (!standard) return call.fail(cudaErrorUnsupportedLimit, "there is no such limit");
        const auto changed = call.runtime.limits.find(limit);
        return answer(call, value,
                      changed == call.runtime.limits.end() ? *standard : changed->second);
    });
}

// Kept and answered; what the virtual GPU can do does not depend on them.
cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
    return api_call(__func__, [&](Call& call) {
        if (!default_limit(limit))
            return call.fail(cudaErrorUnsupportedLimit, "there is no such limit");
        call.runtime.limits[limit] = value;
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
    return api_call(__func__,
                    [&](Call& call) { return answer(call, config, cudaFuncCachePreferNone); });
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) {
    return api_call(__func__, [](Call&) { return cudaSuccess; });
}

cudaError_t cudaDeviceReset() {
    Runtime& runtime = Runtime::instance();
    const std::lock_guard lock(runtime.mutex);
    const cudaError_t error = runtime.sticky();
    runtime.reset();
    return error;
}

cudaError_t cudaDriverGetVersion(int* version) {
    return api_call(__func__, [&](Call& call) { return answer(call, version, 13000); });
}

cudaError_t cudaRuntimeGetVersion(int* version) {
    return api_call(__func__,
                    [&](Call& call) { return answer(call, version, 1000 * soname_version); });
}

cudaError_t cudaProfilerStart() {
    return api_call(__func__, [](Call&) { return cudaSuccess; });
}

cudaError_t cudaProfilerStop() {
    return api_call(__func__, [](Call&) { return cudaSuccess; });
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
    return api_call(__func__, [&](Call& call) {
        thread_local cudaStreamCaptureMode current = cudaStreamCaptureModeGlobal;
        if (mode == nullptr)
            return call.fail(cudaErrorInvalidValue, "the pointer for the mode is null");
        std::swap(current, *mode);
        return cudaSuccess;
    });
}

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                            cudaChannelFormatKind kind) {
    return {x, y, z, w, kind};
}

} // extern "C"
