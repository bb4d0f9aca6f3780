// What the programs that try cuBLASLt have in common: descriptors that are destroyed, and set.
#pragma once

#include "blas_numbers.hpp"

#include <cublasLt.h>

inline void check(cublasStatus_t status, int line = __builtin_LINE()) {
    if (status == CUBLAS_STATUS_SUCCESS) return;
    std::fprintf(stderr, "line %d: %s\n", line, cublasLtGetStatusName(status));
    wrong();
}

inline cublasLtHandle_t handle() {
    static cublasLtHandle_t only = [] {
        cublasLtHandle_t made = nullptr;
        check(cublasLtCreate(&made));
        return made;
    }();
    return only;
}

struct Operation {
    cublasLtMatmulDesc_t desc = nullptr;

    Operation(cublasComputeType_t compute, cudaDataType scale) {
        check(cublasLtMatmulDescCreate(&desc, compute, scale));
    }
    Operation(const Operation&) = delete;
    ~Operation() { cublasLtMatmulDescDestroy(desc); }
    template <class T>
    void set(cublasLtMatmulDescAttributes_t attribute, T value, int line = __builtin_LINE()) {
        check(cublasLtMatmulDescSetAttribute(desc, attribute, &value, sizeof value), line);
    }
};

struct Layout {
    cublasLtMatrixLayout_t desc = nullptr;

    Layout(cudaDataType type, int rows, int columns, int leading,
           cublasLtOrder_t order = CUBLASLT_ORDER_COL) {
        check(cublasLtMatrixLayoutCreate(&desc, type, static_cast<std::uint64_t>(rows),
                                         static_cast<std::uint64_t>(columns), leading));
        if (order != CUBLASLT_ORDER_COL) set(CUBLASLT_MATRIX_LAYOUT_ORDER, order);
    }
    Layout(const Layout&) = delete;
    ~Layout() { cublasLtMatrixLayoutDestroy(desc); }
    template <class T>
    void set(cublasLtMatrixLayoutAttribute_t attribute, T value, int line = __builtin_LINE()) {
        check(cublasLtMatrixLayoutSetAttribute(desc, attribute, &value, sizeof value), line);
    }
    void batch(int count, std::int64_t stride) {
        set(CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, std::int32_t{count});
        set(CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, stride);
    }
};

struct Preference {
    cublasLtMatmulPreference_t desc = nullptr;

    Preference() { check(cublasLtMatmulPreferenceCreate(&desc)); }
    Preference(const Preference&) = delete;
    ~Preference() { cublasLtMatmulPreferenceDestroy(desc); }
};
