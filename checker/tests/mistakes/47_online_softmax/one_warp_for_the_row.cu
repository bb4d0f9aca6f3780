// Mistake: the first warp of a block reads the whole row
// Verdict: requirement
// Message: all threads of a block are to read values of its row
// Only: virtual
    // Solution 4
    __shared__ State states[threads_per_block];
    State own{-INFINITY, 0.0f};
    for (int i = threadIdx.x; threadIdx.x < 32 && i < columns; i += 32) {
        own = with_value(own, x[i]);
    }
    states[threadIdx.x] = own;
    for (int half = threads_per_block / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) {
            states[threadIdx.x] = merge(states[threadIdx.x], states[threadIdx.x + half]);
        }
    }
    __syncthreads();
    return states[0];
    // end of Solution 4
