// Mistake: each thread takes a stretch of the row
// Verdict: too_much_traffic
// Message: neighbouring threads are to read neighbouring values
// Only: virtual
    // Solution 4
    __shared__ State states[threads_per_block];
    State own{-INFINITY, 0.0f};
    const int share = (columns + threads_per_block - 1) / threads_per_block;
    for (int i = threadIdx.x * share; i < min(columns, (int(threadIdx.x) + 1) * share); ++i) {
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
