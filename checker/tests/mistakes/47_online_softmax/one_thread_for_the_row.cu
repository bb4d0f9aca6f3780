// Mistake: thread 0 reads the whole row
// Verdict: requirement
// Message: the row is read by too few threads
// Only: virtual
    // Solution 4
    __shared__ State states[threads_per_block];
    State own{-INFINITY, 0.0f};
    for (int i = threadIdx.x == 0 ? 0 : columns; i < columns; ++i) {
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
