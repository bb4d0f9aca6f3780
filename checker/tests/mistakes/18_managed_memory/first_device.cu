// Mistake: prefetches to device 0, whichever is current
// Verdict: requirement
// Message: the first prefetch is to device 0; the kernel runs on device 1
// Only: virtual
    // Solution 4:
    prefetch(values, n * sizeof(float), {cudaMemLocationTypeDevice, 0});
    scale_kernel<<<blocks, threads_per_block>>>(values, n, factor);
    check(cudaGetLastError());
    prefetch(values, n * sizeof(float), {cudaMemLocationTypeHost, 0});
    check(cudaDeviceSynchronize());
    // end of Solution 4
