// Mistake: thread 0 merges all states
// Verdict: requirement
// Message: one thread merges the states of the others
// Only: virtual
    // Solution 4
    __shared__ State states[threads_per_block];
    State own{-INFINITY, 0.0f};
    for (int i = threadIdx.x; i < columns; i += threads_per_block) {
        own = with_value(own, x[i]);
    }
    states[threadIdx.x] = own;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int t = 1; t < threads_per_block; ++t) {
            own = merge(own, states[t]);
        }
        states[0] = own;
    }
    __syncthreads();
    return states[0];
    // end of Solution 4
