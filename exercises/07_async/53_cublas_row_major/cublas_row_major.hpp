// Lesson 53, what the checker calls. Given: read it, do not edit it.
//
// What you write, in cublas_row_major.cu:
//
//     void multiply(const float* a, int lda, const float* b, int ldb, float* c, int ldc,
//                   int m, int n, int k, float alpha, float beta, cudaStream_t stream);
//     void multiply_transposed(const float* a, const float* b, float* c,
//                              int m, int n, int k, cudaStream_t stream);
//     void multiply_all(const float* a, const float* b, float* c,
//                       int m, int n, int k, int count, cudaStream_t stream);
//
// All matrices are on the device, in row-major order: row after row. m, n, k and count are 1 or
// more; no matrix has 2^31 elements. C has m rows of n elements.
//
//   multiply             C = alpha A B + beta C; if beta is 0, C is not read. A has m rows of k
//                        elements, B has k rows of n. Rows may be padded: row i of A begins at
//                        element i * lda, and so for B and C; what lies between rows is not touched
//   multiply_transposed  C = A^T B, without padding. A has k rows of m elements, B has k rows of n
//   multiply_all         C_i = A_i B for i from 0 to count - 1, without padding. The A_i lie one
//                        behind the other, and so do the C_i; there is one B for all
//
// Each is one call of cuBLAS, in `stream`, and nothing else: no kernel of your own, no copy, no
// memory, no handle of your own. It does not wait for the device. An error that CUDA reports is
// thrown, and so is one of cuBLAS.
#pragma once

#include "wire/interface.hpp"

// From here on: what given.cu does with your functions. The default stream:
void run_multiply(const float* a, int lda, const float* b, int ldb, float* c, int ldc, int m, int n,
                  int k, float alpha, float beta);
WORKBOOK_CALLABLE(run_multiply);

void run_multiply_transposed(const float* a, const float* b, float* c, int m, int n, int k);
WORKBOOK_CALLABLE(run_multiply_transposed);

void run_multiply_all(const float* a, const float* b, float* c, int m, int n, int k, int count);
WORKBOOK_CALLABLE(run_multiply_all);

// The function of TODO number `todo`, of n x n matrices, in a stream that is in no order with the
// default one. In that stream, C is negated before and after.
void run_in_stream(int todo, const float* a, const float* b, float* c, int n);
WORKBOOK_CALLABLE(run_in_stream);
