// Mistake: prefetched to the device with the next number
// Verdict: fault
// Message: there is no device 1
// Only: virtual
    // Solution 4
    int device = 0;
    check(cudaGetDevice(&device));
    prefetch(values, n * sizeof(float), {cudaMemLocationTypeDevice, device + 1});
    scale_kernel<<<blocks, threads_per_block>>>(values, n, factor);
    check(cudaGetLastError());
    prefetch(values, n * sizeof(float), {cudaMemLocationTypeHost, 0});
    check(cudaDeviceSynchronize());
    // end of Solution 4
