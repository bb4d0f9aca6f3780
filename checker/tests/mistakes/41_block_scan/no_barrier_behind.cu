// Mistake: no barrier behind the step: the next one reads what may not be there yet
// Verdict: fault
// Message: Race
// Only: virtual
    // Solution 1:
    const int left = t >= distance ? x[t - distance] : 0;
    __syncthreads();
    x[t] += left;
    // end of Solution 1
