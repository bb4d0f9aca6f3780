// Mistake: each block scans the first tile
// Verdict: wrong_answer
// Message: scan_tiles: n = 512
    // Solution 3:
    x[threadIdx.x] = threadIdx.x < n ? input[threadIdx.x] : 0;
    __syncthreads();
    scan_all(x);
    if (i < n) output[i] = x[threadIdx.x];
    // end of Solution 3
