// Mistake: adds to what out happens to hold
// Verdict: wrong_answer
// Message: the results were added to what the array held before the call
    // Solution 1
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] += x[i] + y[i];
    // end of Solution 1
