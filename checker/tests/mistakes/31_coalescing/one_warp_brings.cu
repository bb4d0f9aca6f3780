// Mistake: the first warp of a block brings the whole tile, by whole requests
// Verdict: requirement
// Message: all 256 threads are to bring floats
// Only: virtual
    // Solution 3
    for (int k = threadIdx.x; threadIdx.x < 32 && k < length; k += 32) {
        tile[k] = points[first * fields_of_point + k];
    }
    __syncthreads();
    // end of Solution 3
