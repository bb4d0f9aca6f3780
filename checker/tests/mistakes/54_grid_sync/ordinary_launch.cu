// Mistake: an ordinary launch
// Verdict: fault
// Message: by an ordinary launch
// Only: virtual
    // Solution 2:
    if (blocks < 1 || blocks > blocks_at_once(kernel)) return false;
    kernel<<<blocks, threads_per_block>>>(x, n, work, out);
    check(cudaGetLastError());
    return true;
    // end of Solution 2
