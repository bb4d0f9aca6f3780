// The driver itself and its devices.
#include "vgpu/driver/contexts.hpp"
#include "vgpu/driver/driver_call.hpp"

#include <algorithm>
#include <array>
#include <cstring>

using namespace vgpu::driver;

// Older programs' name, which cuda.h declares only for the driver itself.
#undef cuDeviceGetUuid

// Called only with CUDA 12's libcudart, whose structure is another one with the same beginning.
extern "C" cudaError_t cudaGetDeviceProperties_v2(cudaDeviceProp* into, int device);

namespace {

// Has room for the structure of either version.
struct Properties {
    alignas(cudaDeviceProp) std::array<std::byte, 2 * sizeof(cudaDeviceProp)> bytes{};
    // What lies in both at the same place: the name, the UUID, the size of the memory.
    const cudaDeviceProp& common() const {
        return *reinterpret_cast<const cudaDeviceProp*>(bytes.data());
    }
    cudaError_t fetch(int device) {
        auto* into = reinterpret_cast<cudaDeviceProp*>(bytes.data());
        return runtime_version() == 12 ? WORKBOOK_RUNTIME(cudaGetDeviceProperties_v2)(into, device)
                                       : WORKBOOK_RUNTIME(cudaGetDeviceProperties)(into, device);
    }
};

// What only the driver has attributes for, and the virtual GPU has not (CUDA 13.0's numbers).
bool is_attribute_of_what_is_missing(CUdevice_attribute attribute) {
    switch (attribute) {
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_HANDLE_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_FABRIC_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR:
    case CU_DEVICE_ATTRIBUTE_DMA_BUF_SUPPORTED:
        return true;
    default:
        return false;
    }
}

CUresult attribute_of(int* value, CUdevice_attribute attribute, CUdevice device) {
    if (value == nullptr) return null_argument();
    if (is_attribute_of_what_is_missing(attribute) ||
        attribute == CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED) {
        *value = attribute == CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED;
        return CUDA_SUCCESS;
    }
    return result_of(WORKBOOK_RUNTIME(cudaDeviceGetAttribute)(
        value, static_cast<cudaDeviceAttr>(attribute), device));
}

CUresult uuid_of(CUuuid* uuid, CUdevice device) {
    if (uuid == nullptr) return null_argument();
    Properties properties;
    const cudaError_t error = properties.fetch(device);
    if (error == cudaSuccess) *uuid = properties.common().uuid;
    return result_of(error);
}

} // namespace

CUresult cuInit(unsigned flags) {
    return at_any_time(__func__, [&] {
        if (flags != 0) return fail(CUDA_ERROR_INVALID_VALUE, "the flags of cuInit must be 0");
        note_initialised();
        return CUDA_SUCCESS;
    });
}

CUresult cuDriverGetVersion(int* version) {
    return at_any_time(__func__, [&]() -> CUresult {
        if (version == nullptr) return null_argument();
        return result_of(WORKBOOK_RUNTIME(cudaDriverGetVersion)(version));
    });
}

CUresult cuDeviceGetCount(int* count) {
    return initialised(__func__, [&]() -> CUresult {
        if (count == nullptr) return null_argument();
        return result_of(WORKBOOK_RUNTIME(cudaGetDeviceCount)(count));
    });
}

CUresult cuDeviceGet(CUdevice* device, int ordinal) {
    return initialised(__func__, [&]() -> CUresult {
        if (device == nullptr) return null_argument();
        int count = 0;
        if (const cudaError_t error = WORKBOOK_RUNTIME(cudaGetDeviceCount)(&count);
            error != cudaSuccess)
            return result_of(error);
        if (ordinal < 0 || ordinal >= count)
            return fail(CUDA_ERROR_INVALID_DEVICE, "there is no device " + std::to_string(ordinal) +
                                                       ", only " + std::to_string(count) +
                                                       " in all");
        *device = ordinal;
        return CUDA_SUCCESS;
    });
}

CUresult cuDeviceGetName(char* name, int length, CUdevice device) {
    return initialised(__func__, [&]() -> CUresult {
        if (name == nullptr || length <= 0) return null_argument();
        Properties properties;
        if (const cudaError_t error = properties.fetch(device); error != cudaSuccess)
            return result_of(error);
        const std::size_t most = static_cast<std::size_t>(length) - 1;
        const std::size_t count = std::min(most, std::strlen(properties.common().name));
        std::memcpy(name, properties.common().name, count);
        name[count] = '\0';
        return CUDA_SUCCESS;
    });
}

CUresult cuDeviceTotalMem(size_t* bytes, CUdevice device) {
    return initialised(__func__, [&]() -> CUresult {
        if (bytes == nullptr) return null_argument();
        Properties properties;
        const cudaError_t error = properties.fetch(device);
        if (error == cudaSuccess) *bytes = properties.common().totalGlobalMem;
        return result_of(error);
    });
}

extern "C" CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice device) {
    return initialised(__func__, [&] { return uuid_of(uuid, device); });
}

extern "C" CUresult cuDeviceGetUuid_v2(CUuuid* uuid, CUdevice device) {
    return initialised(__func__, [&] { return uuid_of(uuid, device); });
}

CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice device) {
    return initialised(__func__, [&] { return attribute_of(value, attribute, device); });
}

CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice device) {
    return initialised(__func__, [&] {
        const CUresult first =
            attribute_of(major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
        if (first != CUDA_SUCCESS) return first;
        return attribute_of(minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
    });
}

CUresult cuDeviceGetPCIBusId(char* text, int length, CUdevice device) {
    return initialised(
        __func__, [&] { return WORKBOOK_RUNTIME(cudaDeviceGetPCIBusId)(text, length, device); });
}

CUresult cuDeviceGetByPCIBusId(CUdevice* device, const char* text) {
    return initialised(__func__,
                       [&] { return WORKBOOK_RUNTIME(cudaDeviceGetByPCIBusId)(device, text); });
}

CUresult cuDeviceCanAccessPeer(int* can, CUdevice device, CUdevice peer) {
    return initialised(
        __func__, [&] { return WORKBOOK_RUNTIME(cudaDeviceCanAccessPeer)(can, device, peer); });
}

CUresult cuDeviceGetP2PAttribute(int* value, CUdevice_P2PAttribute attribute, CUdevice source,
                                 CUdevice destination) {
    return initialised(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaDeviceGetP2PAttribute)(
            value, static_cast<cudaDeviceP2PAttr>(attribute), source, destination);
    });
}

CUresult cuDeviceGetDefaultMemPool(CUmemoryPool* pool, CUdevice device) {
    return initialised(__func__,
                       [&] { return WORKBOOK_RUNTIME(cudaDeviceGetDefaultMemPool)(pool, device); });
}

CUresult cuDeviceGetMemPool(CUmemoryPool* pool, CUdevice device) {
    return initialised(__func__,
                       [&] { return WORKBOOK_RUNTIME(cudaDeviceGetMemPool)(pool, device); });
}

CUresult cuDeviceSetMemPool(CUdevice device, CUmemoryPool pool) {
    return initialised(__func__,
                       [&] { return WORKBOOK_RUNTIME(cudaDeviceSetMemPool)(device, pool); });
}
