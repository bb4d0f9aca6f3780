#include "vgpu/cublas/handle.hpp"

#include <new>

// The library's own version, which the build writes.
extern const int workbook_cublas_version;

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
    WORKBOOK_CUBLAS_REQUIRE(value != nullptr);
    switch (type) {
    case MAJOR_VERSION:
        *value = workbook_cublas_version / 10000;
        return CUBLAS_STATUS_SUCCESS;
    case MINOR_VERSION:
        *value = workbook_cublas_version / 100 % 100;
        return CUBLAS_STATUS_SUCCESS;
    case PATCH_LEVEL:
        *value = workbook_cublas_version % 100;
        return CUBLAS_STATUS_SUCCESS;
    }
    return CUBLAS_STATUS_INVALID_VALUE;
}

std::size_t cublasGetCudartVersion() { return CUDART_VERSION; }

// The kernels need no memory of their own; what is checked is what NVIDIA's checks.
cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t handle, void* memory, std::size_t) {
    WORKBOOK_CUBLAS_REQUIRE_HANDLE(handle);
    WORKBOOK_CUBLAS_REQUIRE(reinterpret_cast<std::uintptr_t>(memory) % 256 == 0);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream) {
    WORKBOOK_CUBLAS_REQUIRE_HANDLE(handle);
    handle->stream = stream;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetStream_v2(cublasHandle_t handle, cudaStream_t* stream) {
    WORKBOOK_CUBLAS_REQUIRE_HANDLE(handle);
    WORKBOOK_CUBLAS_REQUIRE(stream != nullptr);
    *stream = handle->stream;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t mode) {
    WORKBOOK_CUBLAS_REQUIRE_HANDLE(handle);
    WORKBOOK_CUBLAS_REQUIRE(mode == CUBLAS_POINTER_MODE_HOST || mode == CUBLAS_POINTER_MODE_DEVICE);
    handle->pointer_mode = mode;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t* mode) {
    WORKBOOK_CUBLAS_REQUIRE_HANDLE(handle);
    WORKBOOK_CUBLAS_REQUIRE(mode != nullptr);
    *mode = handle->pointer_mode;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode) {
    WORKBOOK_CUBLAS_REQUIRE_HANDLE(handle);
    WORKBOOK_CUBLAS_REQUIRE(mode == CUBLAS_ATOMICS_NOT_ALLOWED || mode == CUBLAS_ATOMICS_ALLOWED);
    handle->atomics_mode = mode;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t* mode) {
    WORKBOOK_CUBLAS_REQUIRE_HANDLE(handle);
    WORKBOOK_CUBLAS_REQUIRE(mode != nullptr);
    *mode = handle->atomics_mode;
    return CUBLAS_STATUS_SUCCESS;
}

// A mode allows less exact arithmetic, which these kernels make no use of.
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode) {
    WORKBOOK_CUBLAS_REQUIRE_HANDLE(handle);
    const int base = mode & ~int{CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION};
    WORKBOOK_CUBLAS_REQUIRE(base >= 0 && (base <= 4 || base == 8));
    handle->math_mode = mode;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t* mode) {
    WORKBOOK_CUBLAS_REQUIRE_HANDLE(handle);
    WORKBOOK_CUBLAS_REQUIRE(mode != nullptr);
    *mode = handle->math_mode;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetSmCountTarget(cublasHandle_t handle, int count) {
    WORKBOOK_CUBLAS_REQUIRE_HANDLE(handle);
    WORKBOOK_CUBLAS_REQUIRE(count >= 0);
    handle->sm_count_target = count;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetSmCountTarget(cublasHandle_t handle, int* count) {
    WORKBOOK_CUBLAS_REQUIRE_HANDLE(handle);
    WORKBOOK_CUBLAS_REQUIRE(count != nullptr);
    *count = handle->sm_count_target;
    return CUBLAS_STATUS_SUCCESS;
}

namespace {

struct StatusText {
    cublasStatus_t status;
    const char *name, *text;
};
#define WORKBOOK_STATUS(status, text)                                                              \
    { status, #status, text }
constexpr StatusText status_texts[] = {
    WORKBOOK_STATUS(CUBLAS_STATUS_SUCCESS, "the function has done its work"),
    WORKBOOK_STATUS(CUBLAS_STATUS_NOT_INITIALIZED, "there is no handle, or no device"),
    WORKBOOK_STATUS(CUBLAS_STATUS_ALLOC_FAILED, "there is not enough memory"),
    WORKBOOK_STATUS(CUBLAS_STATUS_INVALID_VALUE, "an argument has a value that is not allowed"),
    WORKBOOK_STATUS(CUBLAS_STATUS_ARCH_MISMATCH, "the device cannot do this"),
    WORKBOOK_STATUS(CUBLAS_STATUS_MAPPING_ERROR, "memory could not be reached or copied"),
    WORKBOOK_STATUS(CUBLAS_STATUS_EXECUTION_FAILED, "work on the device failed"),
    WORKBOOK_STATUS(CUBLAS_STATUS_INTERNAL_ERROR, "an operation within the library failed"),
    WORKBOOK_STATUS(CUBLAS_STATUS_NOT_SUPPORTED, "the library cannot do this"),
    WORKBOOK_STATUS(CUBLAS_STATUS_LICENSE_ERROR, "there is no licence"),
};
#undef WORKBOOK_STATUS

const StatusText* find(cublasStatus_t status) {
    for (const auto& entry : status_texts)
        if (entry.status == status) return &entry;
    return nullptr;
}

} // namespace

const char* cublasGetStatusName(cublasStatus_t status) {
    const auto* entry = find(status);
    return entry != nullptr ? entry->name : "<unknown>";
}

const char* cublasGetStatusString(cublasStatus_t status) {
    const auto* entry = find(status);
    return entry != nullptr ? entry->text : "<unknown>";
}
