// Mistake: waits for the kernel
// Verdict: requirement
// Message: waited for the device
// Only: virtual
    // Solution 2:
    if (blocks < 1 || blocks > blocks_at_once(kernel)) return false;
    void* arguments[] = {&x, &n, &work, &out};
    check(cudaLaunchCooperativeKernel(kernel, blocks, threads_per_block, arguments));
    check(cudaDeviceSynchronize());
    return true;
    // end of Solution 2
