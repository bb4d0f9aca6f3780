// Mistake: a grid that does not fit is made smaller
// Verdict: wrong_answer
// Message: it returned true
    // Solution 2:
    if (blocks < 1) return false;
    if (blocks > blocks_at_once(kernel)) blocks = blocks_at_once(kernel);
    void* arguments[] = {&x, &n, &work, &out};
    check(cudaLaunchCooperativeKernel(kernel, blocks, threads_per_block, arguments));
    return true;
    // end of Solution 2
