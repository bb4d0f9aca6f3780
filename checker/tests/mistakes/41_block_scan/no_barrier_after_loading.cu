// Mistake: the scan begins before all values are there
// Verdict: fault
// Message: Race
// Only: virtual
    // Solution 3:
    x[threadIdx.x] = i < n ? input[i] : 0;
    scan_all(x);
    if (i < n) output[i] = x[threadIdx.x];
    // end of Solution 3
