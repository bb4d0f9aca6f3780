// Mistake: the last block brings floats that are not there
// Verdict: fault
// Message: Invalid __global__ read
// Only: virtual
    // Solution 3
    for (int k = threadIdx.x; k < tile_floats; k += points_per_block) {
        tile[k] = points[first * fields_of_point + k];
    }
    __syncthreads();
    // end of Solution 3
