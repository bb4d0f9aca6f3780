// Mistake: a call for each product
// Verdict: requirement
// Message: launched 2 kernels of cuBLAS
// Only: virtual
// Solution 3:
    for (int i = 0; i < count; ++i)
        multiply(a + static_cast<long long>(i) * m * k, k, b, n, c + static_cast<long long>(i) * m * n,
                 n, m, n, k, 1, 0, stream);
// end of Solution 3
