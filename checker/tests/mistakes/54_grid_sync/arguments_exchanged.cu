// Mistake: the arguments in another order
// Verdict: fault
// Message: blocks
// Only: virtual
    // Solution 2:
    if (blocks < 1 || blocks > blocks_at_once(kernel)) return false;
    void* arguments[] = {&x, &n, &out, &work};
    check(cudaLaunchCooperativeKernel(kernel, blocks, threads_per_block, arguments));
    return true;
    // end of Solution 2
