// Mistake: only threads that add come to the barriers of a step, and the others are gone by then
// Verdict: requirement
// Message: some threads of the block do not come to a barrier
// Only: virtual
    // Solution 1:
    if (t >= distance) {
        const int left = x[t - distance];
        __syncthreads();
        x[t] += left;
        __syncthreads();
    }
    // end of Solution 1
