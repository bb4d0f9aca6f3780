// Mistake: adds the index of the element, not the element of x
// Verdict: wrong_answer
// Message: 4096 of 4096 elements (int) are wrong
    // Solution 1
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = i + y[i];
    // end of Solution 1
