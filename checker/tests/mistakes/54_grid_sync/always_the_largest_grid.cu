// Mistake: as many blocks as fit, whatever is asked for
// Verdict: requirement
// Message: grid
    // Solution 2:
    if (blocks < 1 || blocks > blocks_at_once(kernel)) return false;
    void* arguments[] = {&x, &n, &work, &out};
    check(cudaLaunchCooperativeKernel(kernel, blocks_at_once(kernel), threads_per_block, arguments));
    return true;
    // end of Solution 2
