// The devices: their number, properties, attributes, limits and versions.
#include "vgpu/runtime/call_checks.hpp"
#include "vgpu/runtime/device_limits.hpp"
#include "vgpu/runtime/device_properties.hpp"
#include "vgpu/runtime/launch.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

using namespace vgpu::runtime;

namespace {

int device_count(Call& call) { return static_cast<int>(call.runtime.settings.devices); }

cudaError_t check_given_device(Call& call, int device) {
    const int count = device_count(call);
    if (device >= 0 && device < count) return cudaSuccess;
    return call.fail(cudaErrorInvalidDevice,
                     count == 1 ? fmt::format("there is no device {}: the virtual GPU is device 0 "
                                              "and the only one (WORKBOOK_DEVICES sets how many)",
                                              device)
                                : fmt::format("there is no device {}: they are 0 to {} "
                                              "(WORKBOOK_DEVICES sets how many)",
                                              device, count - 1));
}

std::string bus_id(int device) { return fmt::format("0000:{:02X}:00.0", device); }

// The question's answer, if the pointer for it is not null.
template <class Value>
cudaError_t answer(Call& call, Value* into, Value value) {
    if (into == nullptr) return null_answer(call);
    *into = value;
    return cudaSuccess;
}

template <class Properties>
cudaError_t device_properties(Call& call, Properties* into, int device) {
    if (const cudaError_t error = check_given_device(call, device); error != cudaSuccess)
        return error;
    if (into == nullptr) return null_answer(call);
    fill_properties(*into, call.runtime.model_of(device), call.runtime.settings.memory_bytes,
                    device);
    return cudaSuccess;
}

cudaError_t no_limit(Call& call) {
    return call.fail(cudaErrorUnsupportedLimit, "the device has no such limit");
}

} // namespace

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
    return api_call(__func__, [&](Call& call) { return answer(call, count, device_count(call)); });
}

cudaError_t cudaGetDevice(int* device) {
    return api_call(__func__,
                    [&](Call& call) { return answer(call, device, Call::current_device()); });
}

cudaError_t cudaSetDevice(int device) {
    Runtime& runtime = Runtime::instance();
    if (runtime.has_device(device) && !host_thread().in_host_function) {
        const CallLock lock(runtime);
        current_device_of_thread() = device;
        if (runtime.lost_in_use(device)) return cudaSuccess;
    }
    return api_call(__func__, [&](Call& call) { return check_given_device(call, device); });
}

cudaError_t cudaInitDevice(int device, unsigned, unsigned) {
    return api_call(__func__, [&](Call& call) { return check_given_device(call, device); });
}

cudaError_t cudaSetValidDevices(int* devices, int count) {
    return api_call(__func__, [&](Call& call) {
        if (count < 0 || (count > 0 && devices == nullptr))
            return call.fail(cudaErrorInvalidValue, "the list of devices is null");
        if (static_cast<std::uint64_t>(count) > call.runtime.settings.devices)
            return call.fail(cudaErrorInvalidValue, "the list has more devices than there are");
        for (int index = 0; index < count; ++index) {
            const auto device =
                host_program().get<int>(reinterpret_cast<std::uint64_t>(devices + index));
            if (!device) return call.fail(cudaErrorInvalidValue, "the list of devices ends early");
            if (const cudaError_t error = check_given_device(call, *device); error != cudaSuccess)
                return error;
        }
        return cudaSuccess;
    });
}

cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp*) {
    return api_call(__func__, [&](Call& call) {
        return host_program().put(reinterpret_cast<std::uint64_t>(device), 0)
                   ? cudaSuccess
                   : answer<int>(call, nullptr, 0);
    });
}

// How the host waits is the system's business; what was asked for is kept and answered.
cudaError_t cudaSetDeviceFlags(unsigned flags) {
    return api_call(__func__, [&](Call& call) {
        if ((flags & ~static_cast<unsigned>(cudaDeviceMask)) != 0)
            return call.fail(cudaErrorInvalidValue, fmt::format("flags {:#x} are unknown", flags));
        call.runtime.device_flags[static_cast<std::size_t>(Call::current_device())] = flags;
        return cudaSuccess;
    });
}

cudaError_t cudaGetDeviceFlags(unsigned* flags) {
    return api_call(__func__, [&](Call& call) {
        const auto device = static_cast<std::size_t>(Call::current_device());
        return answer(call, flags, call.runtime.device_flags[device] | cudaDeviceMapHost);
    });
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
    return api_call(__func__, [&](Call& call) {
        if (const cudaError_t error = check_given_device(call, device); error != cudaSuccess)
            return error;
        const auto known = device_attribute(call.runtime.model_of(device), attribute, device);
        if (!known)
            return call.fail(cudaErrorInvalidValue,
                             fmt::format("{} is not an attribute", static_cast<int>(attribute)));
        return answer(call, value, *known);
    });
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* into, int device) {
    return api_call(__func__, [&](Call& call) {
        if (!properties_layout_fits(call.runtime.soname_version))
            return call.fail(
                cudaErrorNotSupported,
                "under this name CUDA 12's library fills the cudaDeviceProp of CUDA 11, "
                "which the virtual GPU does not know; a program compiled with CUDA 12 "
                "calls cudaGetDeviceProperties_v2");
        return device_properties(call, into, device);
    });
}

// What CUDA 12's header makes of cudaGetDeviceProperties.
__attribute__((visibility("default"))) cudaError_t
cudaGetDeviceProperties_v2(DeviceProperties12* into, int device) {
    return api_call("cudaGetDeviceProperties",
                    [&](Call& call) { return device_properties(call, into, device); });
}

cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int device) {
    return api_call(__func__, [&](Call& call) {
        if (const cudaError_t error = check_given_device(call, device); error != cudaSuccess)
            return error;
        const std::string id = bus_id(device);
        if (text == nullptr || length <= static_cast<int>(id.size()) ||
            !host_program().write_bytes(reinterpret_cast<std::uint64_t>(text), id.c_str(),
                                        id.size() + 1))
            return call.fail(cudaErrorInvalidValue, "the text for the answer is null or too short");
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* text) {
    return api_call(__func__, [&](Call& call) {
        if (text == nullptr)
            return call.fail(cudaErrorInvalidValue, "the text with the bus id is null");
        for (int ordinal = 0; ordinal < device_count(call); ++ordinal)
            if (bus_id(ordinal) == text) return answer(call, device, ordinal);
        unsigned domain = 0, bus = 0, slot = 0;
        if (std::sscanf(text, "%x:%x:%x", &domain, &bus, &slot) < 2)
            return call.fail(cudaErrorInvalidValue,
                             fmt::format("\"{}\" is no bus id, such as {}", text, bus_id(0)));
        return call.fail(cudaErrorInvalidDevice,
                         fmt::format("no device is at {}: device 0 is at {}", text, bus_id(0)));
    });
}

// The widest that the profile's card can have, in elements of that format.
cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t* width, const cudaChannelFormatDesc* format,
                                                 int device) {
    return api_call(__func__, [&](Call& call) {
        if (const cudaError_t error = check_given_device(call, device); error != cudaSuccess)
            return error;
        if (format == nullptr) return call.fail(cudaErrorInvalidValue, "the format is null");
        // 4 GiB, and at most 2^30 elements (an H200's answers for char, float and float4).
        const int bits = format->x + format->y + format->z + format->w;
        if (bits <= 0 || bits % 8 != 0)
            return call.fail(cudaErrorInvalidChannelDescriptor, "the format has no whole bytes");
        return answer(
            call, width,
            std::min(std::size_t{1} << 30, (std::size_t{1} << 35) / static_cast<unsigned>(bits)));
    });
}

// Only kernels and copies write to the device's memory, so there is nothing to flush.
cudaError_t cudaDeviceFlushGPUDirectRDMAWrites(cudaFlushGPUDirectRDMAWritesTarget,
                                               cudaFlushGPUDirectRDMAWritesScope) {
    return api_call(__func__, [](Call&) { return cudaSuccess; });
}

// There is no cache whose lines could persist.
cudaError_t cudaCtxResetPersistingL2Cache() {
    return api_call(__func__, [](Call&) { return cudaSuccess; });
}

cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
    return api_call(__func__, [&](Call& call) {
        const auto known = call.runtime.limit(limit, Call::current_device());
        return known ? answer(call, value, static_cast<std::size_t>(*known)) : no_limit(call);
    });
}

// Kept and answered; only that of the heap (device code's malloc) is one for the virtual GPU.
cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
    return api_call(__func__, [&](Call& call) {
        const auto known = device_limit(call.model(), limit);
        if (!known) return no_limit(call);
        const auto now = known->after(value);
        if (!now)
            return call.fail(
                cudaErrorInvalidValue,
                fmt::format("{} is beyond that limit, which is {}", value, known->most));
        call.runtime.limits[{Call::current_device(), limit}] = *now;
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
    return api_call(__func__,
                    [&](Call& call) { return answer(call, config, cudaFuncCachePreferNone); });
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) {
    return api_call(__func__, [&](Call& call) {
        if (config < cudaFuncCachePreferNone || config > cudaFuncCachePreferEqual)
            return call.fail(cudaErrorInvalidValue, "there is no such cache configuration");
        return cudaSuccess;
    });
}

// Shared memory has banks of 4 bytes.
__attribute__((visibility("default"))) cudaError_t
cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
    return api_call(__func__, [&](Call& call) {
        if (config == nullptr) return null_answer(call);
        *config = cudaSharedMemBankSizeFourByte;
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config) {
    return api_call(__func__, [&](Call& call) { return check_banks(call, config); });
}

cudaError_t cudaDeviceReset() {
    Runtime& runtime = Runtime::instance();
    const CallLock lock(runtime);
    runtime.reset();
    return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int* version) {
    return api_call(__func__, [&](Call& call) { return answer(call, version, 13000); });
}

cudaError_t cudaRuntimeGetVersion(int* version) {
    return api_call(__func__, [&](Call& call) {
        return answer(call, version, 1000 * call.runtime.soname_version);
    });
}

cudaError_t cudaProfilerStart() {
    return api_call(__func__, [](Call&) { return cudaSuccess; });
}

cudaError_t cudaProfilerStop() {
    return api_call(__func__, [](Call&) { return cudaSuccess; });
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
    return api_call(__func__, [&](Call& call) {
        if (mode == nullptr) return null_answer(call);
        const int current = std::exchange(host_thread().capture_mode, *mode);
        *mode = static_cast<cudaStreamCaptureMode>(current);
        return cudaSuccess;
    });
}

} // extern "C"
