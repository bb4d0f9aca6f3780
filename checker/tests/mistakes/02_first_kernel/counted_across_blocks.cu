// Mistake: counts the threads across the blocks: every sum is right, and a warp's are far apart
// Verdict: too_much_traffic
// Message: the threads are counted through one block after the other
// Only: virtual
    // Solution 1
    const int i = threadIdx.x * gridDim.x + blockIdx.x;
    out[i] = x[i] + y[i];
    // end of Solution 1
