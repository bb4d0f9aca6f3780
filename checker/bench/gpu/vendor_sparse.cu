// What cuSPARSE does in the place of lesson 45. A library of its own, since it is linked with
// cuSPARSE. One matrix at a time: another one replaces what was prepared.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cusparse.h>

namespace {

void good(cusparseStatus_t status) {
    if (status == CUSPARSE_STATUS_SUCCESS) return;
    std::fprintf(stderr, "cuSPARSE: %s\n", cusparseGetErrorString(status));
    std::abort();
}

const float one = 1.0f, zero = 0.0f;

struct Prepared {
    const void* of = nullptr; // the matrix, by its offsets
    cusparseHandle_t handle = nullptr;
    cusparseSpMatDescr_t matrix = nullptr;
    cusparseDnVecDescr_t x = nullptr, y = nullptr;
    void* buffer = nullptr;

    void forget() {
        if (of == nullptr) return;
        cusparseDestroySpMat(matrix);
        cusparseDestroyDnVec(x);
        cusparseDestroyDnVec(y);
        cudaFree(buffer);
    }
} prepared;

} // namespace

#define OFFERED extern "C" __attribute__((visibility("default"))) void

// y = A x, by the algorithm that cuSPARSE takes by itself. A matrix is prepared at its first call.
OFFERED vendor_spmv(int* offsets, int* columns, float* values, std::int64_t rows,
                    std::int64_t width, std::int64_t nonzeros, float* x, float* y) {
    Prepared& own = prepared;
    if (own.handle == nullptr) good(cusparseCreate(&own.handle));
    if (own.of != offsets) {
        own.forget();
        own.of = offsets;
        good(cusparseCreateCsr(&own.matrix, rows, width, nonzeros, offsets, columns, values,
                               CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                               CUDA_R_32F));
        good(cusparseCreateDnVec(&own.x, width, x, CUDA_R_32F));
        good(cusparseCreateDnVec(&own.y, rows, y, CUDA_R_32F));
        std::size_t bytes = 0;
        good(cusparseSpMV_bufferSize(own.handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, own.matrix,
                                     own.x, &zero, own.y, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT,
                                     &bytes));
        cudaMalloc(&own.buffer, bytes > 0 ? bytes : 1);
#if CUSPARSE_VERSION >= 12400
        good(cusparseSpMV_preprocess(own.handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, own.matrix,
                                     own.x, &zero, own.y, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT,
                                     own.buffer));
#endif
    }
    good(cusparseSpMV(own.handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, own.matrix, own.x, &zero,
                      own.y, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, own.buffer));
}
