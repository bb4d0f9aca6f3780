// Handles of cuBLASLt, its version, statuses and log. A handle holds nothing: a handle of cuBLAS
// may stand for it, as with NVIDIA's.
#include "vgpu/cublas/handle.hpp"
#include "vgpu/cublas/status.hpp"

#include <cublasLt.h>

#include <atomic>
#include <new>

// The library's own version, which the build writes.
extern const int workbook_cublaslt_version;

struct cublasLtContext {};

cublasStatus_t cublasLtCreate(cublasLtHandle_t* handle) {
    WORKBOOK_CUBLAS_REQUIRE(handle != nullptr);
    *handle = nullptr;
    if (cudaFree(nullptr) != cudaSuccess) return CUBLAS_STATUS_NOT_INITIALIZED; // no device
    *handle = new (std::nothrow) cublasLtContext;
    return *handle != nullptr ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_ALLOC_FAILED;
}

cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) {
    WORKBOOK_CUBLAS_REQUIRE(handle != nullptr);
    delete handle;
    return CUBLAS_STATUS_SUCCESS;
}

std::size_t cublasLtGetVersion() { return static_cast<std::size_t>(workbook_cublaslt_version); }

std::size_t cublasLtGetCudartVersion() { return CUDART_VERSION; }

cublasStatus_t cublasLtGetProperty(libraryPropertyType type, int* value) {
    return vgpu::cublas::property_of(workbook_cublaslt_version, type, value);
}

const char* cublasLtGetStatusName(cublasStatus_t status) { return vgpu::cublas::name_of(status); }

const char* cublasLtGetStatusString(cublasStatus_t status) { return vgpu::cublas::text_of(status); }

// There is one algorithm, so that nothing is looked for and no choice is kept.
namespace {
std::atomic<std::size_t> cache_capacity{8192};
}

cublasStatus_t cublasLtHeuristicsCacheGetCapacity(std::size_t* capacity) {
    WORKBOOK_CUBLAS_REQUIRE(capacity != nullptr);
    *capacity = cache_capacity;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtHeuristicsCacheSetCapacity(std::size_t capacity) {
    cache_capacity = capacity;
    return CUBLAS_STATUS_SUCCESS;
}

// Nothing is logged.
cublasStatus_t cublasLtLoggerSetCallback(cublasLtLoggerCallback_t) { return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasLtLoggerSetFile(FILE*) { return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasLtLoggerOpenFile(const char*) { return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasLtLoggerSetLevel(int) { return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasLtLoggerSetMask(int) { return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasLtLoggerForceDisable() { return CUBLAS_STATUS_SUCCESS; }
