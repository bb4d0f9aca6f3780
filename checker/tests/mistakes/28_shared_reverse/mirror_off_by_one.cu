// Mistake: mirrors to length - t
// Verdict: fault
// Message: __shared__
// Only: virtual
    // Solution 1
    if (t < length) tile[t] = data[start + t];
    __syncthreads();
    if (t < length) data[start + t] = tile[length - t];
    // end of Solution 1
    // Solution 2
    if (t < length) tile[t] = input[start + t];
    __syncthreads();
    if (t < length) output[n - start - length + t] = tile[length - t];
    // end of Solution 2
