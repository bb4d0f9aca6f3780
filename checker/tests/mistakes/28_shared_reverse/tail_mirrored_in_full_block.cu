// Mistake: the tail is mirrored in the block, not within itself
// Verdict: fault
// Message: Uninitialized __shared__
// Only: virtual
    // Solution 1
    if (t < length) tile[t] = data[start + t];
    __syncthreads();
    if (t < length) data[start + t] = tile[blockDim.x - 1 - t];
    // end of Solution 1
    // Solution 2
    if (t < length) tile[t] = input[start + t];
    __syncthreads();
    if (t < length) output[n - start - length + t] = tile[blockDim.x - 1 - t];
    // end of Solution 2
