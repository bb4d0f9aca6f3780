// Mistake: the barrier stands in the if: threads without an element do not come to it
// Verdict: requirement
// Message: some threads of the block do not come to the barrier
// Only: virtual
    // Solution 1:
    if (t < length) {
        tile[t] = data[start + t];
        __syncthreads();
        data[start + t] = tile[length - 1 - t];
    }
    // end of Solution 1
