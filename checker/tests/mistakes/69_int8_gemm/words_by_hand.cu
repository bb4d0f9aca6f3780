// Mistake: products are made one by one
// Verdict: requirement
// Message: bytes are read one by one
    // Solution 1
    for (int p = 0; p < k; ++p) sum += A[row * pitch + p] * B[column * pitch + p];
    // end of Solution 1
