// Memory: allocations of all kinds, pools, and what is known of an address.
#include "vgpu/driver/contexts.hpp"
#include "vgpu/driver/driver_call.hpp"

using namespace vgpu::driver;

// CUDA 12's names, which cuda.h declares only for the driver itself: a number says which place.
#undef cuMemAdvise
#undef cuMemPrefetchAsync
extern "C" {
CUresult cuMemAdvise(CUdeviceptr address, size_t bytes, CUmem_advise advice, CUdevice place);
CUresult cuMemPrefetchAsync(CUdeviceptr address, size_t bytes, CUdevice place, CUstream stream);
CUresult cuMemPrefetchAsync_ptsz(CUdeviceptr address, size_t bytes, CUdevice place,
                                 CUstream stream);
// The runtime's functions under the names that mean the same in CUDA 12 and 13.
cudaError_t cudaMemAdvise_v2(const void* address, size_t bytes, cudaMemoryAdvise advice,
                             cudaMemLocation place);
cudaError_t cudaMemPrefetchAsync_v2(const void* address, size_t bytes, cudaMemLocation place,
                                    unsigned flags, cudaStream_t stream);
}

namespace {

void** place_of(CUdeviceptr* address) { return reinterpret_cast<void**>(address); }

// The runtime gives a null pointer then, and so does the driver for memory of the host, but not for
// other memory.
CUresult check_bytes(const void* place, std::size_t bytes) {
    if (place == nullptr) return null_argument();
    return bytes != 0 ? CUDA_SUCCESS
                      : fail(CUDA_ERROR_INVALID_VALUE, "an allocation of 0 bytes was asked for");
}

cudaPointerAttributes attributes_of(CUdeviceptr address, cudaError_t& error) {
    cudaPointerAttributes found{};
    error = WORKBOOK_RUNTIME(cudaPointerGetAttributes)(&found, pointer_of(address));
    if (error == cudaSuccess && found.type == cudaMemoryTypeUnregistered)
        error = cudaErrorInvalidValue;
    return found;
}

cudaMemLocation location_of(CUdevice place) {
    return place == CU_DEVICE_CPU ? cudaMemLocation{cudaMemLocationTypeHost, 0}
                                  : cudaMemLocation{cudaMemLocationTypeDevice, place};
}

// The memory around an address. Mapped memory belongs to no context.
struct Range {
    std::uint64_t base = 0, bytes = 0;              // the allocation or the mapping
    std::uint64_t reserved = 0, reserved_bytes = 0; // around a mapping
    bool is_mapped() const { return reserved_bytes != 0; }
};
cudaError_t find_range(const void* address, Range& range) {
    return WORKBOOK_RUNTIME(workbook_range_of_address)(reinterpret_cast<std::uint64_t>(address),
                                                       &range.base, &range.bytes, &range.reserved,
                                                       &range.reserved_bytes);
}

template <class Value>
CUresult give(void* place, Value value) {
    *static_cast<Value*>(place) = value;
    return CUDA_SUCCESS;
}

CUresult pointer_attribute(void* data, CUpointer_attribute attribute, CUdeviceptr address) {
    cudaError_t error = cudaSuccess;
    const cudaPointerAttributes found = attributes_of(address, error);
    if (error != cudaSuccess) return result_of(error);
    Range range;
    switch (attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
        if (error = find_range(found.devicePointer, range); error != cudaSuccess)
            return result_of(error);
        return give<CUcontext>(data, range.is_mapped() ? nullptr : primary_context(found.device));
    case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
        return give<unsigned>(data, CU_MEM_HANDLE_TYPE_NONE);
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
        return give<unsigned>(data, found.type == cudaMemoryTypeHost ? CU_MEMORYTYPE_HOST
                                                                     : CU_MEMORYTYPE_DEVICE);
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
        return give(data, reinterpret_cast<CUdeviceptr>(found.devicePointer));
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
        return found.hostPointer == nullptr ? CUDA_ERROR_INVALID_VALUE
                                            : give(data, found.hostPointer);
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
        return give<unsigned char>(data, found.type == cudaMemoryTypeManaged);
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
        return give<int>(data, found.device);
    case CU_POINTER_ATTRIBUTE_MAPPED:
        return give<unsigned char>(data, 1);
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
    case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
        return give<unsigned char>(data, 0);
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
    case CU_POINTER_ATTRIBUTE_BUFFER_ID:
        if (error = find_range(found.devicePointer, range); error != cudaSuccess)
            return result_of(error);
        if (attribute == CU_POINTER_ATTRIBUTE_BUFFER_ID) // addresses are not used again
            return give<unsigned long long>(data, range.base);
        return attribute == CU_POINTER_ATTRIBUTE_RANGE_SIZE
                   ? give<std::size_t>(data, range.is_mapped() ? range.reserved_bytes : range.bytes)
                   : give<CUdeviceptr>(data, range.is_mapped() ? range.reserved : range.base);
    default:
        if (attribute <= 0 || attribute > CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE)
            return fail(CUDA_ERROR_INVALID_VALUE,
                        std::to_string(attribute) + " is no attribute of a pointer");
        return fail(CUDA_ERROR_NOT_SUPPORTED, "the virtual GPU does not have attribute " +
                                                  std::to_string(attribute) + " of pointers");
    }
}

} // namespace

CUresult cuMemGetInfo(size_t* free_bytes, size_t* total_bytes) {
    return with_context(__func__,
                        [&] { return WORKBOOK_RUNTIME(cudaMemGetInfo)(free_bytes, total_bytes); });
}

CUresult cuMemAlloc(CUdeviceptr* address, size_t bytes) {
    return with_context(__func__, [&] {
        const CUresult error = check_bytes(address, bytes);
        if (error != CUDA_SUCCESS) return error;
        return result_of(WORKBOOK_RUNTIME(cudaMalloc)(place_of(address), bytes));
    });
}

CUresult cuMemAllocPitch(CUdeviceptr* address, size_t* pitch, size_t width, size_t height,
                         unsigned element) {
    return with_context(__func__, [&] {
        if (element != 4 && element != 8 && element != 16)
            return fail(CUDA_ERROR_INVALID_VALUE, "ElementSizeBytes must be 4, 8 or 16");
        const CUresult error = check_bytes(address, width * height);
        if (error != CUDA_SUCCESS) return error;
        return result_of(
            WORKBOOK_RUNTIME(cudaMallocPitch)(place_of(address), pitch, width, height));
    });
}

CUresult cuMemFree(CUdeviceptr address) {
    return with_context(__func__, [&] { return WORKBOOK_RUNTIME(cudaFree)(pointer_of(address)); });
}

CUresult cuMemGetAddressRange(CUdeviceptr* base, size_t* bytes, CUdeviceptr address) {
    return with_context(__func__, [&] {
        Range range;
        const cudaError_t error = find_range(pointer_of(address), range);
        if (error != cudaSuccess) return error;
        if (base != nullptr) *base = range.base;
        if (bytes != nullptr) *bytes = range.bytes;
        return cudaSuccess;
    });
}

CUresult cuMemAllocHost(void** pointer, size_t bytes) {
    return with_context(__func__, [&] { return WORKBOOK_RUNTIME(cudaMallocHost)(pointer, bytes); });
}

CUresult cuMemHostAlloc(void** pointer, size_t bytes, unsigned flags) {
    return with_context(__func__,
                        [&] { return WORKBOOK_RUNTIME(cudaHostAlloc)(pointer, bytes, flags); });
}

CUresult cuMemFreeHost(void* pointer) {
    return with_context(__func__, [&] { return WORKBOOK_RUNTIME(cudaFreeHost)(pointer); });
}

CUresult cuMemHostGetDevicePointer(CUdeviceptr* address, void* pointer, unsigned flags) {
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaHostGetDevicePointer)(place_of(address), pointer, flags);
    });
}

CUresult cuMemHostGetFlags(unsigned* flags, void* pointer) {
    return with_context(__func__,
                        [&] { return WORKBOOK_RUNTIME(cudaHostGetFlags)(flags, pointer); });
}

CUresult cuMemHostRegister(void* pointer, size_t bytes, unsigned flags) {
    return with_context(__func__,
                        [&] { return WORKBOOK_RUNTIME(cudaHostRegister)(pointer, bytes, flags); });
}

CUresult cuMemHostUnregister(void* pointer) {
    return with_context(__func__, [&] { return WORKBOOK_RUNTIME(cudaHostUnregister)(pointer); });
}

CUresult cuMemAllocManaged(CUdeviceptr* address, size_t bytes, unsigned flags) {
    return with_context(__func__, [&] {
        const CUresult error = check_bytes(address, bytes);
        if (error != CUDA_SUCCESS) return error;
        return result_of(WORKBOOK_RUNTIME(cudaMallocManaged)(place_of(address), bytes, flags));
    });
}

CUresult cuMemPoolCreate(CUmemoryPool* pool, const CUmemPoolProps* properties) {
    static_assert(sizeof(CUmemPoolProps) == sizeof(cudaMemPoolProps));
    return initialised(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaMemPoolCreate)(
            pool, reinterpret_cast<const cudaMemPoolProps*>(properties));
    });
}

CUresult cuMemPoolDestroy(CUmemoryPool pool) {
    return initialised(__func__, [&] { return WORKBOOK_RUNTIME(cudaMemPoolDestroy)(pool); });
}

CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t bytes) {
    return initialised(__func__, [&] { return WORKBOOK_RUNTIME(cudaMemPoolTrimTo)(pool, bytes); });
}

CUresult cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute, void* value) {
    return initialised(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaMemPoolGetAttribute)(
            pool, static_cast<cudaMemPoolAttr>(attribute), value);
    });
}

CUresult cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute, void* value) {
    return initialised(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaMemPoolSetAttribute)(
            pool, static_cast<cudaMemPoolAttr>(attribute), value);
    });
}

CUresult cuPointerGetAttribute(void* data, CUpointer_attribute attribute, CUdeviceptr address) {
    return with_context(__func__, [&] {
        return data == nullptr ? null_argument() : pointer_attribute(data, attribute, address);
    });
}

// Where CUDA does not know the address, every answer is 0, and that is no error.
CUresult cuPointerGetAttributes(unsigned count, CUpointer_attribute* attributes, void** data,
                                CUdeviceptr address) {
    return with_context(__func__, [&]() -> CUresult {
        if (attributes == nullptr || data == nullptr) return null_argument();
        if (count == 0) return fail(CUDA_ERROR_INVALID_VALUE, "no attribute was asked for");
        cudaError_t error = cudaSuccess;
        const cudaPointerAttributes found = attributes_of(address, error);
        if (error == cudaErrorInvalidValue) {
            for (unsigned i = 0; i < count; ++i)
                if (attributes[i] == CU_POINTER_ATTRIBUTE_IS_MANAGED ||
                    attributes[i] == CU_POINTER_ATTRIBUTE_MAPPED)
                    give<unsigned char>(data[i], 0);
                else if (attributes[i] == CU_POINTER_ATTRIBUTE_MEMORY_TYPE)
                    give<unsigned>(data[i], 0);
                else if (attributes[i] == CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL)
                    give<int>(data[i], -2);
                else
                    give<void*>(data[i], nullptr);
            return CUDA_SUCCESS;
        }
        for (unsigned i = 0; i < count; ++i)
            if (attributes[i] == CU_POINTER_ATTRIBUTE_HOST_POINTER && found.hostPointer == nullptr)
                give<void*>(data[i], nullptr); // asked for alone, it is an error
            else if (const CUresult result = pointer_attribute(data[i], attributes[i], address);
                     result != CUDA_SUCCESS)
                return result;
        return CUDA_SUCCESS;
    });
}

CUresult cuMemAdvise(CUdeviceptr address, size_t bytes, CUmem_advise advice, CUdevice place) {
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaMemAdvise_v2)(
            pointer_of(address), bytes, static_cast<cudaMemoryAdvise>(advice), location_of(place));
    });
}

CUresult cuMemPrefetchAsync(CUdeviceptr address, size_t bytes, CUdevice place, CUstream stream) {
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaMemPrefetchAsync_v2)(pointer_of(address), bytes,
                                                         location_of(place), 0, stream);
    });
}

CUresult cuMemPrefetchAsync_ptsz(CUdeviceptr address, size_t bytes, CUdevice place,
                                 CUstream stream) {
    return driver_call<Needs::context, true>(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaMemPrefetchAsync_v2)(pointer_of(address), bytes,
                                                         location_of(place), 0, stream);
    });
}

CUresult cuMemAdvise_v2(CUdeviceptr address, size_t bytes, CUmem_advise advice,
                        CUmemLocation place) {
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaMemAdvise_v2)(
            pointer_of(address), bytes, static_cast<cudaMemoryAdvise>(advice),
            {static_cast<cudaMemLocationType>(place.type), place.id});
    });
}
