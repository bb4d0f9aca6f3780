// Mistake: thread 0 writes the whole tile, one element after the other
// Verdict: requirement
// Message: elements are written more than once, or by too few threads
// Only: virtual
    // Solution 2
    if (t < length) tile[t] = input[start + t];
    __syncthreads();
    if (t == 0) {
        for (int k = 0; k < length; ++k) output[n - start - length + k] = tile[length - 1 - k];
    }
    // end of Solution 2
