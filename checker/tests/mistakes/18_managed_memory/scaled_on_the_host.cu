// Mistake: the host scales the array, before a kernel that is told of no values
// Verdict: requirement
// Message: it is the kernel that scales the array
// Only: virtual
    // Solution 4
    for (std::size_t i = 0; i < n; ++i) values[i] *= factor;
    int device = 0;
    check(cudaGetDevice(&device));
    prefetch(values, n * sizeof(float), {cudaMemLocationTypeDevice, device});
    scale_kernel<<<blocks, threads_per_block>>>(values, 0, factor);
    check(cudaGetLastError());
    prefetch(values, n * sizeof(float), {cudaMemLocationTypeHost, 0});
    check(cudaDeviceSynchronize());
    // end of Solution 4
