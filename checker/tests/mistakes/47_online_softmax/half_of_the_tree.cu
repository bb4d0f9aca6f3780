// Mistake: the tree begins with 64
// Verdict: wrong_answer
// Message: 4: row_states
    // Solution 4
    __shared__ State states[threads_per_block];
    State own{-INFINITY, 0.0f};
    for (int i = threadIdx.x; i < columns; i += threads_per_block) {
        own = with_value(own, x[i]);
    }
    states[threadIdx.x] = own;
    for (int half = threads_per_block / 4; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) {
            states[threadIdx.x] = merge(states[threadIdx.x], states[threadIdx.x + half]);
        }
    }
    __syncthreads();
    return states[0];
    // end of Solution 4
