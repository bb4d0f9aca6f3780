// Mistake: the threads of the tail and the others wait at different barriers
// Verdict: fault
// Message: Barrier error detected
// Only: virtual
    // Solution 1
    if (t < length) {
        tile[t] = data[start + t];
        __syncthreads();
        data[start + t] = tile[length - 1 - t];
    } else {
        __syncthreads();
    }
    // end of Solution 1
