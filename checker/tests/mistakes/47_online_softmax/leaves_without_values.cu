// Mistake: threads without values leave
// Verdict: fault
// Message: 4: row_states, rows of any length
// Only: virtual
    // Solution 4
    __shared__ State states[threads_per_block];
    if (threadIdx.x >= columns) return {-INFINITY, 0.0f};
    State own{-INFINITY, 0.0f};
    for (int i = threadIdx.x; i < columns; i += threads_per_block) {
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
