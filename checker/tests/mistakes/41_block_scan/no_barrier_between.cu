// Mistake: reads and writes in one line, without a barrier between
// Verdict: fault
// Message: Race
// Only: virtual
    // Solution 1:
    if (t >= distance) x[t] += x[t - distance];
    __syncthreads();
    // end of Solution 1
