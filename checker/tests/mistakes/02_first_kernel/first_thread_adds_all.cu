// Mistake: the first thread of the grid adds all elements
// Verdict: requirement
// Message: some threads add for the others
// Only: virtual
    // Solution 1
    const int end = blockIdx.x + threadIdx.x == 0 ? gridDim.x * blockDim.x : 0;
    for (int i = 0; i < end; ++i) out[i] = x[i] + y[i];
    // end of Solution 1
