// Mistake: thread 0 brings the whole tile
// Verdict: requirement
// Message: too few lanes of a warp read
// Only: virtual
    // Solution 3
    if (threadIdx.x == 0) {
        for (int k = 0; k < length; ++k) tile[k] = points[first * fields_of_point + k];
    }
    __syncthreads();
    // end of Solution 3
