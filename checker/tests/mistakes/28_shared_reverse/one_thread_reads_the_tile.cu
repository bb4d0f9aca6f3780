// Mistake: thread 0 brings the whole tile, one element after the other
// Verdict: requirement
// Message: elements are read more than once, or by too few threads
// Only: virtual
    // Solution 1
    if (t == 0) {
        for (int k = 0; k < length; ++k) tile[k] = data[start + k];
    }
    __syncthreads();
    if (t < length) data[start + t] = tile[length - 1 - t];
    // end of Solution 1
