// Mistake: multiplies by the number of blocks, not by the threads of a block
// Verdict: fault
// Message: every element from 1120 on was never written
// Message: is blockIdx multiplied by blockDim?
// Only: virtual
    // Solution 1
    const int i = blockIdx.x * gridDim.x + threadIdx.x;
    out[i] = x[i] + y[i];
    // end of Solution 1
