// Mistake: adds what lies to the right
// Verdict: wrong_answer
// Message: expected is the sum of element 0 of `input`
    // Solution 1:
    const int right = t + distance < static_cast<int>(blockDim.x) ? x[t + distance] : 0;
    __syncthreads();
    x[t] += right;
    __syncthreads();
    // end of Solution 1
