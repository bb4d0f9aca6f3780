// Mistake: as many bytes prefetched as there are elements
// Verdict: requirement
// Message: a prefetch of
    // Solution 4
    int device = 0;
    check(cudaGetDevice(&device));
    prefetch(values, n, {cudaMemLocationTypeDevice, device});
    scale_kernel<<<blocks, threads_per_block>>>(values, n, factor);
    check(cudaGetLastError());
    prefetch(values, n, {cudaMemLocationTypeHost, 0});
    check(cudaDeviceSynchronize());
    // end of Solution 4
