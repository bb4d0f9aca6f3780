// Mistake: only threads that add come to the barriers
// Verdict: fault
// Message: barrier
// Only: virtual
    // Solution 1:
    if (t >= distance) {
        const int left = x[t - distance];
        __syncthreads();
        x[t] += left;
    }
    __syncthreads();
    // end of Solution 1
