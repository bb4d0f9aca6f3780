// Mistake: cudaLaunchKernel: an ordinary launch, too
// Verdict: fault
// Message: by an ordinary launch
// Only: virtual
    // Solution 2:
    if (blocks < 1 || blocks > blocks_at_once(kernel)) return false;
    void* arguments[] = {&x, &n, &work, &out};
    check(cudaLaunchKernel(kernel, blocks, threads_per_block, arguments, 0, nullptr));
    return true;
    // end of Solution 2
