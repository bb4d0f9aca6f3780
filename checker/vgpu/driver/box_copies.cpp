#include "vgpu/driver/box_copies.hpp"

namespace vgpu::driver {
namespace {

bool is_known(CUmemorytype type) {
    return type == CU_MEMORYTYPE_HOST || type == CU_MEMORYTYPE_DEVICE ||
           type == CU_MEMORYTYPE_ARRAY || type == CU_MEMORYTYPE_UNIFIED;
}

cudaMemcpyKind kind_of(CUmemorytype from, CUmemorytype to) {
    const bool from_host = from == CU_MEMORYTYPE_HOST, to_host = to == CU_MEMORYTYPE_HOST;
    if (from == CU_MEMORYTYPE_UNIFIED || to == CU_MEMORYTYPE_UNIFIED) return cudaMemcpyDefault;
    if (from_host) return to_host ? cudaMemcpyHostToHost : cudaMemcpyHostToDevice;
    return to_host ? cudaMemcpyDeviceToHost : cudaMemcpyDeviceToDevice;
}

cudaError_t bytes_of_element(const Side& side, size_t& bytes) {
    if (side.type != CU_MEMORYTYPE_ARRAY) return cudaSuccess;
    cudaChannelFormatDesc format{};
    const cudaError_t error =
        WORKBOOK_RUNTIME(cudaArrayGetInfo)(&format, nullptr, nullptr, array_of(side.array));
    bytes = static_cast<size_t>(format.x + format.y + format.z + format.w) / 8;
    return error;
}

CUmemorytype type_of(bool is_known, bool is_host) {
    if (!is_known) return CU_MEMORYTYPE_UNIFIED;
    return is_host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
}

} // namespace

BoxCopy box_of(const CUDA_MEMCPY2D& box) {
    return {{box.srcMemoryType, box.srcHost, box.srcDevice, box.srcArray, box.srcXInBytes, box.srcY,
             0, box.srcPitch, 0},
            {box.dstMemoryType, box.dstHost, box.dstDevice, box.dstArray, box.dstXInBytes, box.dstY,
             0, box.dstPitch, 0},
            box.WidthInBytes,
            box.Height,
            1};
}

BoxCopy box_of(const CUDA_MEMCPY3D& box) {
    return {{box.srcMemoryType, box.srcHost, box.srcDevice, box.srcArray, box.srcXInBytes, box.srcY,
             box.srcZ, box.srcPitch, box.srcHeight},
            {box.dstMemoryType, box.dstHost, box.dstDevice, box.dstArray, box.dstXInBytes, box.dstY,
             box.dstZ, box.dstPitch, box.dstHeight},
            box.WidthInBytes,
            box.Height,
            box.Depth};
}

CUresult parameters_of(const BoxCopy& box, cudaMemcpy3DParms& parameters) {
    for (const Side* side : {&box.from, &box.to})
        if (side->type == CU_MEMORYTYPE_ARRAY && side->array == nullptr)
            return fail(CUDA_ERROR_INVALID_VALUE, "an array of the copy is null");
    if (!is_known(box.from.type) || !is_known(box.to.type))
        return fail(CUDA_ERROR_INVALID_VALUE, "a memory type of the copy is none");
    size_t element = 1;
    for (const Side* side : {&box.from, &box.to})
        if (const cudaError_t error = bytes_of_element(*side, element); error != cudaSuccess)
            return result_of(error);
    if (box.width % element != 0)
        return fail(CUDA_ERROR_INVALID_VALUE,
                    "the width of a copy of an array is no whole number of its elements");
    const auto take = [&](const Side& side, cudaArray_t& array, cudaPos& position,
                          cudaPitchedPtr& memory) {
        if (side.type == CU_MEMORYTYPE_ARRAY) {
            array = array_of(side.array);
            position = {side.x / element, side.y, side.z};
            return;
        }
        const size_t pitch = side.pitch != 0 ? side.pitch : side.x + box.width;
        const size_t rows = side.height != 0 ? side.height : side.y + box.height;
        memory = {side.base(), pitch, pitch, rows};
        position = {side.x, side.y, side.z};
    };
    take(box.from, parameters.srcArray, parameters.srcPos, parameters.srcPtr);
    take(box.to, parameters.dstArray, parameters.dstPos, parameters.dstPtr);
    parameters.extent = {box.width / element, box.height, box.depth};
    parameters.kind = kind_of(box.from.type, box.to.type);
    return CUDA_SUCCESS;
}

CUDA_MEMCPY3D box_of(const cudaMemcpy3DParms& parameters) {
    const cudaMemcpyKind kind = parameters.kind;
    const bool is_known = kind != cudaMemcpyDefault;
    CUDA_MEMCPY3D box{};
    box.srcMemoryType =
        type_of(is_known, kind == cudaMemcpyHostToDevice || kind == cudaMemcpyHostToHost);
    box.dstMemoryType =
        type_of(is_known, kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyHostToHost);
    box.srcHost = parameters.srcPtr.ptr;
    box.srcDevice = reinterpret_cast<CUdeviceptr>(parameters.srcPtr.ptr);
    box.srcPitch = parameters.srcPtr.pitch;
    box.srcHeight = parameters.srcPtr.ysize;
    box.dstHost = parameters.dstPtr.ptr;
    box.dstDevice = reinterpret_cast<CUdeviceptr>(parameters.dstPtr.ptr);
    box.dstPitch = parameters.dstPtr.pitch;
    box.dstHeight = parameters.dstPtr.ysize;
    box.WidthInBytes = parameters.extent.width;
    box.Height = parameters.extent.height;
    box.Depth = parameters.extent.depth;
    return box;
}

} // namespace vgpu::driver
