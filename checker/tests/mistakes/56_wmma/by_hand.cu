// Mistake: a lane computes its elements with ordinary instructions
// Verdict: requirement
// Message: products are made by ordinary instructions
    // Solution 1
    for (int i = threadIdx.x; i < side * side; i += 32) {
        float sum = 0.0f;
        for (int k = 0; k < side; ++k)
            sum += __half2float(A[i / side * side + k]) * __half2float(B[i % side * side + k]);
        D[i] = sum;
    }
    // end of Solution 1
