// Mistake: the first warp of a block writes its whole tile of the output
// Verdict: requirement
// Message: each thread is to read one element and to write one
// Only: virtual
    // Solution 2
    if (t < length) tile[t] = input[start + t];
    __syncthreads();
    for (int k = t; t < 32 && k < length; k += 32) {
        output[n - start - length + k] = tile[length - 1 - k];
    }
    // end of Solution 2
