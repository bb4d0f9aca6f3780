// Mistake: waits for the device before it returns
// Verdict: requirement
// Message: count_hits() waited for the device, in cudaDeviceSynchronize
// Only: virtual
    // Solution 4:
    check(cudaMemsetAsync(hits, 0, sizeof *hits));
    count_kernel<<<blocks, threads_per_block>>>(seed, n, hits);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
    // end of Solution 4
