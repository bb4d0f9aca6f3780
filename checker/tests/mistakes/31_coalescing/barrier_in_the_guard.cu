// Mistake: the barrier stands in the guard: in the last block some threads do not come
// Verdict: fault
// Message: barrier
// Only: virtual
    // Solution 3
    for (int k = threadIdx.x; k < tile_floats; k += points_per_block) {
        if (k < length) {
            tile[k] = points[first * fields_of_point + k];
            __syncthreads();
        }
    }
    // end of Solution 3
