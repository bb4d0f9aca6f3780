// Mistake: element t - distance is left out for t = distance
// Verdict: wrong_answer
// Message: output[1] is
    // Solution 1:
    const int left = t > distance ? x[t - distance] : 0;
    __syncthreads();
    x[t] += left;
    __syncthreads();
    // end of Solution 1
