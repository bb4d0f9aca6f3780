// Factors of small matrices in batches: getrf. A block for each matrix.
#include "vgpu/cublas/cublas_vectors.cuh"

namespace vgpu::cublas {
namespace {

// A = P L U in the place of A, column by column: the largest element below is the pivot, its row
// changes places with the diagonal's, and each element to the right loses its product. Without
// `pivots` rows stay where they are. The first column whose pivot is 0, from 1, is `info`; its
// elements are not divided.
template <class T>
__global__ void cublas_getrf(int n, T* const* matrices, std::int64_t lda, int* pivots, int* info) {
    T* const a = matrices[blockIdx.x];
    int first_zero = 0;
    for (int j = 0; j < n; ++j) {
        T* const column = a + j * lda;
        if (pivots != nullptr) {
            Place<Real<T>> found{0, 0};
            for (int i = j + static_cast<int>(threadIdx.x); i < n; i += threads) {
                const Place<Real<T>> here{magnitude(column[i]), i + 1};
                if (is_before<Real<T>, true>(here, found)) found = here;
            }
            found = combine_block(found, [](Place<Real<T>> p, Place<Real<T>> q) {
                return is_before<Real<T>, true>(q, p) ? q : p;
            });
            const std::int64_t pivot = found.at - 1;
            if (threadIdx.x == 0)
                pivots[std::int64_t{blockIdx.x} * n + j] = static_cast<int>(found.at);
            if (pivot != j)
                for (int k = threadIdx.x; k < n; k += threads) {
                    const T value = a[j + k * lda];
                    a[j + k * lda] = a[pivot + k * lda];
                    a[pivot + k * lda] = value;
                }
            __syncthreads();
        }
        const T diagonal = column[j];
        if (is_zero(diagonal)) {
            if (first_zero == 0) first_zero = j + 1;
        } else {
            for (int i = j + 1 + static_cast<int>(threadIdx.x); i < n; i += threads)
                column[i] = divide(column[i], diagonal);
        }
        __syncthreads();
        const std::int64_t side = n - 1 - j;
        for (std::int64_t at = threadIdx.x; at < side * side; at += threads) {
            const std::int64_t i = j + 1 + at % side, k = j + 1 + at / side;
            a[i + k * lda] = multiply_add(negative(column[i]), a[j + k * lda], a[i + k * lda]);
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) info[blockIdx.x] = first_zero;
}

template <class T>
cublasStatus_t getrf(cublasHandle_t handle, int n, T* const* matrices, int lda, int* pivots,
                     int* info, int count) {
    WORKBOOK_CUBLAS_REQUIRE_HANDLE(handle);
    WORKBOOK_CUBLAS_REQUIRE(n >= 0 && count >= 0 && is_leading(lda, n));
    if (n == 0 || count == 0) return CUBLAS_STATUS_SUCCESS;
    return launch(handle, cublas_getrf<T>, static_cast<unsigned>(count), threads, n, matrices, lda,
                  pivots, info);
}

} // namespace
} // namespace vgpu::cublas

#define WORKBOOK_GETRF(letter, T)                                                                  \
    cublasStatus_t cublas##letter##getrfBatched(cublasHandle_t handle, int n, T* const a[],        \
                                                int lda, int* pivots, int* info, int count) {      \
        using Number = vgpu::cublas::Native<T>;                                                    \
        return vgpu::cublas::getrf(handle, n, reinterpret_cast<Number* const*>(a), lda, pivots,    \
                                   info, count);                                                   \
    }
WORKBOOK_GETRF(S, float)
WORKBOOK_GETRF(D, double)
WORKBOOK_GETRF(C, cuComplex)
WORKBOOK_GETRF(Z, cuDoubleComplex)
#undef WORKBOOK_GETRF
