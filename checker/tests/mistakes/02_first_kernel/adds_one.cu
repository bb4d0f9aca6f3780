// Mistake: right only where y is 1 everywhere
// Verdict: wrong_answer
// Message: 4096 of 4096 elements (int) are wrong
    // Solution 1
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = x[i] + 1;
    // end of Solution 1
