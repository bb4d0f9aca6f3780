#include "vgpu/cublas/handle.hpp"

#include "vgpu/cublas/status.hpp"

#include <new>

// The library's own version, which the build writes.
extern const int workbook_cublas_version;

namespace {

template <class Value>
cublasStatus_t set(cublasHandle_t handle, Value cublasContext::*member, Value value,
                   bool is_possible) {
    WORKBOOK_CUBLAS_REQUIRE_HANDLE(handle);
    WORKBOOK_CUBLAS_REQUIRE(is_possible);
    handle->*member = value;
    return CUBLAS_STATUS_SUCCESS;
}

template <class Value>
cublasStatus_t get(cublasHandle_t handle, Value cublasContext::*member, Value* value) {
    WORKBOOK_CUBLAS_REQUIRE_HANDLE(handle);
    WORKBOOK_CUBLAS_REQUIRE(value != nullptr);
    *value = handle->*member;
    return CUBLAS_STATUS_SUCCESS;
}

} // namespace

cublasStatus_t cublasCreate_v2(cublasHandle_t* handle) {
    WORKBOOK_CUBLAS_REQUIRE(handle != nullptr);
    *handle = nullptr;
    if (cudaFree(nullptr) != cudaSuccess) return CUBLAS_STATUS_NOT_INITIALIZED; // no device
    *handle = new (std::nothrow) cublasContext;
    return *handle != nullptr ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_ALLOC_FAILED;
}

// Waits for the device, as NVIDIA's does.
cublasStatus_t cublasDestroy_v2(cublasHandle_t handle) {
    WORKBOOK_CUBLAS_REQUIRE_HANDLE(handle);
    const auto status = vgpu::cublas::status_of(cudaDeviceSynchronize());
    if (handle->result != nullptr) cudaFreeHost(handle->result);
    delete handle;
    return status;
}

cublasStatus_t cublasGetVersion_v2(cublasHandle_t, int* version) {
    WORKBOOK_CUBLAS_REQUIRE(version != nullptr);
    *version = workbook_cublas_version;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetProperty(libraryPropertyType type, int* value) {
    return vgpu::cublas::property_of(workbook_cublas_version, type, value);
}

std::size_t cublasGetCudartVersion() { return CUDART_VERSION; }

// The kernels need no memory of their own; what is checked is what NVIDIA's checks.
cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t handle, void* memory, std::size_t) {
    WORKBOOK_CUBLAS_REQUIRE_HANDLE(handle);
    WORKBOOK_CUBLAS_REQUIRE(reinterpret_cast<std::uintptr_t>(memory) % 256 == 0);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream) {
    return set(handle, &cublasContext::stream, stream, true);
}

cublasStatus_t cublasGetStream_v2(cublasHandle_t handle, cudaStream_t* stream) {
    return get(handle, &cublasContext::stream, stream);
}

cublasStatus_t cublasSetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t mode) {
    return set(handle, &cublasContext::pointer_mode, mode,
               mode == CUBLAS_POINTER_MODE_HOST || mode == CUBLAS_POINTER_MODE_DEVICE);
}

cublasStatus_t cublasGetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t* mode) {
    return get(handle, &cublasContext::pointer_mode, mode);
}

cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode) {
    return set(handle, &cublasContext::atomics_mode, mode,
               mode == CUBLAS_ATOMICS_NOT_ALLOWED || mode == CUBLAS_ATOMICS_ALLOWED);
}

cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t* mode) {
    return get(handle, &cublasContext::atomics_mode, mode);
}

// A mode allows less exact arithmetic, which these kernels make no use of.
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode) {
    const int base = mode & ~int{CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION};
    return set(handle, &cublasContext::math_mode, mode, base >= 0 && (base <= 4 || base == 8));
}

cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t* mode) {
    return get(handle, &cublasContext::math_mode, mode);
}

cublasStatus_t cublasSetSmCountTarget(cublasHandle_t handle, int count) {
    return set(handle, &cublasContext::sm_count_target, count, count >= 0);
}

cublasStatus_t cublasGetSmCountTarget(cublasHandle_t handle, int* count) {
    return get(handle, &cublasContext::sm_count_target, count);
}

const char* cublasGetStatusName(cublasStatus_t status) { return vgpu::cublas::name_of(status); }

const char* cublasGetStatusString(cublasStatus_t status) { return vgpu::cublas::text_of(status); }
