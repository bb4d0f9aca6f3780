// Mistake: thread 0 adds up what all bring
// Verdict: too_much_traffic
// Message: one thread adds up
// Only: virtual
    // Solution 2:
    __shared__ float all[most_threads], sum;
    all[threadIdx.x] = own;
    __syncthreads();
    if (threadIdx.x == 0) {
        sum = 0.0f;
        for (int i = 0; i < blockDim.x; ++i) sum += all[i];
    }
    __syncthreads();
    return sum;
    // end of Solution 2
