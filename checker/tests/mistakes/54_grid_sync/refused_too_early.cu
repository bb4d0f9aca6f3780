// Mistake: a grid that just fits is refused
// Verdict: wrong_answer
// Message: it returned false, although so many blocks fit
    // Solution 2:
    if (blocks < 1 || blocks >= blocks_at_once(kernel)) return false;
    void* arguments[] = {&x, &n, &work, &out};
    check(cudaLaunchCooperativeKernel(kernel, blocks, threads_per_block, arguments));
    return true;
    // end of Solution 2
