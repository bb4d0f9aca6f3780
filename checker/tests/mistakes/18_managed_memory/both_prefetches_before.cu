// Mistake: both prefetches come before the kernel
// Verdict: requirement
// Message: both prefetches come before the kernel
    // Solution 4
    int device = 0;
    check(cudaGetDevice(&device));
    prefetch(values, n * sizeof(float), {cudaMemLocationTypeDevice, device});
    prefetch(values, n * sizeof(float), {cudaMemLocationTypeHost, 0});
    scale_kernel<<<blocks, threads_per_block>>>(values, n, factor);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
    // end of Solution 4
