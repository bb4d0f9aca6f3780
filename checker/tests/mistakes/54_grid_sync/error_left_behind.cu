// Mistake: tries, returns false, and leaves the error behind
// Verdict: fault
// Message: cudaErrorCooperativeLaunchTooLarge
// Only: virtual
    // Solution 2:
    if (blocks < 1) return false;
    void* arguments[] = {&x, &n, &work, &out};
    return cudaLaunchCooperativeKernel(kernel, blocks, threads_per_block, arguments) == cudaSuccess;
    // end of Solution 2
