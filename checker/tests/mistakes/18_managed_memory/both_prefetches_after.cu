// Mistake: both prefetches come after the kernel
// Verdict: requirement
// Message: both prefetches come after the kernel
    // Solution 4
    int device = 0;
    check(cudaGetDevice(&device));
    scale_kernel<<<blocks, threads_per_block>>>(values, n, factor);
    check(cudaGetLastError());
    prefetch(values, n * sizeof(float), {cudaMemLocationTypeDevice, device});
    prefetch(values, n * sizeof(float), {cudaMemLocationTypeHost, 0});
    check(cudaDeviceSynchronize());
    // end of Solution 4
