// Mistake: does not ask whether the grid fits: an error
// Verdict: fault
// Message: cudaErrorCooperativeLaunchTooLarge
    // Solution 2:
    if (blocks < 1) return false;
    void* arguments[] = {&x, &n, &work, &out};
    check(cudaLaunchCooperativeKernel(kernel, blocks, threads_per_block, arguments));
    return true;
    // end of Solution 2
