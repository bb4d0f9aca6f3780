#include "vgpu/cublas/status.hpp"

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

namespace vgpu::cublas {

const char* name_of(cublasStatus_t status) {
    const auto* entry = find(status);
    return entry != nullptr ? entry->name : "<unknown>";
}

const char* text_of(cublasStatus_t status) {
    const auto* entry = find(status);
    return entry != nullptr ? entry->text : "<unknown>";
}

cublasStatus_t property_of(int version, libraryPropertyType type, int* value) {
    if (value == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
    switch (type) {
    case MAJOR_VERSION:
        *value = version / 10000;
        return CUBLAS_STATUS_SUCCESS;
    case MINOR_VERSION:
        *value = version / 100 % 100;
        return CUBLAS_STATUS_SUCCESS;
    case PATCH_LEVEL:
        *value = version % 100;
        return CUBLAS_STATUS_SUCCESS;
    }
    return CUBLAS_STATUS_INVALID_VALUE;
}

} // namespace vgpu::cublas
