// Mistake: to the host first, and to the device afterwards
// Verdict: requirement
// Message: the first prefetch is to the host
    // Solution 4
    int device = 0;
    check(cudaGetDevice(&device));
    prefetch(values, n * sizeof(float), {cudaMemLocationTypeHost, 0});
    scale_kernel<<<blocks, threads_per_block>>>(values, n, factor);
    check(cudaGetLastError());
    prefetch(values, n * sizeof(float), {cudaMemLocationTypeDevice, device});
    check(cudaDeviceSynchronize());
    // end of Solution 4
