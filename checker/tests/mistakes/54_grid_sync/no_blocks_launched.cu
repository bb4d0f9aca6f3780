// Mistake: a grid without blocks is launched
// Verdict: fault
// Message: a grid of 0 blocks
    // Solution 2:
    if (blocks > blocks_at_once(kernel)) return false;
    void* arguments[] = {&x, &n, &work, &out};
    check(cudaLaunchCooperativeKernel(kernel, blocks, threads_per_block, arguments));
    return true;
    // end of Solution 2
