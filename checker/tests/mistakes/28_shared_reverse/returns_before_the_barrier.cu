// Mistake: threads without an element return before the barrier
// Verdict: requirement
// Message: some threads of the block do not come to the barrier
// Only: virtual
    // Solution 2:
    if (t >= length) return;
    tile[t] = input[start + t];
    __syncthreads();
    output[n - start - length + t] = tile[length - 1 - t];
    // end of Solution 2
