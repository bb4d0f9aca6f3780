// Mistake: takes `first` for a float: each block begins a third of the way
// Verdict: wrong_answer
// Message: block 3
    // Solution 3
    for (int k = threadIdx.x; k < tile_floats; k += points_per_block) {
        if (k < length) tile[k] = points[first + k];
    }
    __syncthreads();
    // end of Solution 3
