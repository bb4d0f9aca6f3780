// Mistake: products of a band by hand, after a product by tensor cores
// Verdict: wrong_answer
// Message: of band_product
    // Solution 2
    for (int i = 0; i < sums.num_elements; ++i) { // as if lane l had row l / 2, half of it
        const int row = threadIdx.x % 32 / 2, column = threadIdx.x % 2 * 8 + i;
        for (int k = 0; k < side * steps; ++k)
            sums.x[i] += __half2float(A[row * lda + k]) * __half2float(B[column * ldb + k]);
    }
    // end of Solution 2
