// Mistake: products are made one by one
// Verdict: requirement
// Message: products are to be made by __dp4a
    // Solution 1
    for (int p = 0; p < k; ++p) sum += A[row * pitch + p] * B[column * pitch + p];
    // end of Solution 1
