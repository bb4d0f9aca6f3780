// The names and texts of statuses, and parts of versions, which cuBLAS and cuBLASLt have in common.
#pragma once

#include <cublas_v2.h>

namespace vgpu::cublas {

const char* name_of(cublasStatus_t status);
const char* text_of(cublasStatus_t status);
// A part of a version that is a number of digits, two for each part.
cublasStatus_t property_of(int version, libraryPropertyType type, int* value);

} // namespace vgpu::cublas
