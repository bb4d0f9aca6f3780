// Mistake: waits for the device after the second launch
// Verdict: requirement
// Message: waited for the device, in cudaDeviceSynchronize
// Only: virtual
    // Solution 3:
    const unsigned blocks = blocks_for(n);
    reduce_kernel<<<blocks, threads_per_block>>>(n, at, identity, op, partials);
    check(cudaGetLastError());
    reduce_kernel<<<1, threads_per_block>>>(blocks, Elements<T>{partials}, identity, op, result);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
    // end of Solution 3
