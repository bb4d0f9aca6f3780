// Mistake: no prefetches at all
// Verdict: requirement
// Message: 0 prefetches
    // Solution 4
    int device = 0;
    check(cudaGetDevice(&device));
    scale_kernel<<<blocks, threads_per_block>>>(values, n, factor);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
    // end of Solution 4
