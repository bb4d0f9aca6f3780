// Copies and sets: those that programs with per-thread default streams call under another name
// (_ptds, _ptsz). per_thread_functions.cpp compiles them again.
#include "vgpu/driver/box_copies.hpp"
#include "vgpu/driver/driver_call.hpp"

using namespace vgpu::driver;

namespace {

CUresult copy(CUdeviceptr to, CUdeviceptr from, size_t bytes, cudaMemcpyKind kind) {
    return result_of(WORKBOOK_RUNTIME(cudaMemcpy)(pointer_of(to), pointer_of(from), bytes, kind));
}

CUresult copy(CUdeviceptr to, CUdeviceptr from, size_t bytes, cudaMemcpyKind kind,
              CUstream stream) {
    return result_of(
        WORKBOOK_RUNTIME(cudaMemcpyAsync)(pointer_of(to), pointer_of(from), bytes, kind, stream));
}

CUdeviceptr address_of(const void* pointer) { return reinterpret_cast<CUdeviceptr>(pointer); }

CUresult copy_box(const BoxCopy& box, bool asynchronous, CUstream stream) {
    if (box.width == 0 || box.height == 0 || box.depth == 0) return CUDA_SUCCESS;
    cudaMemcpy3DParms parameters{};
    if (const CUresult error = parameters_of(box, parameters); error != CUDA_SUCCESS) return error;
    return result_of(asynchronous ? WORKBOOK_RUNTIME(cudaMemcpy3DAsync)(&parameters, stream)
                                  : WORKBOOK_RUNTIME(cudaMemcpy3D)(&parameters));
}

CUresult copy_rows(const CUDA_MEMCPY2D* box, bool asynchronous, CUstream stream) {
    return box == nullptr ? null_argument() : copy_box(box_of(*box), asynchronous, stream);
}

CUresult copy_planes(const CUDA_MEMCPY3D* box, bool asynchronous, CUstream stream) {
    return box == nullptr ? null_argument() : copy_box(box_of(*box), asynchronous, stream);
}

// `width` in elements.
CUresult set(CUdeviceptr to, size_t pitch, unsigned value, unsigned element, size_t width,
             size_t height, bool asynchronous, CUstream stream) {
    const cudaMemsetParams parameters{.dst = pointer_of(to),
                                      .pitch = pitch,
                                      .value = value,
                                      .elementSize = element,
                                      .width = width,
                                      .height = height};
    return result_of(
        WORKBOOK_RUNTIME(workbook_set_memory)(&parameters, asynchronous ? 1 : 0, stream));
}

} // namespace

CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
    return in_context(__func__, [&] { return copy(to, from, bytes, cudaMemcpyDefault); });
}

CUresult cuMemcpyHtoD(CUdeviceptr to, const void* from, size_t bytes) {
    return in_context(__func__,
                      [&] { return copy(to, address_of(from), bytes, cudaMemcpyHostToDevice); });
}

CUresult cuMemcpyDtoH(void* to, CUdeviceptr from, size_t bytes) {
    return in_context(__func__,
                      [&] { return copy(address_of(to), from, bytes, cudaMemcpyDeviceToHost); });
}

CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
    return in_context(__func__, [&] { return copy(to, from, bytes, cudaMemcpyDeviceToDevice); });
}

CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
    return in_context(__func__, [&] { return copy(to, from, bytes, cudaMemcpyDefault, stream); });
}

CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void* from, size_t bytes, CUstream stream) {
    return in_context(__func__, [&] {
        return copy(to, address_of(from), bytes, cudaMemcpyHostToDevice, stream);
    });
}

CUresult cuMemcpyDtoHAsync(void* to, CUdeviceptr from, size_t bytes, CUstream stream) {
    return in_context(__func__, [&] {
        return copy(address_of(to), from, bytes, cudaMemcpyDeviceToHost, stream);
    });
}

CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
    return in_context(__func__,
                      [&] { return copy(to, from, bytes, cudaMemcpyDeviceToDevice, stream); });
}

CUresult cuMemcpyHtoA(CUarray to, size_t offset, const void* from, size_t bytes) {
    return in_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaMemcpy2DToArray)(array_of(to), offset, 0, from, bytes, bytes, 1,
                                                     cudaMemcpyHostToDevice);
    });
}

CUresult cuMemcpyAtoH(void* to, CUarray from, size_t offset, size_t bytes) {
    return in_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaMemcpy2DFromArray)(to, bytes, array_of(from), offset, 0, bytes,
                                                       1, cudaMemcpyDeviceToHost);
    });
}

CUresult cuMemcpy2D(const CUDA_MEMCPY2D* box) {
    return in_context(__func__, [&] { return copy_rows(box, false, nullptr); });
}

CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D* box) {
    return in_context(__func__, [&] { return copy_rows(box, false, nullptr); });
}

CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D* box, CUstream stream) {
    return in_context(__func__, [&] { return copy_rows(box, true, stream); });
}

CUresult cuMemcpy3D(const CUDA_MEMCPY3D* box) {
    return in_context(__func__, [&] { return copy_planes(box, false, nullptr); });
}

CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D* box, CUstream stream) {
    return in_context(__func__, [&] { return copy_planes(box, true, stream); });
}

CUresult cuMemsetD8(CUdeviceptr to, unsigned char value, size_t count) {
    return in_context(__func__, [&] { return set(to, 0, value, 1, count, 1, false, nullptr); });
}

CUresult cuMemsetD16(CUdeviceptr to, unsigned short value, size_t count) {
    return in_context(__func__, [&] { return set(to, 0, value, 2, count, 1, false, nullptr); });
}

CUresult cuMemsetD32(CUdeviceptr to, unsigned value, size_t count) {
    return in_context(__func__, [&] { return set(to, 0, value, 4, count, 1, false, nullptr); });
}

CUresult cuMemsetD2D8(CUdeviceptr to, size_t pitch, unsigned char value, size_t width,
                      size_t height) {
    return in_context(__func__,
                      [&] { return set(to, pitch, value, 1, width, height, false, nullptr); });
}

CUresult cuMemsetD2D16(CUdeviceptr to, size_t pitch, unsigned short value, size_t width,
                       size_t height) {
    return in_context(__func__,
                      [&] { return set(to, pitch, value, 2, width, height, false, nullptr); });
}

CUresult cuMemsetD2D32(CUdeviceptr to, size_t pitch, unsigned value, size_t width, size_t height) {
    return in_context(__func__,
                      [&] { return set(to, pitch, value, 4, width, height, false, nullptr); });
}

CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t count, CUstream stream) {
    return in_context(__func__, [&] { return set(to, 0, value, 1, count, 1, true, stream); });
}

CUresult cuMemsetD16Async(CUdeviceptr to, unsigned short value, size_t count, CUstream stream) {
    return in_context(__func__, [&] { return set(to, 0, value, 2, count, 1, true, stream); });
}

CUresult cuMemsetD32Async(CUdeviceptr to, unsigned value, size_t count, CUstream stream) {
    return in_context(__func__, [&] { return set(to, 0, value, 4, count, 1, true, stream); });
}

CUresult cuMemsetD2D8Async(CUdeviceptr to, size_t pitch, unsigned char value, size_t width,
                           size_t height, CUstream stream) {
    return in_context(__func__,
                      [&] { return set(to, pitch, value, 1, width, height, true, stream); });
}

CUresult cuMemsetD2D16Async(CUdeviceptr to, size_t pitch, unsigned short value, size_t width,
                            size_t height, CUstream stream) {
    return in_context(__func__,
                      [&] { return set(to, pitch, value, 2, width, height, true, stream); });
}

CUresult cuMemsetD2D32Async(CUdeviceptr to, size_t pitch, unsigned value, size_t width,
                            size_t height, CUstream stream) {
    return in_context(__func__,
                      [&] { return set(to, pitch, value, 4, width, height, true, stream); });
}
