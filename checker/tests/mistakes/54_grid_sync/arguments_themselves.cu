// Mistake: the arguments in place of pointers to them
// Verdict: fault
// Message: cudaErrorInvalidValue
// Only: virtual
    // Solution 2:
    if (blocks < 1 || blocks > blocks_at_once(kernel)) return false;
    void* arguments[] = {const_cast<float*>(x), reinterpret_cast<void*>(n), work, out};
    check(cudaLaunchCooperativeKernel(kernel, blocks, threads_per_block, arguments));
    return true;
    // end of Solution 2
