// Lesson 53, given: the handle, and a check of what cuBLAS returns.
#pragma once

#include "wire/cuda_check.hpp"

#include <cublas_v2.h>

// The program's handle of cuBLAS for the current device. It is made with the first call, which
// takes long on a GPU, and kept. Nothing is set: it works in the stream that it was given last.
cublasHandle_t handle();

// As check() of an error of CUDA's.
static inline void check(cublasStatus_t status,
                         std::source_location where = std::source_location::current()) {
    if (status == CUBLAS_STATUS_SUCCESS) {
        return;
    }
    cudaGetLastError(); // told here: the next check must not find it again
    workbook::learner::throw_cuda_error(cublasGetStatusName(status), cublasGetStatusString(status),
                                        where);
}
