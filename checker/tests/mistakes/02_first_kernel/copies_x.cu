// Mistake: writes x in place of the sum
// Verdict: wrong_answer
// Message: was it copied as it is?
    // Solution 1
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = x[i];
    // end of Solution 1
