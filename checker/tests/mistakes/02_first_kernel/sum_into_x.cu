// Mistake: writes the sum over x; out stays empty
// Verdict: wrong_answer
// Message: is an input, but the call changed it: element 0 is the first
    // Solution 1
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const_cast<int*>(x)[i] += y[i];
    // end of Solution 1
